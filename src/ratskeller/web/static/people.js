// The people at the table, and the sheet that explains their scores.
import { $, el } from "./dom.js";
import { chip } from "./print.js";

/** @param {import("./table.js").Table} table */
export function makePeople(table) {
	/** @type {import("./messages.js").SeatInfo[]} as they are shown */
	let seats = [];
	/** @type {string[]} what each chip was made from */
	let made = [];
	let mover = null; // who is marked: whose turn it is, or whose deed is shown

	function present() {
		const { now } = table;
		show(now.seats, now.to_act);
		$("sources").replaceChildren(...now.sheet.map(row));
	}

	/** The cards and the mark change with the moment they belong to. */
	function turn(seat, facts) {
		const news = new Map(facts);
		const changed = seats.map((one) => ({ ...one, facts: news.get(one.seat) ?? one.facts }));
		show(changed, seat ?? mover);
	}

	function show(all, marked) {
		if (all.length !== seats.length) made = [];
		seats = all;
		mover = marked;
		if (!made.length) $("seats").replaceChildren(...seats.map(() => el("li")));
		seats.forEach(renew);
	}

	/** Only what has changed is made again: who has the focus there keeps it. */
	function renew(seat, number) {
		const { sheet } = table.now;
		const told = JSON.stringify([seat, seat.seat === mover, sheet.length > 0]);
		if (made[number] === told) return;
		made[number] = told;
		const old = $("seats").children[number];
		const focused = [...old.querySelectorAll("button, [tabindex]")].indexOf(document.activeElement);
		const fresh = chip({ ...seat, state: stateOf(seat) }, { to_act: mover, sheet }, ...deeds(seat));
		old.replaceWith(fresh);
		if (focused >= 0) fresh.querySelectorAll("button, [tabindex]")[focused]?.focus();
	}

	/** Whose turn it is said to be goes with the mark. */
	function stateOf({ seat, state }) {
		if (table.now.to_act === mover) return state;
		const { to_move: toMove, is_choosing: isChoosing } = table.words;
		const others = state.filter((word) => word !== toMove && word !== isChoosing);
		return seat === mover ? [...others, toMove] : others;
	}

	function deeds({ seat, deeds: names }) {
		const press = (deed) => () => table.playing.acts[deed](seat);
		return names.map((deed) => el("button", { type: "button", "data-deed": deed, onclick: press(deed) }, table.words[deed]));
	}

	const row = ([source, points]) => el("tr", {}, el("th", { scope: "row" }, source), ...points.map((one) => el("td", {}, `${one}`)));

	return { frame: ({ seat, facts }) => turn(seat, facts), present, turn, show };
}
