// What table and replay print alike: chips of the players and lines of the log.
import { rings } from "./board.js";
import { $, el, fill, glyph, ink } from "./dom.js";

// Every score opens the sheet that explains it, where the game has one.
export const score = (words, now) => (now?.sheet[0] ? el("button", { type: "button", class: "score", popovertarget: "score-sheet" }, words) : words);

export function chip(seat, now, ...buttons) {
	const facts = seat.facts.map((fact, number) => el("li", {}, number ? fact : score(fact, now)));
	const node = el("li", { class: `chip${seat.seat === now?.to_act ? " turn" : ""}`, "data-seat": seat.seat },
		el("span", { class: "name" }, glyph(seat), seat.face && el("img", { class: "face", src: seat.face, alt: "" }), el("bdi", { title: seat.name }, seat.name)),
		el("small", {}, [seat.title, ...seat.state].join(" · ")), facts[0] && el("ul", {}, ...facts), ...buttons);
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
	for (const [event, ids] of Object.entries(events)) node.addEventListener(event, () => rings("about", ids));
	return node;
}
