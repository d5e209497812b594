// Table talk. Whoever does not want to read somebody mutes them, for this table and on this device only.
import { $, el, fill, show, text } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function makeTalking(table) {
	const place = `muted-${$("main").dataset.table}`;
	const muted = new Set(JSON.parse(localStorage.getItem(place) ?? "[]"));

	function present({ chat, type }) {
		show("panel-chat", table.now.chat);
		if (type === "whole") text("chat");
		else if (chat.some(({ seat }) => !muted.has(seat)) && !$("panel-chat").open) text("chat-news", "●");
		$("chat").append(...chat.map((one) => spoken(one, table.words.colon)));
		hide();
		offer();
	}

	/** What the table itself says is never muted. */
	function hide() {
		for (const line of $("chat").children) line.hidden = line.matches("[data-seat]") && muted.has(Number(line.dataset.seat));
	}

	/** A switch for everybody else who could talk. */
	function offer() {
		const { seats, my_seats: mine } = table.now;
		const others = seats.filter(({ kind, seat }) => kind === "person" && !mine.includes(seat));
		if ($("muting").children.length === others.length) return;
		$("muting").replaceChildren(...others.map(({ seat, name }) => el("button", {
			type: "button", class: "quiet", "aria-pressed": `${muted.has(seat)}`, onclick: ({ target }) => mute(seat, target),
		}, fill(table.words.mute, { name }))));
	}

	function mute(seat, button) {
		if (!muted.delete(seat)) muted.add(seat);
		button.ariaPressed = `${muted.has(seat)}`;
		localStorage.setItem(place, JSON.stringify([...muted]));
		hide();
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

function spoken({ name, text: sentence, seat }, colon) {
	const speaker = name && el("b", {}, el("bdi", {}, name), colon);
	return el("li", name ? { "data-seat": seat } : {}, speaker, el("bdi", {}, sentence));
}
