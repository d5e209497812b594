// Telling: the banner, what is read out, and the signs that it is my turn.
import { hidePopover } from "./dialogs.js";
import { $, inARow, text } from "./dom.js";
import { headline } from "./print.js";
import { setting } from "./settings.js";
import { chime } from "./sound.js";

/** @param {import("./table.js").Table} table */
export function makeTelling(table) {
	const { words } = table;
	/** @type {string[]} sentences of frames that were not read out yet */
	let unsaid = [];
	let wasAsked = false;

	function frame({ text: sentence }, seat, milliseconds) {
		if (!sentence) return;
		unsaid.push(sentence);
		if (milliseconds) headline(sentence);
	}

	function present({ log }) {
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
		if (setting("sound") === "on") chime();
		const mayNotify = setting("notify") === "on" && window.Notification?.permission === "granted";
		if (mayNotify && document.hidden) new Notification(words.turn_title, { body: banner, tag: location.pathname });
	}

	function forget() {
		unsaid = [];
		for (const id of ["polite", "assertive"]) text(id);
		hidePopover();
	}

	return { frame, present, forget };
}
