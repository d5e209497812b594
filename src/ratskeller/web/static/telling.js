// Telling: the banner, the sentence of the moment, what is read out, and the signs that it is my turn.
import { hidePopover } from "./dialogs.js";
import { $, glyph, inARow, text } from "./dom.js";
import { headline } from "./print.js";
import { setting } from "./settings.js";
import { play } from "./sound.js";

/** The sentence of a moment, with the sign of whose deed it is. */
export function say(sentence, who) {
	$("said").replaceChildren(...[who && glyph(who), sentence].filter(Boolean));
	$("said").scrollTop = 0;
}

/** @param {import("./table.js").Table} table */
export function makeTelling(table) {
	const { words } = table;
	/** @type {string[]} sentences of frames that were not read out yet */
	let unsaid = [];
	let wasAsked = false;

	/** The sentence of a moment stays until the next one. */
	function frame({ text: sentence, seat }) {
		if (!sentence) return;
		unsaid.push(sentence);
		say(sentence, table.now.seats[seat]);
	}

	function present({ log, type }) {
		const last = log.findLast((line) => line.by !== "table");
		if (type === "whole" && last) say(last.text, table.now.seats[last.seat]);
		const { asks, banner, seat: viewer } = table.now;
		headline(banner);
		if (log.some(({ seat }) => seat != null && seat !== viewer)) wasAsked = false;
		// Many moves in a row are one message.
		if (!table.showing.hasMore() && unsaid.length) text("polite", inARow(unsaid.splice(0)));
		if (asks && !wasAsked) announceTurn(banner);
		wasAsked = asks;
		document.title = asks ? words.turn_page : words.page;
		$("favicon").href = `/static/favicon${asks ? "-turn" : ""}.svg`;
	}

	function announceTurn(banner) {
		text("assertive", banner);
		play("turn");
		const mayNotify = setting("notify") === "on" && window.Notification?.permission === "granted";
		if (mayNotify && document.hidden) new Notification(words.turn_title, { body: banner, tag: location.pathname });
	}

	function forget() {
		unsaid = [];
		for (const id of ["polite", "assertive", "said"]) text(id);
		hidePopover();
	}

	return { frame, present, forget };
}
