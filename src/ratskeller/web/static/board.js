// What lies where: sheets of places, and the parts on them. The sums are those of draw/board.py.
import { $$, draw, json, mark } from "./dom.js";
import { css, dive, tumble, turnOver, walk } from "./motion.js";
import { calm } from "./settings.js";

/** @typedef {import("./messages.js").Part} Part */

/**
 * A place: its sheet, where it lies, how things on it are turned, mirrored and scaled, and how far
 * apart they lie where there are several (0: on top of each other).
 * @typedef {[sheet: string, x: number, y: number, angle: number, flip: boolean, scale: number, pitch: number]} Place
 */

/**
 * A symbol: its size, and where words are written on it.
 * @typedef {[width: number, height: number, x: number, y: number, size: number, room: number, fine: boolean, bold: boolean]} Shape
 */

const ROWS = { 3: [2, 1], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2] };
const SHRINK = [1, 1, 0.94, 0.88, 0.84, 0.78, 0.76, 0.72];
const LONGEST_GLIDE = 600; // ms
const GLIDING = 0.6; // of the time that a change is seen; then it is at rest
const WALKING = 0.8;
const WITHIN = 7; // where a place names the one around it
const LEAST_WORD = 0.62; // of its size: then words are squeezed instead

/** @type {Map<string, Part>} */
export const parts = new Map();
/** @type {Map<string, SVGElement>} elements of places that can be pointed at */
export const spots = new Map();
/** @type {Record<string, Place>} */
export let places = {};
/** @type {Record<string, SVGSVGElement>} */
export let sheets = {};
/** @type {Record<string, Shape>} */
let symbols = {};
/** @type {Map<string, SVGElement>} elements of parts */
const nodes = new Map();
/** @type {Map<string, import("./motion.js").Pose>} how parts lie */
const seats = new Map();

/** Find the sheets of the page and all that is drawn on them. */
export function lay() {
	[parts, nodes, seats, spots].forEach((map) => map.clear());
	({ places, symbols } = json("geometry"));
	sheets = {};
	for (const svg of $$("svg[data-sheet]")) {
		sheets[svg.dataset.sheet] = svg;
		for (const node of $$("[data-place]", svg)) {
			node.caption = node.getAttribute("aria-label");
			spots.set(node.dataset.place, node);
		}
		for (const node of $$("[data-part]", svg)) nodes.set(node.dataset.part, node);
		const under = ["trails", "lit"].map((layer) => draw("g", { class: "overlay", "aria-hidden": true, "data-over": layer }));
		svg.querySelector(".places").after(...under);
	}
}

export const has = (id) => parts.has(id) || id in places;
export const placeOf = (id) => parts.get(id)?.place ?? id;
export const sheetOf = (id) => sheets[places[placeOf(id)][0]];
export const at = (id) => places[placeOf(id)].slice(1, 3);
export const lyingAt = (id) => [...parts.values()].filter(({ place }) => [place, places[place][WITHIN]].includes(placeOf(id)));
export const nodeOf = (id) => nodes.get(id) ?? spots.get(id);
export const sizeOf = (id) => symbols[parts.get(id)?.symbol] ?? [60, 60];
/** Width and height of a symbol; what no board brings is a square. */
export const symbolSize = (name) => symbols[name]?.slice(0, 2) ?? [24, 24];
export const transformOf = (id) => css(seats.get(id) ?? poseAt(id));

/** What a thing is called: a place together with what lies on it. */
export function nameOf(id) {
	const caption = spots.get(id)?.caption;
	if (parts.has(id) && !spots.has(id)) return parts.get(id).label || parts.get(id).text;
	const labels = [...new Set(lyingAt(id).map(({ label }) => label))].filter(Boolean);
	if (caption && !labels.some((label) => label.startsWith(caption))) labels.unshift(caption);
	return labels.join(document.body.dataset.comma);
}

// --- how it changes ---

/** Lay exactly these parts, at once. */
export function sync(all) {
	const gone = [...nodes.keys()].filter((id) => !all.some((part) => part.id === id));
	change({ move: all, leave: gone.map((id) => [id]) }, 0);
	finish();
}

/**
 * @param {import("./messages.js").Change} change
 * @param {number} milliseconds  that it is seen; things come to rest before
 */
export function change({ move = [], enter = [], leave = [], motions = [] }, milliseconds) {
	const before = new Map(seats);
	const moving = milliseconds && !calm() ? motions : [];
	const sides = moving.map(({ part, how }) => (how === "turn" ? nodes.get(part)?.cloneNode(true) : undefined));
	const glide = Math.min(LONGEST_GLIDE, milliseconds * GLIDING);
	document.body.style.setProperty("--glide", `${glide}ms`);
	for (const [id, to] of leave) depart(id, to, glide);
	for (const part of move) parts.set(part.id, part);
	for (const [part, from] of enter) arrive(part, from);
	settle();
	if (moving.length) animate(moving, sides, before, milliseconds * WALKING);
	if (!milliseconds || !calm()) return;
	for (const [id, seat] of seats) {
		if (before.has(id) && css(before.get(id)) !== css(seat)) nodes.get(id).animate({ opacity: [0, 1] }, 100);
	}
}

/** Let things move in a way of their own instead of gliding. */
function animate(motions, sides, before, milliseconds) {
	const shown = motions.map((motion, number) => ({ ...motion, old: sides[number], node: nodes.get(motion.part) })).filter(({ node }) => node);
	for (const { node } of shown) node.style.transition = "none";
	for (const { part, how, places: stations, node, old } of shown) {
		getComputedStyle(node).transform; // ends the glide
		node.style.transition = "";
		const pose = seats.get(part);
		if (how === "turn") turnOver(node, old, pose, milliseconds);
		else if (how === "tumble") tumble(node, pose, milliseconds);
		else walk(node, before.get(part) ?? poseAt(stations[0]), between(stations, part), pose, milliseconds);
		if (how === "dive") dive(node, milliseconds);
	}
}

/** The stations of a way without its ends; the last one, too, where the part is laid aside after it. */
function between(stations, part) {
	return stations.slice(1, stations.at(-1) === placeOf(part) ? -1 : undefined).map(at);
}

function arrive(part, from) {
	const known = nodes.has(part.id);
	parts.set(part.id, part);
	const node = make(part);
	if (known) return;
	node.classList.add("gone");
	node.style.transform = seenFrom(part.place, from in places ? from : part.place);
	getComputedStyle(node).opacity; // puts the start of the glide on record
	node.classList.remove("gone");
}

function depart(id, to, milliseconds) {
	const node = nodes.get(id);
	if (to in places) node.style.transform = seenFrom(placeOf(id), to);
	parts.delete(id);
	nodes.delete(id);
	node.removeAttribute("data-part");
	node.classList.add("gone");
	setTimeout(() => node.remove(), milliseconds);
}

/** End every motion at once. */
export function finish() {
	for (const svg of Object.values(sheets)) svg.getAnimations({ subtree: true }).forEach((one) => one.finish());
	$$(".part.gone, .part.turning").forEach((node) => node.remove());
}

/** The element of a part. It is never put in again, which would end its motion; so layers are fixed. */
function make({ id, layer }) {
	if (nodes.has(id)) return nodes.get(id);
	let home = $$(".layer, .overlay:last-child", sheetOf(id)).find((one) => !(one.dataset.layer < layer));
	if (Number(home.dataset.layer) !== layer) {
		home.before(draw("g", { class: "layer", "data-layer": layer }));
		home = home.previousSibling;
	}
	const node = draw("g", { class: "part", "data-part": id });
	home.append(node);
	nodes.set(id, node);
	return node;
}

/** Everything goes where it belongs; what lies together is spread. */
function settle() {
	seats.clear();
	const ids = [...parts.keys()].sort();
	for (const crowd of Map.groupBy(ids, (id) => `${placeOf(id)} ${parts.get(id).layer}`).values()) {
		const [, , , , , , pitch] = places[placeOf(crowd[0])];
		const { offsets, shrink } = spread(crowd.length, pitch);
		crowd.forEach((id, number) => seat(parts.get(id), offsets[number], shrink));
	}
}

function seat(part, offset, shrink) {
	const node = make(part);
	const [, , , angle, flip, scale] = places[part.place];
	const pose = poseAt(part.place, offset, shrink, part.angle);
	seats.set(part.id, pose);
	node.style.transform = css(pose);
	const upsideDown = Math.cos(((angle + part.angle) * Math.PI) / 180) < -1e-6;
	const looks = JSON.stringify([{ ...part, place: 0 }, upsideDown, flip, scale * shrink]);
	if (node.looks === looks) return;
	node.looks = looks;
	const upright = `${flip ? " scale(-1 1)" : ""}${upsideDown ? " rotate(180)" : ""}`;
	dress(node, part, upright, scale * shrink);
}

/** @returns {import("./motion.js").Pose} */
function poseAt(place, [dx, dy] = [0, 0], shrink = 1, turn = 0) {
	const [, x, y, angle, flip, scale] = places[place];
	const size = scale * shrink;
	return { x: x + dx, y: y + dy, angle: angle + turn, width: flip ? -size : size, height: size };
}

/** Where a place lies in the units of the sheet of another one. */
function seenFrom(home, place) {
	const both = sheetOf(home).getScreenCTM().inverse().multiply(sheetOf(place).getScreenCTM());
	const [, x, y, , , scale] = places[place];
	const to = new DOMPoint(x, y).matrixTransform(both);
	return `translate(${to.x}px, ${to.y}px) rotate(0deg) scale(${scale * both.a}, ${scale * both.a})`;
}

// --- how it looks ---

/** Draw symbol, words and number of a part. */
function dress(node, part, upright, scale) {
	const { symbol, tone, label, text, count, under } = part;
	node.setAttribute("class", `part${tone && ` tone-${tone}`}`);
	if (label) mark(node, { role: "img", "aria-label": label });
	node.replaceChildren(...[under, symbol].filter(Boolean).map(used));
	if (text) write(node, part, upright, scale);
	if (count !== 1) number(node, part, upright, scale);
}

function used(symbol) {
	const [width, height] = symbols[symbol];
	return draw("use", { href: `#${symbol}`, x: -width / 2, y: -height / 2, width, height });
}

function write(node, { symbol, text }, upright, scale) {
	const [, , x, y, size, width, fine, bold] = symbols[symbol];
	const style = `word${bold ? " word-bold" : ""}${fine && scale < 1.6 ? " fine" : ""}`;
	const word = draw("text", { class: style, y: size * 0.34, "font-size": size }, text);
	node.append(draw("g", { transform: `translate(${x} ${y})${upright}` }, word));
	const room = width / (word.getComputedTextLength() || 1) || 1;
	if (room < 1) word.setAttribute("font-size", size * Math.max(LEAST_WORD, room));
	if (room < LEAST_WORD) word.setAttribute("textLength", width);
	if (width) word.style.setProperty("--room", Math.max(1, room)); // how far "larger text" may go
}

function number(node, { symbol, count }, upright, scale) {
	const [width, height] = symbols[symbol];
	const plate = draw("circle", { class: "line fill-paper", r: 20, "stroke-width": 2.4 });
	const figure = draw("text", { class: "word word-bold", y: 9, "font-size": 26 }, `${count}`);
	const corner = `translate(${width / 2 - 8} ${8 - height / 2})${upright} scale(${1 / scale})`;
	node.append(draw("g", { transform: corner }, plate, figure));
}

/** Where things lie around their place when there are several, and how much smaller they get. */
function spread(count, pitch) {
	if (!pitch || count === 1) return { offsets: Array(count).fill(), shrink: 1 };
	const shrink = SHRINK[Math.min(count, 7)];
	const rows = ROWS[count] ?? square(count);
	const centred = (number, length) => (number - (length - 1) / 2) * pitch * shrink;
	const offsets = rows.flatMap((length, row) =>
		Array.from({ length }, (_, number) => [centred(number, length), centred(row, rows.length) * 0.88]));
	return { offsets, shrink };
}

/** The lengths of rows that make about a square. */
function square(count) {
	const side = Math.ceil(Math.sqrt(count));
	return Array.from({ length: Math.ceil(count / side) }, (_, row) => Math.min(side, count - row * side));
}
