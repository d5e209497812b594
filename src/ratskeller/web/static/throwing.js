// Throwing: what chance has thrown for the viewer stays covered until the viewer throws it.
// The dice have fallen by then: a press decides when they are seen, never what they show.
import * as board from "./board.js";
import { $, show } from "./dom.js";
import { setting } from "./settings.js";

const TUMBLE = 700; // ms at normal pace

/** @typedef {import("./messages.js").Part} Part */

/** @param {import("./table.js").Table} table */
export function makeThrowing(table) {
	const memory = `thrown ${$("main").dataset.table}`; // of this window, for who loads the page again
	/** @type {import("./messages.js").Update | null} what came with a throw that was not made yet */
	let held = null;
	/** @type {Part[]} how the dice lay when they were covered */
	let lay = [];

	/** What is shown of a message at once: all of it, or what was before the throw. */
	function cover(message) {
		const { cast } = message.now;
		if (message.type === "whole") [held, lay] = [null, []];
		if (held && cast?.entry !== held.now.cast.entry) throwDice(); // somebody plays for the viewer
		if (!cast || setting("dice", "on") === "off" || sessionStorage.getItem(memory) === `${cast.entry}`) return message;
		const { frames = [], log, now, version } = message;
		const isBefore = ({ entry }) => entry < cast.entry;
		const [early, late] = [true, false].map((wanted) => ({
			frames: frames.filter((one) => isBefore(one) === wanted),
			log: log.filter((one) => isBefore(one) === wanted),
		}));
		held = held ? { ...held, now, version } : { ...message, ...late, type: "update", chat: [], request: "" };
		return { ...message, ...early, now: { ...now, banner: cast.banner, legal: [], buttons: {}, covered: true } };
	}

	const waits = () => held !== null && Boolean(table.now.covered);

	function ask(wanted) {
		show("throw", wanted);
		show("dice-first", wanted);
	}

	function present() {
		ask(waits());
		if (!waits() || lay.length) return;
		const { dice } = table.now.cast;
		lay = lyingWith(dice[0]);
		put(dice);
	}

	function throwDice() {
		if (!held) return;
		table.past.leave();
		const update = held;
		held = null;
		sessionStorage.setItem(memory, update.now.cast.entry);
		ask(false);
		if (lay.length) put(lay);
		lay = [];
		if (!update.frames.length) update.frames = [tumbling(update.now)];
		table.show(update);
	}

	return { cover, present, waits, throwDice, acts: { throw: throwDice } };
}

const lyingWith = ({ place }) => [...board.parts.values()].filter((part) => board.sheetOf(part.id) === board.sheetOf(place));

/** Lay exactly these parts on their sheet, at once. */
function put(parts) {
	const gone = lyingWith(parts[0]).filter(({ id }) => !parts.some((part) => part.id === id));
	board.change({ move: parts, leave: gone.map(({ id }) => [id]) }, 0);
}

/** Who was not there when they fell sees them fall. */
function tumbling({ cast, seat }) {
	const motions = cast.dice.filter(({ label }) => label).map(({ id }) => ({ part: id, how: "tumble", places: [] }));
	return { change: { motions }, text: "", milliseconds: TUMBLE, at: [], entry: cast.entry, kind: "dice", seat, facts: [], lines: 0 };
}
