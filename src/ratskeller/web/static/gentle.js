// First matches are gentle: the aids come by themselves, until somebody has finished two or switches them off.
// What each thing is comes sooner (`notes.js`), what a choice does stands in a list, what happened is told once more.
import { $, show } from "./dom.js";
import { keep } from "./settings.js";

/** @param {import("./table.js").Table} table */
export function makeGentle(table) {
	const button = $("gentle");
	let isNew = true; // what is asked

	const isOn = () => button.ariaPressed === "true" && !button.hidden;

	function present() {
		const comes = button.hidden && table.plays() && !table.now.lesson;
		show("gentle", table.plays() && !table.now.lesson);
		if (comes && isOn()) listMoves();
		if (isNew && isOn()) table.log.openRecap();
		isNew = false;
	}

	/** Everything that can be done, with what it would do, in the place of the log. */
	function listMoves() {
		$(isOn() ? "panel-moves" : "panel-log").open = true;
	}

	function turn() {
		button.ariaPressed = `${!isOn()}`;
		keep("gentle", isOn() ? "on" : "off");
		listMoves();
		if (isOn()) table.log.openRecap();
		else $("recap").open = false;
	}

	return { present, decide: () => (isNew = true), isOn, acts: { gentle: turn } };
}
