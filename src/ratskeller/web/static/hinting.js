// Hints in three stages: look here; one of these two; this one, for a reason.
import * as board from "./board.js";
import { $, $$, show, text } from "./dom.js";
import { badges, clear, rings } from "./overlay.js";

const LAST_STAGE = 3;

/** @param {import("./table.js").Table} table */
export function makeHinting(table) {
	/** @type {string[]} things that the hint is about */
	let advised = [];
	let stage = 0;

	function forget() {
		advised = [];
		stage = 0;
		clear("advice");
		text("advice");
	}

	async function hint() {
		const decision = table.choosing.legal();
		$("hint").ariaBusy = "true";
		const answer = await table.wire.ask("hint", { stage: Math.min(LAST_STAGE, stage + 1), version: table.version });
		$("hint").ariaBusy = null;
		if (answer.type === "refusal") return table.playing.refuse(answer);
		if (answer.type !== "advice") return;
		if (decision === table.choosing.legal()) advise(answer);
	}

	function advise({ paths, stage: reached, text: sentence }) {
		advised = paths.flat();
		stage = reached;
		rings("advice", advised);
		if (paths.length > 1) {
			badges("advice", paths.map((path, at) => ({ at: path.findLast(board.has), text: at + 1, tone: "" })));
		}
		text("advice", sentence);
		$("advice").scrollTop = 0;
		$$(".stage .ring-advice")[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
		table.choosing.render();
	}

	function pause() {
		forget();
		show("hint", false);
	}

	return {
		pause,
		decide: forget,
		forget,
		advise,
		present: () => show("hint", table.choosing.legal().length),
		advises: (id) => advised.includes(id),
		acts: { hint },
	};
}
