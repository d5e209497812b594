// Trying: what is chosen in an exercise goes to the coach, and comes back with a reason. Nobody else plays
// here, so what was chosen is kept on this page and goes along with every request.
import { sync } from "./board.js";
import { showPopover } from "./dialogs.js";
import { $, el, inARow, post, show, text } from "./dom.js";
import { cite, headline } from "./print.js";
import { asksBeforeTurnEnds } from "./settings.js";
import { toBoard } from "./spots.js";

/** @typedef {import("./messages.js").Offer} Offer */

const LAST_STAGE = 3;

/** @param {import("./table.js").Table} table */
export function makeTrying(table) {
	const { words } = table;
	const { classList, dataset } = $("main");
	/** @type {string[]} what was decided so far, by its notation */
	let line = [];
	let shown = false; // the best was shown
	let solved = false;
	let byKeys = false; // a try was taken back by who goes by keys: on to what can be chosen
	let latest = null; // what was answered to the last choice
	/** @type {string[]} the next best, to be looked at when the best is known */
	let instead = [];

	/** What a socket would do at a table. */
	async function ask(type, fields) {
		shown ||= type === "hint" && fields.stage === LAST_STAGE;
		try {
			return await post(dataset.address, { line, shown, ask: { type, ...fields } }, words.failed);
		} catch ({ message }) {
			return { type: "refusal", text: message, rule: "" };
		}
	}

	/** Ask for a change, one at a time; what is answered is shown. */
	async function change(type, fields, after) {
		if (classList.contains("busy")) return null;
		classList.add("busy");
		const answer = await ask(type, { version: table.version, ...fields });
		classList.remove("busy");
		if (answer.type === "refusal") {
			refuse(answer);
			return null;
		}
		line = after;
		return answer;
	}

	/** The offer, and with the same press what else of the turn follows from it without a choice. */
	async function play({ number, notation, rest }) {
		if (table.showing.isBusy()) return table.showing.skip();
		const hold = asksBeforeTurnEnds();
		let answer = await choose(number, notation, hold);
		for (let left = rest.length; left > 0 && answer?.now.legal.length === 1; left -= 1) {
			answer = await choose(0, answer.now.legal[0].notation, hold);
		}
		if (answer?.now.held && !hold) judge();
	}

	async function choose(action, notation, hold) {
		const answer = await change("choose", { action }, [...line, notation]);
		if (answer) table.show(hold ? answer : { ...answer, now: unasked(answer.now) });
		latest = answer ?? latest;
		return answer;
	}

	/** Who does not want to be asked before a turn ends has nothing to confirm. */
	const unasked = (now) => (now.held ? { ...now, held: false, drafted: 0, banner: words.judging } : now);

	async function judge() {
		if (classList.contains("busy")) return;
		for (const id of ["confirm", "undo", "restart"]) show(id, false);
		text("polite", words.judging);
		const answer = await change("commit", {}, line);
		if (answer) tell(answer);
		else table.show({ ...latest, frames: [] }); // it lies there still, to be confirmed once more or taken back
	}

	/**
	 * What became of a try: what it leads to lies on the board until it is taken back.
	 * @param {import("./messages.js").Tried} tried
	 */
	function tell({ verdict, counts, text: sentence, leads_to: told, instead: other }) {
		solved ||= counts;
		instead = other;
		const title = words[verdict || "unjudged"];
		$("verdict").dataset.verdict = verdict;
		text("verdict-title", title);
		text("verdict-text", sentence);
		$("leads-to").replaceChildren(...told.map((one) => el("li", {}, one)));
		show("again", !counts);
		show("reveal", !counts && !solved);
		show("refute", other.length);
		show("done", solved);
		show("verdict", true);
		headline(title);
		document.querySelector(".stage").scrollIntoView({ block: "nearest" });
		text("polite", inARow([title, sentence, ...told]));
		(counts ? $("done") : $("again")).focus();
	}

	async function takeBack(type, after) {
		const answer = await change(type, {}, after);
		if (!answer) return;
		byKeys = $("again").matches(":focus-visible");
		for (const id of ["verdict", "again", "reveal", "refute", "done"]) show(id, false);
		table.show(answer);
	}

	const again = () => takeBack("restart", []);

	/** Try the next best in the place of who has found the best. */
	async function refute() {
		const before = line;
		line = instead;
		const whole = await ask("hello");
		if (whole.type === "refusal") {
			line = before;
			return refuse(whole);
		}
		sync(whole.parts);
		latest = whole;
		table.show({ ...whole, frames: [], now: unasked(whole.now) });
		judge();
	}

	/** Name the best, from where it begins. */
	async function reveal() {
		await again();
		const answer = await ask("hint", { version: table.version, stage: LAST_STAGE });
		if (answer.type === "refusal") return refuse(answer);
		if (table.showing.isBusy()) table.showing.skip();
		table.hinting.advise(answer);
	}

	function present() {
		const { now } = table;
		show("confirm", now.held);
		show("undo", now.drafted);
		show("restart", now.drafted > 1);
		text("undo", now.undo_hint);
		if (byKeys) toBoard();
		byKeys = false;
	}

	/** Say a refusal, beside what it is about, and to who listens. */
	function refuse({ text: sentence, rule }, node) {
		showPopover(node, sentence, cite(rule, words));
		text("polite", sentence);
	}

	const acts = { undo: () => takeBack("undo", line.slice(0, -1)), restart: again, again, reveal, refute, commit: judge };

	return { present, play, ask, refuse, acts };
}
