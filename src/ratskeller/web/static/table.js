// The table: one socket, what it tells, and the rooms that show it, say it and answer it.
// No room knows a rule or a game.
import { makeAsking } from "./asking.js";
import * as board from "./board.js";
import { makeChoosing } from "./choosing.js";
import { makeCurtain } from "./curtain.js";
import { $, json, nonce } from "./dom.js";
import { makeEnding } from "./ending.js";
import { makeGentle } from "./gentle.js";
import { makeHinting } from "./hinting.js";
import { bindKeys } from "./keys.js";
import { makeLesson } from "./lesson.js";
import { makeLog } from "./log.js";
import { makeMoves } from "./moves.js";
import { makeNotes } from "./notes.js";
import { clear } from "./overlay.js";
import { makePast } from "./past.js";
import { makePeople } from "./people.js";
import { makePlaying } from "./playing.js";
import { makePreviewing } from "./previewing.js";
import { makeReach } from "./reach.js";
import { makeRules } from "./rules.js";
import { makeShowing } from "./showing.js";
import { makeSounding } from "./sounding.js";
import { bindSpots } from "./spots.js";
import { makeTalking } from "./talking.js";
import { makeTelling } from "./telling.js";
import { makeThrowing } from "./throwing.js";
import { makeThrows } from "./throws.js";
import { makeTrails } from "./trails.js";
import { connect } from "./wire.js";

/**
 * What the rooms of the page share. A room is what its `make` function returns, and each can reach the
 * others as `table.choosing`, `table.log` and so on. Whatever a room has of these is called in time:
 *
 * - `frame(frame, milliseconds)`: a frame is about to be shown
 * - `pause()`: what was asked is decided, and what followed will be shown now
 * - `decide()`: something else is asked than before
 * - `present(message)`: its frames were shown, and `now` is the case
 * - `forget()`: another hand will be shown, and nothing of the earlier one may stay
 * - `acts`: deeds by name; pressing an element with `data-act` does the one of this name
 *
 * @typedef {object} Table
 * @property {Record<string, string>} words  the sentences of the page
 * @property {import("./messages.js").Now | null} now  what is the case, as far as it was shown
 * @property {number} version  of the message that `now` came with
 * @property {number} heard  version of the last message that came in
 * @property {import("./wire.js").Wire} wire
 * @property {() => boolean} plays  whether the viewer has a seat in a match that goes on
 * @property {(update: import("./messages.js").Update) => void} show  show its frames, then what is the case
 * @property {() => void} askForAll  ask the server for the whole
 * @property {(name: string, ...rest: any[]) => void} occasion  call what the rooms have of this name
 */

/** @param {AbortSignal} signal  given when the page is left */
export function table(signal) {
	board.lay();
	/** @type {Table & Record<string, any>} */
	const table = { words: json("words"), now: null, version: 0, heard: 0 };
	table.plays = () => table.now.seat !== null && table.now.status === "playing";
	table.show = (update) => table.showing.add(update, () => present(update));
	table.askForAll = () => table.wire.send(hello());
	table.occasion = (name, ...rest) => Object.values(rooms).forEach((room) => room[name]?.(...rest));

	// On every occasion the rooms are called in this order.
	const rooms = {
		trails: makeTrails(table),
		choosing: makeChoosing(table),
		hinting: makeHinting(table),
		lesson: makeLesson(table),
		log: makeLog(table),
		gentle: makeGentle(table),
		talking: makeTalking(table),
		playing: makePlaying(table),
		people: makePeople(table),
		ending: makeEnding(table),
		moves: makeMoves(table),
		previewing: makePreviewing(table),
		throwing: makeThrowing(table),
		throws: makeThrows(table),
		reach: makeReach(table),
		rules: makeRules(table, signal),
		telling: makeTelling(table),
		showing: makeShowing(table),
		past: makePast(table),
		sounding: makeSounding(table, signal),
		curtain: makeCurtain(table),
		notes: makeNotes(table, signal),
		asking: makeAsking(table),
	};
	Object.assign(table, rooms);

	const hello = () => ({ type: "hello", log_after: table.log.lastEntry(), nonce: nonce() });

	function hear(message) {
		if (message.type === "whole") return begin(message);
		if (message.type !== "update" || !table.now || message.version <= table.heard) return;
		if (message.version !== table.heard + 1) return table.askForAll();
		table.heard = message.version;
		table.show(table.throwing.cover(message));
	}

	/** Everything at once: after a hello or a gap. */
	function begin(message) {
		const whole = table.throwing.cover(message);
		const first = !table.now;
		table.heard = whole.version;
		table.past.close();
		table.showing.stop();
		board.sync(whole.parts);
		if (whole.log[0]?.entry <= table.log.lastEntry()) table.occasion("forget");
		present(whole);
		if (first) table.log.openRecap();
	}

	/** What is the case, when everything before was shown. */
	function present(message) {
		const before = table.now;
		const { now, version } = message;
		if (now.status === "open") return location.reload();
		table.now = now;
		table.version = version;
		if (before && before.seat !== now.seat && message.type === "update") {
			table.occasion("forget");
			return table.askForAll();
		}
		const { classList } = $("main");
		classList.toggle("asked", now.asks);
		classList.toggle("plays", now.status === "playing" && now.my_seats.length > 0);
		classList.toggle("watches", now.status === "playing" && now.my_seats.length === 0);
		classList.toggle("no-hand", !table.plays());
		clear("about");
		// What others do meanwhile leaves a half-made choice alone.
		const isNew = JSON.stringify(before?.legal) !== JSON.stringify(now.legal);
		if (isNew || table.choosing.isPaused()) table.occasion("decide");
		table.occasion("present", message);
	}

	table.wire = connect(table.words, { signal, hear, hello });
	bindSpots(table.choosing.hit, table.choosing.look);
	bindKeys(table, signal);
	const acts = Object.assign({}, ...Object.values(rooms).map((room) => room.acts));
	const press = ({ target }) => acts[target.closest("[data-act]")?.dataset.act]?.();
	document.addEventListener("click", press, { signal });
	document.addEventListener("visibilitychange", () => document.hidden && table.showing.skip(), { signal });
	$("menu").onclick = () => $("menu").hidePopover();
}
