// Trails: the ways that pieces went in the last turn of each opponent, until the viewer has played.
import * as board from "./board.js";
import { clear, drawWay } from "./overlay.js";

const SHORT = 60; // units of a sheet: what moved no farther leaves no trail

/** @param {import("./table.js").Table} table */
export function makeTrails(table) {
	/** @type {Map<number, Map<string, string[]>>} the ways of pieces, by seat and piece */
	const trails = new Map();
	let lastEntry; // of the frame that was shown last
	let lastSeat; // that something followed from

	function frame({ change, at, entry, seat }) {
		const about = entry === lastEntry ? [] : at;
		lastEntry = entry;
		if (seat == null) return;
		const isNewTurn = seat !== lastSeat;
		lastSeat = seat;
		if (seat === table.now.seat) return;
		if (isNewTurn || !trails.has(seat)) trails.set(seat, new Map());
		const ways = trails.get(seat);
		const walked = new Map((change.motions ?? []).map(({ part, places }) => [part, places]));
		for (const { id, place } of change.move ?? []) {
			const before = board.placeOf(id);
			if (distance(board.at(before), board.at(place)) <= SHORT) continue;
			const on = walked.get(id)?.slice(1) ?? [place];
			ways.set(id, [...(ways.get(id) ?? [before]), ...on]);
		}
		for (const [{ id, place }] of change.enter ?? []) {
			if (about.includes(id) || about.includes(place)) ways.set(id, [id]);
		}
	}

	function present({ log, request }) {
		const { seat: viewer } = table.now;
		if (request && log.some(({ seat }) => seat != null && seat === viewer)) trails.clear();
		drawAll();
	}

	function drawAll() {
		const { seats } = table.now;
		clear("trails");
		for (const [seat, ways] of trails) {
			for (const way of ways.values()) drawWay(way, "trails", seats[seat].tone);
		}
	}

	return { frame, present, draw: drawAll, forget: () => trails.clear() };
}

const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
