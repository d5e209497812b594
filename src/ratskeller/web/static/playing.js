// Playing: what a person does goes to the server, one thing at a time.
import { confirmed, showPopover } from "./dialogs.js";
import { $, el, fill, post, show, text } from "./dom.js";
import { cite } from "./print.js";

/** @typedef {import("./wire.js").Offer} Offer */

/** @param {import("./table.js").Table} table */
export function makePlaying(table) {
	const { words } = table;
	const { classList, dataset } = $("main");

	function present() {
		const { now } = table;
		show("confirm", now.held);
		show("undo", now.drafted);
		show("restart", now.drafted > 1);
		text("undo", now.undo_hint);
	}

	/** @param {Offer & {number: number}} offer */
	async function play(offer) {
		if (table.showing.isBusy()) return table.showing.skip();
		const hold = table.now.confirm ?? matchMedia("(pointer: coarse)").matches;
		const asksLater = hold && offer.commits;
		if (asksLater || (await isMeant(offer))) ask("choose", { version: table.version, action: offer.number, hold });
	}

	/** Something grave is asked about before it is done. */
	const isMeant = async ({ caution }) => !caution || confirmed(words.caution, caution);

	/** Send what changes the table. */
	async function ask(type, fields) {
		if (classList.contains("busy")) return null;
		classList.add("busy");
		const answer = await table.wire.ask(type, fields);
		classList.remove("busy");
		if (answer.type === "refusal") {
			refuse(answer);
			if (answer.version !== table.heard) table.askForAll();
		}
		return answer;
	}

	/** Say a refusal, beside what it is about, and to who listens. */
	function refuse({ text: sentence, rule }, node, ...before) {
		showPopover(node, ...before, sentence, cite(rule, words));
		text("polite", sentence);
	}

	async function proposeToStop() {
		const { my_seats: mine, seats } = table.now;
		const agree = !mine.every((seat) => seats[seat].wants_to_stop);
		if (!agree || (await confirmed(words.stop_title, words.stop_text))) ask("abandon", { agree });
	}

	/** A code moves a seat to another device: my own, or one that the host gives anew. */
	async function showCode(seat = table.now.seat ?? table.now.my_seats[0]) {
		try {
			const made = await post(`/api/tables/${dataset.table}/seats/${seat}/code`, {}, words.failed);
			showPopover(null, el("b", {}, words.seat_title), fill(words.seat_text, made));
		} catch ({ message }) {
			showPopover(null, message);
		}
	}

	const acts = {
		return: () => ask("return"),
		cover: (seat) => ask("cover", { seat }),
		agree: (seat) => ask("agree", { seat }),
		undo: () => ask("undo", { version: table.version }),
		restart: () => ask("restart", { version: table.version }),
		commit: async () => (await isMeant(table.now)) && ask("commit", { version: table.version }),
		resign: async () => (await confirmed(words.resign_title, words.resign_text)) && ask("resign"),
		stop: proposeToStop,
		code: showCode,
	};

	return { present, play, ask, refuse, acts };
}
