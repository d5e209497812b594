// Playing: what a person does goes to the server, one thing at a time.
import { showPopover } from "./dialogs.js";
import { $, el, fill, post, show, text } from "./dom.js";
import { cite } from "./print.js";
import { asksBeforeTurnEnds } from "./settings.js";

/** @typedef {import("./messages.js").Offer} Offer */

/**
 * Asks before something grave is done.
 * @returns {Promise<boolean>}
 */
function confirmed(title, question) {
	const dialog = $("ask");
	text("ask-title", title);
	text("ask-text", question);
	dialog.returnValue = "";
	dialog.showModal();
	return new Promise((answer) => (dialog.onclose = () => answer(dialog.returnValue === "yes")));
}

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

	function pause() {
		for (const id of ["confirm", "undo", "restart"]) show(id, false);
	}

	/** @param {Offer & {number: number}} offer */
	async function play(offer) {
		if (table.past.isOpen()) return table.past.leave();
		if (table.showing.isBusy()) return table.showing.skip();
		const hold = table.now.confirm ?? asksBeforeTurnEnds();
		const asksLater = hold && offer.commits;
		if (asksLater || (await isMeant(offer))) playOut(offer, hold);
	}

	/** The offer, and with the same press what else of the turn follows from it without a choice. */
	async function playOut({ number, rest }, hold) {
		let answer = await ask("choose", { version: table.version, action: number, hold });
		for (let left = rest.length; left > 0 && isForced(answer); left -= 1) {
			answer = await ask("choose", { version: answer.version, action: 0, hold });
		}
	}

	const isForced = (answer) => answer?.type === "update" && answer.now.asks && answer.now.legal.length === 1;

	/** Something grave is asked about before it is done. */
	const isMeant = async ({ caution }) => !caution || confirmed(words.caution, caution);

	/** Send what changes the table, one thing at a time; without a line it waits for one. */
	async function ask(type, fields) {
		if (table.past.isOpen()) {
			table.past.leave();
			table.showing.skip();
		}
		if (classList.contains("busy")) return null;
		classList.add("busy");
		const answer = await askThroughCuts(type, fields);
		classList.remove("busy");
		if (answer.type === "refusal") {
			refuse(answer);
			if (answer.version !== table.heard) table.askForAll();
		}
		return answer;
	}

	/** Versions begin anew with every line: what was not heard is said again, if the same is still asked. */
	async function askThroughCuts(type, fields) {
		const { now } = table;
		const cuts = table.wire.cuts();
		const answer = await table.wire.ask(type, fields);
		const isStale = answer.type === "refusal" && fields?.version && table.wire.cuts() > cuts;
		if (answer.type !== "unheard" && !isStale) return answer;
		if (isStill(now)) return askThroughCuts(type, { ...fields, version: table.version });
		return { type: "refusal", version: table.heard, rule: "", text: words.too_late };
	}

	const isStill = (then) => [then, table.now].map(({ legal, drafted, held }) => JSON.stringify([legal, drafted, held])).reduce((a, b) => a === b);

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

	return { pause, present, play, ask, refuse, acts };
}
