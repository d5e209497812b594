// The end: the bill, a picture to share, and the next match.
import { hidePopover } from "./dialogs.js";
import { $, el, glyph, nonce, pageAt, show, text } from "./dom.js";
import { score } from "./print.js";

const SHARPNESS = 2; // pixels of a picture for each unit of the drawing

/** @param {import("./table.js").Table} table */
export function makeEnding(table) {
	const address = `/t/${$("main").dataset.table}`;
	let isPrinted = $("bill-head").childElementCount > 0;

	function present() {
		const { now } = table;
		const isOver = now.status === "over";
		if (isOver && $("result").hidden) clearTheTable();
		show("result", isOver);
		$("main").classList.toggle("over", isOver);
		if (isOver && !isPrinted) print();
		$("ranks").replaceChildren(...(now.result?.standing ?? []).map(place));
		show("rematch", now.my_seats.length || now.rematch);
		const wasPlayedByBots = now.seats.every((one) => one.kind === "bot");
		show("look-back", now.result?.ranks.length && (now.my_seats.length || wasPlayedByBots));
		if (now.rematch) text("rematch", table.words.next_match);
	}

	/** Who was there at the end gets the bill that a visitor finds on the page. */
	async function print() {
		isPrinted = true;
		const sheet = await pageAt(`${address}/bill`);
		isPrinted = Boolean(sheet);
		if (!isPrinted) return;
		for (const id of ["bill-head", "bill-body"]) $(id).replaceChildren(...sheet.getElementById(id).childNodes);
	}

	/** Nothing that was asked or explained before stays in front of the result. */
	function clearTheTable() {
		hidePopover();
		$("ask").close();
		text("score-title", table.words.points_at_the_end);
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

	/** The drawing of the end as a picture that every program can show. */
	async function picture() {
		const drawing = new Image();
		drawing.src = `${address}/end.svg`;
		await drawing.decode();
		const canvas = el("canvas", { width: drawing.width * SHARPNESS, height: drawing.height * SHARPNESS });
		canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
		const href = canvas.toDataURL("image/png");
		el("a", { href, download: `${$("main").dataset.game}-${$("main").dataset.table}.png` }).click();
	}

	return { present, acts: { rematch, picture } };
}
