// Table talk.
import { $, el, show, text } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function makeTalking(table) {
	function present({ chat, type }) {
		show("panel-chat", table.now.chat);
		if (type === "whole") text("chat");
		else if (chat.length && !$("panel-chat").open) text("chat-news", "●");
		$("chat").append(...chat.map((one) => spoken(one, table.words.colon)));
	}

	function say() {
		const sentence = $("say-text").value.trim();
		if (sentence) table.playing.ask("chat", { text: sentence });
		$("say").reset();
		return false;
	}

	$("panel-chat").ontoggle = () => text("chat-news");
	$("say").onsubmit = say;
	return { present };
}

function spoken({ name, text: sentence }, colon) {
	const speaker = name && el("b", {}, el("bdi", {}, name), colon);
	return el("li", {}, speaker, el("bdi", {}, sentence));
}
