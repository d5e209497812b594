// The past: what happened is played again and stepped through on the board itself; leaving it leads to now.
import * as board from "./board.js";
import { showPopover } from "./dialogs.js";
import { $, $$, show, text } from "./dom.js";
import { clear, rings } from "./overlay.js";
import { refresh } from "./spots.js";
import { entriesAt, frameOf, makeStory, seatsAfter, sentenceAfter, stopsAtMoments } from "./story.js";
import { say } from "./telling.js";

const MORE = 12; // entries that are fetched at a time for who steps back

/** @param {import("./table.js").Table} table */
export function makePast(table) {
	const { classList, dataset } = $("main");
	/** @type {import("./story.js").Told | null} */
	let told = null;
	/** @type {ReturnType<typeof makeStory> | null} */
	let story = null;
	/** @type {number[]} */
	let stops = [];
	/** @type {import("./messages.js").Part[]} what lies on the board now */
	let held = [];
	/** @type {Node[]} what was said last */
	let said = [];

	const isOpen = () => story !== null;

	/** Presses while something is fetched wait for it: none is lost, and none is answered out of turn. */
	let busy = Promise.resolve();
	const inTurn = (deed) => (...wishes) => {
		busy = busy.catch(() => null).then(() => table.now && deed(...wishes));
	};

	/**
	 * Tell again what happened after an entry.
	 * @returns {Promise<boolean>} whether it can be told
	 */
	async function open(after) {
		const found = await fetch(`/api/tables/${dataset.table}/replay?after=${Math.max(0, after)}`).catch(() => null);
		const match = found?.ok && (await found.json());
		if (!match) {
			showPopover(null, table.words.failed);
			return false;
		}
		if (!isOpen()) hold();
		story?.end();
		told = match;
		stops = stopsAtMoments(told);
		story = makeStory(told, stops, { frame, rest, play });
		return true;
	}

	/** Nothing that happens from here on is shown before the viewer is back. */
	function hold() {
		table.showing.skip(); // what is on the board then is all that was shown
		table.showing.hold("past");
		held = [...board.parts.values()];
		said = [...$("said").childNodes];
		classList.add("past");
		show("to-now", true);
		refresh(false, [], []);
		for (const layer of ["trails", "advice", "walk", "badges"]) clear(layer);
	}

	function frame({ text: sentence, seat, at, facts, milliseconds }) {
		table.people.turn(seat, facts);
		if (sentence) {
			say(sentence, told.seats[seat]);
			text("polite", sentence);
		}
		if (milliseconds) rings("about", at);
	}

	function rest(stop, leapt) {
		$("later").disabled = false;
		$("earlier").disabled = !stop && !told.first;
		markLines(stop);
		if (!leapt) return;
		const { text: sentence, seat, at } = sentenceAfter(told, stops[stop]) ?? { text: table.words.before, at: [] };
		say(sentence, told.seats[seat]);
		text("polite", sentence);
		rings("about", at);
		table.people.show(seatsAfter(told, stops[stop]), seat);
	}

	/** The lines of the entries that the moment is told of. */
	function markLines(stop) {
		const [first, last] = entriesAt(told, stops, stop);
		const isHere = ({ dataset: { entry } }) => first <= entry && entry <= last;
		for (const item of $$("#log li")) item.classList.toggle("here", isHere(item));
		const [here] = $$("#log .here");
		if (here) bringInSight(here);
	}

	function bringInSight(item) {
		const panel = $("panel-log");
		const room = panel.getBoundingClientRect();
		const edge = panel.firstElementChild.getBoundingClientRect().bottom; // it covers what lies above
		const { top, bottom } = item.getBoundingClientRect();
		if (top < edge || bottom > room.bottom) panel.scrollTop += top - edge - (room.bottom - edge) / 3;
	}

	function play(on) {
		$("since").ariaPressed = `${on}`;
	}

	/** Play what others did since the viewer's last turn; once more: stop, and go on. */
	async function since() {
		if (isOpen() && !story.isAtEnd()) return story.play(!story.isPlaying());
		if (!(await open(table.log.lastOwnEntry()))) return;
		story.go(0);
		story.play(true);
	}

	async function earlier() {
		story?.play(false);
		if (story?.stop()) return story.go(story.stop() - 1);
		const from = told ? told.first : table.log.lastEntry();
		if (!from || !(await open(from - MORE))) return;
		// The last moment before what was shown.
		const shown = told.frames.filter((frame) => frame.entry <= from).length;
		story.go(stops.findLastIndex((stop) => stop < shown));
	}

	function later() {
		if (!isOpen()) return;
		story.play(false);
		if (story.isAtEnd()) leave();
		else story.go(story.stop() + 1);
	}

	/** The moment of a line of the log, told from its beginning. */
	async function tell(entry, number) {
		const isTold = isOpen() && entry > told.first && entry <= told.last;
		if (!isTold && !(await open(entry - 1))) return;
		story.play(false);
		const at = frameOf(told, entry, number);
		const stop = stops.findIndex((one) => one > at);
		story.go(Math.max(0, stop - 1));
		if (stop > 0) story.go(stop);
		const line = $$(`#log [data-entry="${entry}"]`)[number];
		if (line) bringInSight(line);
	}

	/** Back to what is the case. */
	function leave() {
		if (!isOpen()) return;
		close();
		board.sync(held);
		table.people.present();
		table.trails.draw();
		table.choosing.render();
		table.showing.release("past");
	}

	/** What is the case will be shown by who closes it. */
	function close() {
		if (!isOpen()) return;
		$("said").replaceChildren(...said);
		story.end();
		story = null;
		told = null;
		classList.remove("past");
		show("to-now", false);
		$("later").disabled = true;
		$("since").ariaPressed = "false";
		for (const item of $$("#log .here")) item.classList.remove("here");
		clear("about");
	}

	function present() {
		const hasPast = table.log.lastEntry() > 0;
		$("earlier").disabled = $("since").disabled = !hasPast;
		$("later").disabled = true;
	}

	/** A line of the log tells its moment here; with a key held, it is a link like any other. */
	function follow(event) {
		const item = event.target.closest("a:not(.cite)")?.closest("li[data-line]");
		if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		tellInTurn(Number(item.dataset.entry), Number(item.dataset.line));
	}

	/** What was said to one person must not come back for another. */
	function forget() {
		said = [];
		close();
	}

	const tellInTurn = inTurn(tell);
	$("log").addEventListener("click", follow);
	$("recap-list").addEventListener("click", follow);
	const acts = { since: inTurn(since), earlier: inTurn(earlier), later: inTurn(later), "to-now": leave };
	return { present, forget, close, leave, isOpen, acts };
}
