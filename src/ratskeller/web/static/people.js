// The people at the table, and the sheet that explains their scores.
import { $, el } from "./dom.js";
import { chip } from "./print.js";

/** @param {import("./table.js").Table} table */
export function makePeople(table) {
	let shown = ""; // all that the chips were made from

	function present() {
		const { now } = table;
		const told = JSON.stringify([now.seats, now.to_act, now.sheet]);
		if (told === shown) return;
		shown = told;
		$("seats").replaceChildren(...now.seats.map((seat) => chip(seat, now, ...deeds(seat))));
		$("sources").replaceChildren(...now.sheet.map(row));
	}

	function deeds({ seat, deeds: names }) {
		const press = (deed) => () => table.playing.acts[deed](seat);
		return names.map((deed) => el("button", { type: "button", "data-deed": deed, onclick: press(deed) }, table.words[deed]));
	}

	const row = ([source, points]) => el("tr", {}, el("th", { scope: "row" }, source), ...points.map((one) => el("td", {}, `${one}`)));

	return { present };
}
