// Places to point at, to focus and to name; each sheet is one stop of the Tab key.
import { nameOf, nodeOf, placeOf, sheets, spots } from "./board.js";
import { $$, mark } from "./dom.js";
import { clear, plates, ring, rings } from "./overlay.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const idOf = (node) => {
	const { part, place } = node.closest("[data-part], [data-place]")?.dataset ?? {};
	return part ?? place;
};

/** What lies under a pointer, from the top: a card can cover a place it does not lie on. */
export const under = ({ clientX, clientY }) => document.elementsFromPoint(clientX, clientY).map(idOf).filter(Boolean);

/**
 * Both get the ids that may be meant, the likeliest first.
 * @param {(ids: string[], node: Element) => void} choose
 * @param {(ids: string[]) => void} look
 */
export function bindSpots(choose, look) {
	for (const svg of Object.values(sheets)) {
		svg.onclick = (event) => choose(under(event), event.target);
		svg.onpointerover = (event) => look(under(event));
		svg.onpointerleave = () => look([]);
		svg.onkeydown = (event) => {
			const direction = ARROWS[event.key];
			if (direction) neighbour(event.target, direction)?.focus();
			else if (event.key === "Enter" || event.key === " ") choose([idOf(event.target)], event.target);
			else return;
			event.preventDefault();
			event.stopPropagation();
		};
		// A drawing that listens for the focus would get it.
		svg.parentNode.addEventListener("focusin", ({ target }) => {
			$$(".place[tabindex='0']", svg).forEach((spot) => (spot.tabIndex = -1));
			target.tabIndex = 0;
			if (target.matches(":focus-visible")) rings("focus", [idOf(target)]);
			look([idOf(target)]);
		});
		svg.parentNode.addEventListener("focusout", () => {
			clear("focus");
			look([]);
		});
	}
}

/**
 * Light what can be chosen, mark what was; give everything its name and role.
 * @param {boolean} active  whether the viewer plays
 * @param {string[]} lit
 * @param {string[]} chosen
 */
export function refresh(active, lit, chosen) {
	const inside = document.activeElement.closest("svg[data-sheet]");
	light(lit, chosen);
	for (const svg of Object.values(sheets)) {
		const named = $$(".place", svg).filter((spot) => nameSpot(spot, active, lit, chosen));
		const stop = named.find((spot) => spot === document.activeElement) ?? named.find((spot) => spot.dataset.lit) ?? named[0];
		if (stop) stop.tabIndex = 0;
	}
	// The focus went with what had it: on to what can be chosen.
	if (inside && !document.activeElement.closest("[tabindex]")) toBoard();
}

/** Nothing can be chosen while something is shown. Names and stops of the Tab key stay. */
export function unlight() {
	$$(".lit").forEach((node) => node.classList.remove("lit"));
	clear("lit");
}

function light(lit, chosen) {
	unlight();
	for (const node of $$(".part[tabindex]")) mark(node, { role: "img", tabindex: "", "data-lit": "" });
	plates(lit);
	chosen.forEach((id) => ring(id, "lit", "chosen"));
	for (const id of lit) {
		nodeOf(id).classList.add("lit");
		if (!spots.has(placeOf(id))) mark(nodeOf(id), { role: "button", tabindex: 0, "data-lit": true });
	}
}

/** @returns {string} the name of the place; empty: nobody needs to hear of it */
function nameSpot(spot, active, lit, chosen) {
	const { place } = spot.dataset;
	const name = nameOf(place);
	const isThere = (id) => placeOf(id) === place;
	mark(spot, {
		"aria-label": name,
		role: name && (active ? "button" : "img"),
		tabindex: name && "-1",
		"aria-pressed": name && active && `${chosen.some(isThere)}`,
		"data-lit": lit.some(isThere),
	});
	return name;
}

const oneColumn = matchMedia("(max-width: 61.99rem)");

/** Where the board is larger than the window: scroll until what can be chosen is in sight, above all the first. */
export function bringIntoSight(ids) {
	if (!oneColumn.matches) return;
	for (const id of [...ids].reverse()) {
		const node = nodeOf(id);
		if (!node || node.closest(".dock")) continue;
		node.scrollIntoView({ block: "nearest", inline: "nearest" });
		const covered = Math.min(...$$(".dock, .aloft").filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top));
		const below = node.getBoundingClientRect().bottom - covered;
		if (below > 0) scrollBy(0, below);
	}
}

export const toBoard = () => [...$$("[data-lit]"), ...$$(".place[tabindex='0']")][0]?.focus();

/** The neighbour in a direction; where no edge leads that way, the nearest spot of any sheet. */
function neighbour(from, [dx, dy]) {
	const near = from.dataset.near?.split(" ") ?? [];
	const [x, y] = centreOf(from);
	let least = Infinity;
	let nearest = null;
	for (const spot of $$(".place[tabindex], .part[tabindex]")) {
		const [spotX, spotY] = centreOf(spot);
		const distance = Math.hypot(spotX - x, spotY - y);
		const along = (spotX - x) * dx + (spotY - y) * dy;
		const isEdge = near.includes(spot.dataset.place);
		const cost = distance ** 3 / along ** 2 / (isEdge ? 4 : 1);
		if (!distance || along <= distance * (isEdge ? 0.3 : 0.5) || cost >= least) continue;
		least = cost;
		nearest = spot;
	}
	return nearest;
}

function centreOf(node) {
	const box = node.getBoundingClientRect();
	return [box.x + box.width / 2, box.y + box.height / 2];
}
