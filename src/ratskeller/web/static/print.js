// What table and replay print alike: tickets of the players and lines of the log.
import { symbolSize } from "./board.js";
import { $, draw, el, fill, glyph, ink } from "./dom.js";
import { rings } from "./overlay.js";

/** One sentence over everything; the banner has room for two lines, so a long one is set smaller. */
export function headline(sentence) {
	const banner = $("banner");
	banner.textContent = sentence;
	banner.classList.remove("long");
	banner.classList.toggle("long", banner.scrollHeight > banner.clientHeight);
}

/** A score opens the sheet that explains it, where the game has one. */
export function score(words, now) {
	if (!now?.sheet.length) return words;
	return el("button", { type: "button", class: "score", popovertarget: "score-sheet" }, words);
}

/** A symbol of the board among words. */
function icon(name) {
	const [width, height] = symbolSize(name);
	return draw("svg", { class: "icon", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": true }, draw("use", { href: `#${name}`, width, height }));
}

/** Signs with their numbers in a row, for those who see; the words stand beside them. */
export const signs = (all) => el("span", { class: "signs", "aria-hidden": true }, ...all.map(({ icon: sign, count }) => el("span", { class: "sign" }, icon(sign), el("b", {}, count))));

/** What is said of a player: in words, or as a sign with its number; then the words are for those who listen. */
function fact({ text, icon: sign, count }, number, now) {
	const words = number ? text : score(text, now);
	const note = sign || (number ? "none" : "score");
	const tabindex = words === text && -1;
	if (!sign) return el("li", { "data-note": note, tabindex }, words);
	const figure = count && el("b", { "aria-hidden": true }, count);
	const style = `sign sign-${sign.split("-")[0]}`;
	return el("li", { class: style, "data-note": note, tabindex }, icon(sign), figure, el("span", { class: "unseen" }, words));
}

/**
 * A player, as a ticket.
 * @param {import("./messages.js").SeatInfo} seat
 * @param {import("./messages.js").Now} [now]
 * @param {...HTMLElement} buttons  what the viewer may do about the seat
 */
export function chip(seat, now, ...buttons) {
	const face = seat.face && Object.assign(el("img", { class: "face", src: seat.face }), { alt: "" });
	const name = el("span", { class: "name", "data-note": "seat" }, glyph(seat), el("bdi", {}, seat.name));
	const all = [...seat.state, seat.title].filter(Boolean);
	const said = all.map((word, number) => el("span", { class: word === seat.title && "title" }, number > 0 && " · ", word));
	const facts = seat.facts.length > 0 && el("ul", {}, ...seat.facts.map((one, number) => fact(one, number, now)));
	const first = facts && facts.querySelector("[tabindex]");
	if (first) first.tabIndex = 0;
	const node = el("li", { class: `chip${seat.seat === now?.to_act ? " turn" : ""}`, "data-seat": seat.seat },
		face, name, el("small", { "data-note": "seat" }, ...said), facts, ...buttons);
	return ink(node, seat.tone);
}

/** A link to a rule; those of the table itself are in no rulebook. */
export function cite(rule, words) {
	if (!rule || rule.startsWith("TB")) return rule;
	const href = `/rules/${$("main").dataset.game}#${rule}`;
	return el("a", { class: "cite", href, target: "_blank" }, fill(words.rule, { rule }));
}

/**
 * A sentence that links to its position and lights what it is about.
 * @param {import("./messages.js").LogLine} entry
 * @param {Record<string, string>} words
 * @param {import("./messages.js").SeatInfo[]} seats
 */
export function line({ entry, number, text, seat, by, at, indent, rule }, words, seats) {
	const who = seats[seat];
	const helped = by.startsWith("bot") && who?.kind === "person" && el("small", {}, words.by_bot);
	const sentence = el("a", { href: `/t/${$("main").dataset.table}/${entry}` }, text, helped);
	const node = el("li", { class: indent ? "deep" : "", "data-entry": entry, "data-line": number, "data-seat": seat },
		!indent && who && glyph(who), sentence, cite(rule, words));
	for (const event of ["pointerenter", "focusin"]) node.addEventListener(event, () => rings("about", at));
	for (const event of ["pointerleave", "focusout"]) node.addEventListener(event, () => rings("about", []));
	return node;
}
