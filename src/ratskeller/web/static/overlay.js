// What is drawn over the board: rings around things, ways over places, badges.
import { at, has, lyingAt, sheetOf, sizeOf, spots, transformOf } from "./board.js";
import { $$, draw, ink } from "./dom.js";

/**
 * The layers of an overlay: what can be chosen and was (`lit`), what others did (`trails`), what a
 * sentence is about (`about`), what can be reached (`reach`), a `lesson`, a hint (`advice`), what an offer would do (`walk`, `badges`), the `focus`.
 * @typedef {"lit" | "trails" | "about" | "reach" | "lesson" | "advice" | "walk" | "badges" | "focus"} Layer
 */

const ROOM_AROUND = 1; // units between a part and its ring
const ROOM_ON_PLATE = 7; // units that a plate is seen around what stands on it
const CROWD = 30; // from more targets on, plates would hide the board
const LEAST_DOT = 12; // px
const AREA = 0.1; // of its sheet: a place that large is no thing to ring
const FRAME = 11; // units from the edge of a sheet to the line around it
const LEAST_BADGE = 17; // px
const LEAST_WORD = 13; // px

/** @param {Layer} layer */
export const clear = (layer) => $$(`[data-over=${layer}]`).forEach((group) => group.replaceChildren());

/** Draw on a layer of the sheet that a thing lies on. */
const drawOver = (id, layer, ...drawn) => sheetOf(id).querySelector(`[data-over=${layer}]`).append(...drawn);

function outline(id, style, room = ROOM_AROUND) {
	const d = spots.get(id)?.getAttribute("d");
	if (d) return draw("path", { class: style, d });
	const [width, height] = sizeOf(id).map((size) => size + 2 * room);
	const node = draw("rect", { class: style, x: -width / 2, y: -height / 2, width, height, rx: 9 });
	node.style.transform = transformOf(id);
	return node;
}

/** Ring a thing; the kind decides its ink. Of an area the ground is lit, and what stands there is ringed. */
export function ring(id, layer, kind = layer) {
	if (!has(id)) return;
	if (!isArea(id)) return drawOver(id, layer, outline(id, "ring-ink"), outline(id, `ring-${kind}`));
	const style = kind === "focus" ? "ring-focus" : `area-${kind}`;
	drawOver(id, layer, cutToFrame(sheetOf(id), outline(id, style)));
	for (const part of lyingAt(id)) ring(part.id, layer, kind);
}

function isArea(id) {
	const spot = spots.get(id);
	if (!spot) return false;
	const { width, height } = spot.getBBox();
	const sheet = sheetOf(id).viewBox.baseVal;
	return width * height > AREA * sheet.width * sheet.height;
}

/** Whatever of a drawing lies outside the frame of the sheet is not seen. */
function cutToFrame(sheet, drawn) {
	const { x, y, width, height } = sheet.viewBox.baseVal;
	const frame = { x: x + FRAME, y: y + FRAME, width: width - 2 * FRAME, height: height - 2 * FRAME };
	const viewBox = Object.values(frame).join(" ");
	return draw("svg", { ...frame, viewBox, overflow: "hidden" }, drawn);
}

/** What can be chosen, and nothing else: each stands on a plate; of many each has a dot. */
export function plates(ids) {
	clear("lit");
	for (const id of ids.filter(has)) drawOver(id, "lit", ...(ids.length > CROWD ? [dot(id)] : plate(id)));
}

/** Things can cover the whole of a place: so a plate has a broad rim. */
const plate = (id) => [outline(id, "ring-ink", ROOM_ON_PLATE), outline(id, "plate-lit", ROOM_ON_PLATE)];

function dot(id) {
	const [cx, cy] = at(id);
	const { viewBox, clientWidth } = sheetOf(id);
	return draw("circle", { class: "dot-lit", cx, cy, r: (LEAST_DOT / 2) * (viewBox.baseVal.width / clientWidth) });
}

/** Ring these things and no others. */
export function rings(layer, ids) {
	clear(layer);
	ids.forEach((id) => ring(id, layer));
}

/** A dashed way over places, bent outwards; around something that only came, a dashed line. */
export function drawWay(ids, layer, tone) {
	const stations = ids.filter(has);
	const [first] = stations;
	if (!first) return;
	if (stations.length === 1) return drawOver(first, layer, ink(outline(first, "way"), tone));
	const d = bentOutwards(stations.map(at), middleOf(sheetOf(first)));
	drawOver(first, layer, draw("path", { class: "way-ground", d }), ink(draw("path", { class: "way", d }), tone));
}

function middleOf(sheet) {
	const { x, y, width, height } = sheet.viewBox.baseVal;
	return [x + width / 2, y + height / 2];
}

function bentOutwards([start, ...points], [middleX, middleY]) {
	let [fromX, fromY] = start;
	let d = `M${start}`;
	for (const [toX, toY] of points) {
		const [halfX, halfY] = [(fromX + toX) / 2, (fromY + toY) / 2];
		const [outX, outY] = [halfX - middleX, halfY - middleY];
		const push = (0.4 * Math.hypot(toX - fromX, toY - fromY)) / (Math.hypot(outX, outY) || 1);
		d += `Q${halfX + outX * push},${halfY + outY * push} ${toX},${toY}`;
		[fromX, fromY] = [toX, toY];
	}
	return d;
}

/**
 * Places that can be reached: the likelier, the stronger the colour, each with what it takes.
 * @param {Layer} layer
 * @param {{at: string, text: string, share: number}[]} within
 */
export function shade(layer, within) {
	clear(layer);
	for (const { at: id, text, share } of within) {
		const [x, y] = at(id);
		const { viewBox, clientWidth } = sheetOf(id);
		const size = (LEAST_WORD * viewBox.baseVal.width) / clientWidth;
		const ground = outline(id, "reach");
		ground.style.fillOpacity = `${0.2 + 0.6 * share}`;
		drawOver(id, layer, ground, draw("text", { class: "reach-word", x, y: y + size * 0.35, "font-size": size }, text));
	}
}

/**
 * What would change, written where it would.
 * @param {Layer} layer
 * @param {import("./messages.js").Badge[]} all
 */
export function badges(layer, all) {
	for (const [id, here] of Map.groupBy(all, (badge) => badge.at)) {
		if (!has(id)) continue;
		const [x, y] = at(id);
		const { viewBox, clientWidth } = sheetOf(id);
		const size = Math.max(30, (LEAST_BADGE * viewBox.baseVal.width) / clientWidth);
		const changes = here.map(({ text }) => text).join(" ");
		const width = size * (0.9 + changes.length * 0.56);
		const plate = draw("rect", { x: x - width / 2, y: y - size * 0.68, width, height: size * 1.36, rx: size * 0.3 });
		const text = draw("text", { x, y: y + size * 0.35, "font-size": size }, changes);
		drawOver(id, layer, draw("g", { class: `badge ${here[0].tone}` }, plate, text));
	}
}
