// Sheets of places and parts; the sums are those of draw/board.py.
import { $$, draw, ink, json, mark } from "./dom.js";
import { calm } from "./settings.js";

const ROWS = { 3: [2, 1], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2] };
const SHRINK = [1, 1, 0.94, 0.88, 0.84, 0.78, 0.76, 0.72];

export const parts = new Map();
const nodes = new Map();
const seats = new Map();
export const spots = new Map();
export let places, svgs;
let symbols;

export function lay() {
	[parts, nodes, seats, spots].forEach((map) => map.clear());
	({ places, symbols } = json("geometry"));
	svgs = {};
	for (const svg of $$("svg[data-sheet]")) {
		svgs[svg.dataset.sheet] = svg;
		for (const node of $$("[data-place]", svg)) {
			node.caption = node.getAttribute("aria-label");
			spots.set(node.dataset.place, node);
		}
		for (const node of $$("[data-part]", svg)) nodes.set(node.dataset.part, node);
		svg.querySelector(".places").after(draw("g", { class: "overlay", "aria-hidden": true, "data-over": "lit" }));
	}
}

export const has = (id) => parts.has(id) || id in places;
export const placeOf = (id) => parts.get(id)?.place ?? id;
export const sheetOf = (id) => svgs[places[placeOf(id)][0]];
export const at = (id) => places[placeOf(id)].slice(1, 3);
export const lying = (id) => [...parts.values()].filter((part) => part.place === placeOf(id));
export const nodeOf = (id) => nodes.get(id) ?? spots.get(id);

// What a thing is called: a place together with what lies on it.
export function nameOf(id) {
	const caption = spots.get(id)?.caption;
	if (parts.has(id) && !spots.has(id)) return parts.get(id).label || parts.get(id).text;
	const labels = [...new Set(lying(id).map(({ label }) => label))].filter(Boolean);
	if (caption && !labels.some((label) => label.startsWith(caption))) labels.unshift(caption);
	return labels.join(", ");
}

// --- what lies where ---

export function sync(all) {
	const gone = [...nodes.keys()].filter((id) => !all.some((part) => part.id === id));
	change({ move: all, leave: gone.map((id) => [id]) }, 0);
	finish();
}

export function change({ move = [], enter = [], leave = [] }, milliseconds) {
	const before = new Map(seats);
	document.body.style.setProperty("--glide", `${milliseconds}ms`);
	for (const [id, to] of leave) depart(id, to, milliseconds);
	for (const part of move) parts.set(part.id, part);
	for (const [part, from] of enter) arrive(part, from);
	settle();
	if (!milliseconds || !calm()) return;
	for (const [id, seat] of seats) if (before.get(id) !== seat) nodes.get(id).animate({ opacity: [0, 1] }, 100);
}

function arrive(part, from) {
	const known = nodes.has(part.id);
	parts.set(part.id, part);
	const node = make(part);
	if (known) return;
	node.classList.add("gone");
	node.style.transform = foreign(from in places ? from : part.place, part.place);
	getComputedStyle(node).opacity; // puts the start of the glide on record
	node.classList.remove("gone");
}

function depart(id, to, milliseconds) {
	const node = nodes.get(id);
	if (to in places) node.style.transform = foreign(to, placeOf(id));
	parts.delete(id);
	nodes.delete(id);
	node.removeAttribute("data-part");
	node.classList.add("gone");
	setTimeout(() => node.remove(), milliseconds);
}

// End every motion at once.
export function finish() {
	for (const svg of Object.values(svgs)) svg.getAnimations({ subtree: true }).forEach((one) => one.finish());
	$$(".part.gone").forEach((node) => node.remove());
}

// Nodes are never put in again: that would end their motion. So layers are fixed.
function make({ id, layer }) {
	if (nodes.has(id)) return nodes.get(id);
	let home = $$(".layer, .overlay:last-child", sheetOf(id)).find((one) => !(one.dataset.layer < layer));
	if (+home.dataset.layer !== layer) {
		home.before(draw("g", { class: "layer", "data-layer": layer }));
		home = home.previousSibling;
	}
	const node = draw("g", { class: "part", "data-part": id });
	home.append(node);
	nodes.set(id, node);
	return node;
}

function settle() {
	seats.clear();
	const ids = [...parts.keys()].sort();
	for (const crowd of Map.groupBy(ids, (id) => `${placeOf(id)} ${parts.get(id).layer}`).values()) {
		const [offsets, shrink] = fan(crowd.length, places[placeOf(crowd[0])][6]);
		crowd.forEach((id, number) => seat(parts.get(id), offsets[number], shrink));
	}
}

function seat(part, offset, shrink) {
	const node = make(part);
	const [, , , tilt, flip, scale] = places[part.place];
	seats.set(part.id, (node.style.transform = transform(part.place, offset, shrink, part.angle)));
	const turned = Math.cos(((tilt + part.angle) * Math.PI) / 180) < -1e-6;
	const looks = JSON.stringify([{ ...part, place: 0 }, turned, flip, scale * shrink]);
	if (node.looks !== looks) dress(node, part, `${flip ? " scale(-1 1)" : ""}${turned ? " rotate(180)" : ""}`, scale * shrink);
	node.looks = looks;
}

function transform(place, [dx, dy] = [0, 0], shrink = 1, angle = 0) {
	const [, x, y, tilt, flip, scale] = places[place];
	const size = scale * shrink;
	return `translate(${x + dx}px, ${y + dy}px) rotate(${tilt + angle}deg) scale(${flip ? -size : size}, ${size})`;
}

// Where a place lies in the units of the sheet of another one.
function foreign(place, home) {
	const both = sheetOf(home).getScreenCTM().inverse().multiply(sheetOf(place).getScreenCTM());
	const [, x, y, , , scale] = places[place];
	const to = new DOMPoint(x, y).matrixTransform(both);
	return `translate(${to.x}px, ${to.y}px) rotate(0deg) scale(${scale * both.a}, ${scale * both.a})`;
}

// Symbol, words and number of a part.
function dress(node, { symbol, tone, label, text, count }, upright, scale) {
	const [w, h, x, y, size, width, fine, bold] = symbols[symbol];
	node.setAttribute("class", `part${tone && ` tone-${tone}`}`);
	if (label) mark(node, { role: "img", "aria-label": label });
	node.replaceChildren(draw("use", { href: `#${symbol}`, x: -w / 2, y: -h / 2, width: w, height: h }));
	if (text) {
		const style = `word${bold ? " word-bold" : ""}${fine && scale < 1.6 ? " fine" : ""}`;
		const word = draw("text", { class: style, y: size * 0.34, "font-size": size }, text);
		node.append(draw("g", { transform: `translate(${x} ${y})${upright}` }, word));
		const room = width / (word.getComputedTextLength() || 1) || 1;
		if (room < 1) word.setAttribute("font-size", size * Math.max(0.62, room));
		if (room < 0.62) word.setAttribute("textLength", width);
	}
	if (count === 1) return;
	const plate = draw("circle", { class: "line fill-paper", r: 20, "stroke-width": 2.4 });
	const figure = draw("text", { class: "word word-bold", y: 9, "font-size": 26 }, `${count}`);
	node.append(draw("g", { transform: `translate(${w / 2 - 8} ${8 - h / 2})${upright} scale(${1 / scale})` }, plate, figure));
}

function fan(count, pitch) {
	if (!pitch || count === 1) return [Array(count).fill(), 1];
	const shrink = SHRINK[Math.min(count, 7)];
	const side = Math.ceil(Math.sqrt(count));
	const rows = ROWS[count] ?? Array.from({ length: Math.ceil(count / side) }, (_, row) => Math.min(side, count - row * side));
	const centred = (number, length) => (number - (length - 1) / 2) * pitch * shrink;
	return [rows.flatMap((length, row) => Array.from({ length }, (_, number) => [centred(number, length), centred(row, rows.length) * 0.88])), shrink];
}

// --- what is drawn over it ---

export const clear = (name) => $$(`[data-over=${name}]`).forEach((layer) => layer.replaceChildren());
export const over = (id, name, ...drawn) => sheetOf(id).querySelector(`[data-over=${name}]`).append(...drawn);

export function outline(id, style) {
	const d = spots.get(id)?.getAttribute("d");
	if (d) return draw("path", { class: style, d });
	const [w, h] = symbols[parts.get(id)?.symbol] ?? [60, 60];
	const node = draw("rect", { class: style, x: -w / 2 - 1, y: -h / 2 - 1, width: w + 2, height: h + 2, rx: 9 });
	node.style.transform = seats.get(id) ?? transform(id);
	return node;
}

export const ring = (id, name, kind = name) => has(id) && over(id, name, outline(id, "ring-ink"), outline(id, `ring-${kind}`));

export function rings(name, ids) {
	clear(name);
	ids.forEach((id) => ring(id, name));
}

// A dashed way over places, bent outwards; around something that only came, a dashed line.
export function way(ids, name, tone) {
	const [from, ...more] = ids.filter(has);
	if (!from) return;
	if (!more.length) return over(from, name, ink(outline(from, "way"), tone));
	const [start, points] = [at(from), more.map(at)];
	const { x, y, width, height } = sheetOf(from).viewBox.baseVal;
	let [[ax, ay], d] = [start, `M${start}`];
	for (const [bx, by] of points) {
		const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
		const [ox, oy] = [mx - x - width / 2, my - y - height / 2];
		const push = (0.4 * Math.hypot(bx - ax, by - ay)) / (Math.hypot(ox, oy) || 1);
		d += `Q${mx + ox * push},${my + oy * push} ${bx},${by}`;
		[ax, ay] = [bx, by];
	}
	over(from, name, draw("path", { class: "way-ground", d }), ink(draw("path", { class: "way", d }), tone));
}

export function badges(name, all) {
	for (const [id, here] of Map.groupBy(all, (one) => one.at)) {
		if (!has(id)) continue;
		const [x, y] = at(id);
		const { viewBox, clientWidth } = sheetOf(id);
		const size = Math.max(30, (17 * viewBox.baseVal.width) / clientWidth);
		const mark = here.map(({ text }) => text).join(" ");
		const width = size * (0.9 + mark.length * 0.56);
		const box = draw("rect", { x: x - width / 2, y: y - size * 0.68, width, height: size * 1.36, rx: size * 0.3 });
		over(id, name, draw("g", { class: `badge ${here[0].tone}` }, box, draw("text", { x, y: y + size * 0.35, "font-size": size }, mark)));
	}
}
