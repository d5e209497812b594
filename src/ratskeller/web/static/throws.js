// Throws so far: a sheet that the server writes, in a dialog.
import { $, pageAt } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function makeThrows(table) {
	/** What is covered yet is not told here either. */
	async function throws() {
		const before = table.throwing.waits() ? `?before=${table.now.cast.entry}` : "";
		const sheet = await pageAt(`/t/${$("main").dataset.table}/throws${before}`);
		if (!sheet) return table.playing.refuse({ text: table.words.failed }, $("open-throws"));
		$("throws-body").replaceChildren(...sheet.getElementById("throws-body").childNodes);
		$("throws").showPopover();
		$("throws").scrollTop = 0;
	}

	return { acts: { throws } };
}
