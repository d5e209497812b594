// A story: what happened, leafed through on the board, moment by moment or move by move.
import { change, sync } from "./board.js";
import { setting } from "./settings.js";
import { play as sound } from "./sound.js";

const NORMAL_SPEED = 250; // ms: the setting that the durations of frames are meant for
const LEAST_SPEED = 120; // nobody could follow what plays at once

/**
 * A match, or the end of one, as the server tells it again.
 * @typedef {object} Told
 * @property {import("./messages.js").Part[]} parts  what lay on the board before
 * @property {import("./messages.js").Frame[]} frames
 * @property {import("./messages.js").LogLine[]} log
 * @property {import("./messages.js").SeatInfo[]} seats
 * @property {import("./messages.js").Sign[][]} facts  what the cards of the seats said before
 * @property {number} first  the entry after which it begins
 * @property {number} last  its last entry
 * @property {number} [end]  the last entry of the match, where more of it will come
 */

/**
 * @param {Told} told
 * @param {number[]} stops  how many frames have been shown at each place where it rests
 * @param {object} listener
 * @param {(frame: import("./messages.js").Frame) => void} listener.frame  a frame is shown
 * @param {(stop: number, leapt: boolean) => void} listener.rest  it goes to a stop; who leaps has seen no frames
 * @param {(playing: boolean) => void} listener.play  it plays by itself now, or no more
 */
export function makeStory(told, stops, listener) {
	let stop = -1; // where it rests, or is about to
	let shown = 0; // frames
	let timer = 0;
	let playing = false;

	/** One stop further it is told frame by frame; everywhere else it is at once. */
	function go(wanted) {
		clearTimeout(timer);
		const before = stop;
		stop = Math.max(0, Math.min(stops.length - 1, wanted));
		const leaps = before < 0 || stop !== before + 1;
		if (leaps) {
			shown = stops[stop];
			sync(partsAfter(told, shown));
		} else {
			while (shown < stops[before]) showFrame(0);
		}
		listener.rest(stop, leaps);
		goOn();
	}

	function goOn() {
		let milliseconds = 0;
		while (!milliseconds && shown < stops[stop]) milliseconds = showFrame(slowness());
		if (milliseconds) timer = setTimeout(goOn, milliseconds);
		else if (playing) timer = setTimeout(playOn);
	}

	function showFrame(slow) {
		const frame = told.frames[shown++];
		const milliseconds = Math.ceil(frame.milliseconds * slow);
		change(frame.change, milliseconds);
		if (frame.kind && milliseconds) sound(frame.kind);
		listener.frame(frame);
		return milliseconds;
	}

	function slowness() {
		const speed = Number(setting("speed", NORMAL_SPEED));
		return (playing ? Math.max(LEAST_SPEED, speed) : speed) / NORMAL_SPEED;
	}

	function playOn() {
		if (stop < stops.length - 1) go(stop + 1);
		else if (told.last < told.end) timer = setTimeout(playOn, NORMAL_SPEED);
		else play(false);
	}

	function play(on) {
		playing = on;
		if (on) {
			clearTimeout(timer);
			goOn();
		}
		listener.play(on);
	}

	/** So many stops and frames have come before those that were told. */
	function shift(moreStops, moreFrames) {
		stop += moreStops;
		shown += moreFrames;
	}

	return {
		go,
		play,
		shift,
		end: () => clearTimeout(timer),
		stop: () => stop,
		isPlaying: () => playing,
		isAtEnd: () => stop === stops.length - 1,
	};
}

/** Where each entry ends. */
export function stopsAtEntries({ frames, first, last }) {
	const entries = Array.from({ length: last - first + 1 }, (_, number) => first + number);
	return entries.map((entry) => frames.filter((frame) => frame.entry <= entry).length);
}

/**
 * Put a piece of a match before what is told of it, or behind.
 * @param {Told} told
 * @param {number[]} stops  where its entries end
 * @param {Told} piece
 */
export function join(told, stops, piece) {
	const isNext = piece.first === told.last;
	const [one, other] = isNext ? [told, piece] : [piece, told];
	const [ends, more] = isNext ? [[...stops], stopsAtEntries(piece)] : [stopsAtEntries(piece), [...stops]];
	stops.splice(0, stops.length, ...ends, ...more.slice(1).map((end) => one.frames.length + end));
	Object.assign(told, {
		parts: one.parts,
		facts: one.facts,
		first: one.first,
		last: other.last,
		frames: [...one.frames, ...other.frames],
		log: [...one.log, ...other.log],
	});
}

/** Where each moment ends: before the next one begins. */
export function stopsAtMoments({ frames }) {
	const ends = frames.flatMap((frame, number) => (number && frame.kind ? [number] : []));
	return frames.length ? [0, ...ends, frames.length] : [0];
}

/** The first and the last entry that are told with the moment before a stop. */
export function entriesAt({ frames, first, last }, stops, stop) {
	if (!stop) return [first, first];
	const next = frames[stops[stop]]?.entry ?? last + 1;
	return [frames[stops[stop - 1]].entry, Math.max(frames[stops[stop] - 1].entry, next - 1)];
}

/** The number of the frame that a line of the log tells of: the so-manieth of its entry. */
export function frameOf({ frames }, entry, number) {
	let lines = 0;
	for (const [at, frame] of frames.entries()) {
		if (frame.entry === entry) lines += frame.lines;
		if (frame.entry > entry) return Math.max(0, at - 1);
		if (frame.entry === entry && lines > number) return at;
	}
	return Math.max(0, frames.length - 1);
}

/** The sentence that stands when so many frames were shown, with the frame that it came with. */
export const sentenceAfter = ({ frames }, shown) => frames.slice(0, shown).findLast((frame) => frame.text);

/** What lies on the board when so many frames were shown. */
export function partsAfter({ parts, frames }, shown) {
	const now = new Map(parts.map((part) => [part.id, part]));
	for (const { change: { leave = [], move = [], enter = [] } } of frames.slice(0, shown)) {
		for (const [id] of leave) now.delete(id);
		for (const part of [...move, ...enter.map(([one]) => one)]) now.set(part.id, part);
	}
	return [...now.values()];
}

/** The seats as their cards were when so many frames were shown. */
export function seatsAfter({ seats, facts, frames }, shown) {
	const now = seats.map((seat, number) => ({ ...seat, facts: facts[number] }));
	for (const frame of frames.slice(0, shown)) {
		for (const [seat, said] of frame.facts) now[seat].facts = said;
	}
	return now;
}
