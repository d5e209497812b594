// Reach: what the viewer's next throw could reach, drawn over the board while it is asked for.
import * as board from "./board.js";
import { $, text } from "./dom.js";
import { clear, shade } from "./overlay.js";

/** @param {import("./table.js").Table} table */
export function makeReach(table) {
	const button = $("reach");
	if (!button) return {};

	const isWanted = () => button.ariaPressed === "true";

	function hide() {
		if (!isWanted()) return;
		button.ariaPressed = "false";
		clear("reach");
		text("preview");
	}

	async function toggle() {
		if (isWanted()) return hide();
		button.ariaPressed = "true";
		const answer = await table.wire.ask("reach");
		if (!isWanted()) return;
		if (answer.type === "refusal") {
			hide();
			return table.playing.refuse(answer, button);
		}
		shade("reach", answer.data);
		text("preview", table.words.reach);
		text("polite", answer.data.map(({ at, text: by }) => `${board.nameOf(at)} ${by}`).join(document.body.dataset.comma));
	}

	return { frame: hide, pause: hide, forget: hide, acts: { reach: toggle } };
}
