// Places to point at, to focus and to name; each sheet is one stop of the Tab key.
import { clear, nameOf, nodeOf, placeOf, ring, rings, spots, svgs } from "./board.js";
import { $$, mark } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const idOf = (node) => {
	const { part, place } = node.closest("[data-part], [data-place]")?.dataset ?? {};
	return part ?? place;
};
// From the top: a card can cover a place it does not lie on.
const under = ({ clientX, clientY }) => document.elementsFromPoint(clientX, clientY).map(idOf).filter(Boolean);

// `choose` and `look` get the ids that may be meant, the likeliest first.
export function bindSpots(choose, look) {
	for (const svg of Object.values(svgs)) {
		svg.onclick = (event) => choose(under(event), event.target);
		svg.onpointerover = (event) => look(under(event));
		svg.onpointerleave = () => look([]);
		svg.onkeydown = (event) => {
			const way = ARROWS[event.key];
			if (way) neighbour(event.target, way)?.focus();
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

// Light what can be chosen, mark what was; names, roles, the stop of every sheet.
export function refresh(active, lit, chosen) {
	const inside = document.activeElement.closest("svg[data-sheet]");
	$$(".lit").forEach((node) => node.classList.remove("lit"));
	for (const node of $$(".part[tabindex]")) mark(node, { role: "img", tabindex: "", "data-lit": "" });
	rings("lit", lit);
	chosen.forEach((id) => ring(id, "lit", "chosen"));
	for (const id of lit) {
		nodeOf(id).classList.add("lit");
		if (spots.has(placeOf(id))) continue;
		mark(nodeOf(id), { role: "button", tabindex: 0, "data-lit": true });
	}
	const [open, taken] = [lit, chosen].map((ids) => ids.map(placeOf));
	for (const svg of Object.values(svgs)) {
		const named = $$(".place", svg).filter((spot) => {
			const { place } = spot.dataset;
			const name = nameOf(place);
			mark(spot, {
				"aria-label": name, role: name && (active ? "button" : "img"), tabindex: name && "-1",
				"aria-pressed": name && active && `${taken.includes(place)}`, "data-lit": open.includes(place),
			});
			return name;
		});
		const stop = named.find((spot) => spot === document.activeElement) ?? named.find((spot) => spot.dataset.lit) ?? named[0];
		if (stop) stop.tabIndex = 0;
	}
	// The focus went with what had it: on to what can be chosen.
	if (inside && !document.activeElement.closest("[tabindex]")) toBoard();
}

export const toBoard = () => [...$$("[data-lit]"), ...$$(".place[tabindex='0']")][0]?.focus();

// The neighbour in a direction; where no edge leads that way, the nearest spot of any sheet.
function neighbour(from, [dx, dy]) {
	const near = from.dataset.near?.split(" ") ?? [];
	const centre = (node) => {
		const box = node.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	};
	const [x, y] = centre(from);
	let [least, nearest] = [Infinity, null];
	for (const spot of $$(".place[tabindex], .part[tabindex]")) {
		const [a, b] = centre(spot);
		const [distance, along] = [Math.hypot(a - x, b - y), (a - x) * dx + (b - y) * dy];
		const edge = near.includes(spot.dataset.place);
		const cost = distance ** 3 / along ** 2 / (edge ? 4 : 1);
		if (distance && along > distance * (edge ? 0.3 : 0.5) && cost < least) [least, nearest] = [cost, spot];
	}
	return nearest;
}
