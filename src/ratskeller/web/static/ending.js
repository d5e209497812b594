// The end: ranks, and the next match.
import { $, el, glyph, nonce, show, text } from "./dom.js";
import { score } from "./print.js";

/** @param {import("./table.js").Table} table */
export function makeEnding(table) {
	function present() {
		const { now } = table;
		show("result", now.status === "over");
		$("ranks").replaceChildren(...(now.result?.standing ?? []).map(place));
		show("rematch", now.my_seats.length || now.rematch);
		if (now.rematch) text("rematch", table.words.next_match);
	}

	function place([seat, sentence]) {
		const { now } = table;
		const won = now.result.ranks[seat] === 1;
		return el("li", { class: won && "won" }, glyph(now.seats[seat]), el("bdi", {}, score(sentence, now)));
	}

	async function rematch() {
		const answer = table.now.rematch ? table : await table.playing.ask("rematch", { nonce: nonce() });
		if (answer?.now?.rematch) location.assign(answer.now.rematch);
	}

	return { present, acts: { rematch } };
}
