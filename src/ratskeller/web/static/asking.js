// Asking: words instead of eyes. The server answers what is typed; here are the line for it and what was answered.
import { $, el, text } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function makeAsking(table) {
	const line = $("asking-text");
	/** @type {string[]} what was typed, the latest first */
	let typed = [];
	let leafed = -1; // which of it stands in the line again
	let rest = {}; // of an answer that is not told to its end
	let said = ""; // the last announcement

	/** The first entry that was not shown yet: dice that wait for their throw, or what waits for a pupil. */
	function unshown() {
		if (table.throwing.waits()) return table.now.cast.entry;
		return table.version < table.heard ? table.log.lastEntry() + 1 : 0;
	}

	async function ask() {
		const question = line.value.trim();
		if (!question) return;
		$("asking-form").reset();
		typed.unshift(question);
		leafed = -1;
		table.past.leave();
		table.showing.skip();
		const { text: sentence, data } = await table.wire.ask("tell", { text: question, before: unshown(), ...rest });
		const { last, told, repeat } = data ?? {};
		rest = { last, told };
		if (!repeat) said = sentence;
		$("answers").append(el("li", {}, el("b", {}, question), el("p", {}, said)));
		$("answers").parentNode.scrollTop = $("answers").scrollHeight;
	}

	/** The arrow keys bring back what was typed before. */
	function leaf(event) {
		const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
		if (!step) return;
		event.preventDefault();
		leafed = Math.max(-1, Math.min(typed.length - 1, leafed + step));
		line.value = typed[leafed] ?? "";
	}

	/** Nothing of an earlier hand stays. */
	function forget() {
		[typed, rest, said] = [[], {}, ""];
		text("answers");
		$("asking").hidePopover();
	}

	const listening = new MutationObserver(([{ target }]) => (said = target.textContent || said));
	for (const region of ["polite", "assertive"]) listening.observe($(region), { childList: true });
	$("asking-form").onsubmit = () => (ask(), false);
	line.onkeydown = leaf;
	return { forget };
}
