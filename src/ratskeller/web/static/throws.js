// Throws so far: a sheet that the server writes, in a dialog.
import { $ } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function makeThrows(table) {
	/** What is covered yet is not told here either. */
	async function throws() {
		const before = table.throwing.waits() ? `?before=${table.now.cast.entry}` : "";
		const answer = await fetch(`/t/${$("main").dataset.table}/throws${before}`).catch(() => null);
		if (!answer?.ok) return table.playing.refuse({ text: table.words.failed }, $("open-throws"));
		const sheet = new DOMParser().parseFromString(await answer.text(), "text/html");
		$("throws-body").replaceChildren(...sheet.getElementById("throws-body").childNodes);
		$("throws").showPopover();
		$("throws").scrollTop = 0;
	}

	return { acts: { throws } };
}
