// Places to point at, to focus and to name; each sheet is one stop of the Tab key.
import { clear, nameOf, nodeOf, outline, over, has, placeOf, rings, spots, svgs } from "./board.js";
import { $$, mark } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const idOf = ({ target }) => {
	const { part, place } = target.closest("[data-part], [data-place]")?.dataset ?? {};
	return part ?? place;
};

export function bindSpots(choose, look, leads) {
	// Under the pointer, from the top: a card can cover a place it does not lie on.
	const under = ({ clientX, clientY }) => {
		const ids = document.elementsFromPoint(clientX, clientY).map((target) => idOf({ target })).filter(Boolean);
		return ids.find((id) => leads(id).length) ?? ids[0];
	};
	for (const svg of Object.values(svgs)) {
		svg.onclick = (event) => under(event) && choose(under(event), event.target);
		svg.onpointerover = (event) => look(under(event));
		svg.onpointerleave = () => look();
		svg.onkeydown = (event) => {
			const way = ARROWS[event.key];
			if (way) neighbour(event.target, way)?.focus();
			else if (event.key === "Enter" || event.key === " ") choose(idOf(event), event.target);
			else return;
			event.preventDefault();
			event.stopPropagation();
		};
		svg.addEventListener("focusin", (event) => {
			$$(".place[tabindex='0']", svg).forEach((spot) => mark(spot, { tabindex: "-1" }));
			mark(event.target, { tabindex: 0 });
			if (event.target.matches(":focus-visible")) rings("focus", [idOf(event)], "ring-ground", "ring-focus");
			look(idOf(event));
		});
		svg.addEventListener("focusout", () => {
			clear("focus");
			look();
		});
	}
}

// Light what can be chosen, mark what was; names, roles, the stop of every sheet.
export function refresh(active, lit, chosen) {
	const inside = document.activeElement.closest("svg[data-sheet]");
	$$(".lit").forEach((node) => node.classList.remove("lit"));
	for (const node of $$(".part[tabindex]")) mark(node, { role: "img", tabindex: "", "data-lit": "" });
	rings("lit", lit, "ring-ink", "ring-lit");
	for (const id of chosen.filter(has)) over(id, "lit", outline(id, "ring-ink"), outline(id, "ring-chosen"));
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
		stop?.setAttribute("tabindex", 0);
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
	const costs = $$(".place[tabindex], .part[tabindex]").map((spot) => {
		const [a, b] = centre(spot);
		const [distance, along] = [Math.hypot(a - x, b - y), (a - x) * dx + (b - y) * dy];
		const edge = near.includes(spot.dataset.place);
		const fits = distance && along > distance * (edge ? 0.3 : 0.5);
		return [fits ? distance ** 3 / along ** 2 / (edge ? 4 : 1) : Infinity, spot];
	});
	const [cost, spot] = costs.sort(([a], [b]) => a - b)[0];
	return cost < Infinity ? spot : null;
}
