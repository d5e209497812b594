// What table and replay print alike: chips of the players and lines of the log.
import { rings } from "./board.js";
import { $, el, fill, glyph, ink } from "./dom.js";

export function chip(seat, words, mine, turn, ...buttons) {
	const states = [
		seat.title, mine && words.you, seat.kind === "bot" && words.bot, seat.level, seat.kind === "open" && words.open,
		seat.resigned ? words.left : seat.covered ? words.covered : seat.kind === "person" && !seat.online && words.away,
		turn && (seat.choosing ? words.choosing : words.to_act), seat.wants_to_stop && words.stops,
	];
	const node = el("li", { class: `chip${turn ? " turn" : ""}`, "data-seat": seat.seat },
		el("span", { class: "name" }, glyph(seat), el("bdi", { title: seat.name }, seat.name)),
		el("small", {}, states.filter(Boolean).join(" · ")),
		seat.facts[0] && el("ul", {}, ...seat.facts.map((fact) => el("li", {}, fact))), ...buttons);
	return ink(node, seat.tone);
}

export function cite(rule, words) {
	if (!rule || rule.startsWith("TB")) return rule; // the table's own are in no rulebook
	return el("a", { class: "cite", href: `/rules/${$("main").dataset.game}#${rule}`, target: "_blank" }, fill(words.rule, { rule }));
}

// A sentence that links to its position and lights what it is about.
export function line({ entry, text, seat, by, at, indent, rule }, words, seats) {
	const who = seats[seat];
	const helped = by.startsWith("bot") && who?.kind === "person" && el("small", {}, ` (${words.by_bot})`);
	const node = el("li", { class: indent && "deep", "data-entry": entry, "data-seat": seat },
		!indent && who && glyph(who), el("a", { href: `/t/${$("main").dataset.table}/${entry}` }, text, helped), cite(rule, words));
	const events = { pointerenter: at, focusin: at, pointerleave: [], focusout: [] };
	for (const [event, ids] of Object.entries(events)) node.addEventListener(event, () => rings("about", ids, "ring-ink", "ring-about"));
	return node;
}
