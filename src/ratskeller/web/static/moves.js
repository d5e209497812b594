// My moves: everything that is legal, as a list of words.
import * as board from "./board.js";
import { $, el, inARow, text } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function makeMoves(table) {
	function present() {
		const legal = table.choosing.legal();
		const hadFocus = $("moves").contains(document.activeElement);
		const { buttons } = table.now;
		const groups = Map.groupBy(legal, ({ path: [id, more] }) => (more ? buttons[id] || board.nameOf(id) : ""));
		$("moves").replaceChildren(...[...groups].flatMap(([name, offers]) => group(name, offers)));
		text("moves-count", legal.length || "");
		if (hadFocus) ($("moves").querySelector("button") ?? $("confirm")).focus();
	}

	function group(name, offers) {
		const list = el("ul", {}, ...offers.map((offer) => el("li", {}, move(offer))));
		return name ? [el("h3", {}, name), list] : [list];
	}

	function move(offer) {
		const effects = el("small", {}, inARow(offer.effects));
		return table.previewing.button(offer.label, () => table.playing.play(offer), [offer], effects);
	}

	return { present, forget: () => text("moves") };
}
