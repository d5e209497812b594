// An exercise: a position as a seat saw it, in the rooms of the table. Nobody else plays there, nothing came
// before and nothing is thrown.
import * as board from "./board.js";
import { makeChoosing } from "./choosing.js";
import { $, json, text } from "./dom.js";
import { makeHinting } from "./hinting.js";
import { bindKeys } from "./keys.js";
import { makeMoves } from "./moves.js";
import { makeNotes } from "./notes.js";
import { clear } from "./overlay.js";
import { makePreviewing } from "./previewing.js";
import { chip, headline } from "./print.js";
import { makeShowing } from "./showing.js";
import { bindSpots } from "./spots.js";
import { makeTrying } from "./trying.js";

/** What an exercise has none of. */
const ABSENT = {
	past: { isOpen: () => false },
	throwing: { waits: () => false },
	log: { closeRecap: () => {} },
	lesson: { pointsAt: () => [] },
};

/** @param {AbortSignal} signal  given when the page is left */
export async function exercise(signal) {
	board.lay();
	/** @type {import("./table.js").Table & Record<string, any>} */
	const table = { words: json("words"), now: null, version: 0, heard: 0, ...ABSENT };
	table.plays = () => true;
	table.show = (update) => table.showing.add(update, () => present(update));
	table.occasion = (name, ...rest) => Object.values(rooms).forEach((room) => room[name]?.(...rest));

	// On every occasion the rooms are called in this order.
	const rooms = {
		choosing: makeChoosing(table),
		hinting: makeHinting(table),
		playing: makeTrying(table),
		moves: makeMoves(table),
		previewing: makePreviewing(table),
		showing: makeShowing(table),
		notes: makeNotes(table, signal),
	};
	Object.assign(table, rooms);
	table.wire = { ask: table.playing.ask };

	function present({ now }) {
		table.now = now;
		clear("about");
		table.occasion("decide");
		table.occasion("present", { now });
		headline(now.banner);
		$("seats").replaceChildren(...now.seats.map((seat) => chip({ ...seat, state: [] }, { ...now, sheet: [] })));
	}

	const whole = await table.wire.ask("hello");
	if (whole.type === "refusal") return text("banner", whole.text);
	board.sync(whole.parts);
	present(whole);
	bindSpots(table.choosing.hit, table.choosing.look);
	bindKeys(table, signal);
	const acts = Object.assign({}, ...Object.values(rooms).map((room) => room.acts));
	const press = ({ target }) => acts[target.closest("[data-act]")?.dataset.act]?.();
	document.addEventListener("click", press, { signal });
}
