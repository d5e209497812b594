// A whole match: slider, keys, autoplay, and the seal.
import { lay, places } from "./board.js";
import { $, $$, fill, inARow, json, text } from "./dom.js";
import { makeNotes } from "./notes.js";
import { rings } from "./overlay.js";
import { chip, headline, line } from "./print.js";
import { checkSeal } from "./seal.js";
import { wakeWithGesture } from "./sound.js";
import { join, makeStory, seatsAfter, stopsAtEntries } from "./story.js";

const PIECE = 100; // entries that are fetched at a time
const BEFORE = 20; // of the first ones, those that lie before the entry that is opened
const PAUSE = 2000; // ms until it is tried again
const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", " ": "autoplay" };

/** @param {AbortSignal} signal  given when the page is left */
export async function replay(signal) {
	const words = json("words");
	const { table } = $("main").dataset;
	const [opened, end] = [Number($("main").dataset.entry), Number($("main").dataset.last)];
	const match = await piece(Math.max(0, opened - BEFORE));
	if (!match) return text("banner", words.failed);
	match.end = end;
	const stops = stopsAtEntries(match); // one for each entry, and one before the first
	const story = makeStory(match, stops, { frame, rest, play: showPlaying });
	const notes = makeNotes({ words, choosing: { offersOf: () => [], whyNot: () => null } }, signal);
	let seats = [];
	/** @type {number | null} an entry to go to that has not come yet */
	let wanted = null;
	let eager = false; // to play from there

	/** @returns {Promise<import("./story.js").Told | null>} what happened after an entry */
	async function piece(after, until = Math.min(end, after + PIECE)) {
		const found = await fetch(`/api/tables/${table}/replay?after=${after}&until=${until}`, { signal }).catch(() => null);
		return found?.ok ? found.json() : null;
	}

	/** The rest of the match, piece by piece: first where somebody wants to go. */
	async function fetchRest() {
		while (match.last - match.first < end) {
			const isBack = match.last === end || (wanted ?? end) < match.first;
			const more = await (isBack ? piece(Math.max(0, match.first - PIECE), match.first) : piece(match.last));
			if (signal.aborted) return;
			if (more) grow(more);
			else await pause();
		}
		$("log").ariaBusy = null;
	}

	function grow(more) {
		const lines = more.log.map((one) => line(one, words, match.seats));
		if (more.first === match.last) $("log").append(...lines);
		else {
			$("log").prepend(...lines);
			story.shift(more.last - more.first, more.frames.length);
		}
		join(match, stops, more);
		showHand(more);
		if (wanted !== null && isTold(wanted)) arrive();
	}

	/** What was wanted has come. */
	function arrive() {
		story.go(wanted - match.first);
		wanted = null;
		if (eager) story.play(true);
		eager = false;
	}

	async function pause() {
		text("banner", words.failed);
		await new Promise((resolve) => setTimeout(resolve, PAUSE));
	}

	const isTold = (entry) => match.first <= entry && entry <= match.last;
	const here = () => wanted ?? match.first + story.stop();

	/** A moment of a move that is told. */
	function frame({ text: sentence, at, seat, facts, milliseconds }) {
		const news = new Map(facts);
		seats = seats.map((one) => ({ ...one, facts: news.get(one.seat) ?? one.facts }));
		showSeats(seat);
		if (sentence) headline(sentence);
		if (milliseconds) rings("about", at);
	}

	/** A move that is leapt to, or about to be told: then its moments bring their own sentences. */
	function rest(stop, leapt) {
		const entry = match.first + stop;
		const before = match.log.findLast((one) => one.entry <= entry);
		const said = match.log.filter((one) => one.entry === before?.entry);
		const sentence = inARow(said.map((one) => one.text)) || (match.first ? "" : words.start);
		if (leapt) {
			seats = seatsAfter(match, stops[stop]);
			showSeats(match.log.findLast((one) => one.entry <= entry && one.seat != null)?.seat);
			headline(sentence);
			rings("about", said.flatMap((one) => one.at));
		}
		if (!story.isPlaying()) text("polite", sentence);
		point(entry, sentence);
		markInLog(entry);
	}

	function showSeats(mover) {
		notes.present();
		const now = { to_act: mover, sheet: [] };
		$("seats").replaceChildren(...seats.map((seat) => chip({ ...seat, state: [seat.level].filter(Boolean) }, now)));
	}

	/** Slider, number and address say where we are. */
	function point(entry, sentence) {
		$("slider").value = entry;
		$("slider").ariaValueText = sentence;
		text("number", fill(words.of, { entry, last: end }));
		$("permalink").href = `/t/${table}/${entry}`;
		history.replaceState(null, "", $("permalink").href);
	}

	function markInLog(entry) {
		$$("#log li").forEach((item) => item.classList.toggle("here", Number(item.dataset.entry) === entry));
		const [here] = $$("#log .here");
		const log = $("log");
		if (here) log.scrollTop = here.offsetTop - log.offsetTop - log.clientHeight / 3;
	}

	function showPlaying(on) {
		text("autoplay", on ? words.pause : words.play);
		$("autoplay").ariaPressed = `${on}`;
	}

	/** Who takes the slider, a button or a line wants it to play no more. */
	function go(entry) {
		const goal = Math.max(0, Math.min(end, entry));
		story.play(false);
		eager = false;
		wanted = isTold(goal) ? null : goal;
		if (wanted === null) story.go(goal - match.first);
		else point(goal, "");
	}

	function togglePlaying() {
		if (!story.isPlaying() && here() === end) go(0);
		if (wanted === null) return story.play(!story.isPlaying());
		eager = !eager;
		showPlaying(eager);
	}

	function showHand(told) {
		if (everDealt(told).some(({ place }) => places[place]?.[0] === "hand")) $("main").classList.remove("no-hand");
	}

	function bindControls() {
		$("slider").oninput = () => go(Number($("slider").value));
		const goals = { first: () => 0, before: () => here() - 1, after: () => here() + 1, last: () => end };
		for (const [id, goal] of Object.entries(goals)) $(id).onclick = () => go(goal());
		$("autoplay").onclick = togglePlaying;
		$("log").onclick = (event) => {
			const to = event.target.closest("a:not(.cite)")?.parentNode.dataset.entry;
			if (!to || event.ctrlKey || event.metaKey) return;
			event.preventDefault();
			go(Number(to) - 1);
			go(Number(to)); // so the move is told from its beginning
		};
		if ($("check-seal")) $("check-seal").onclick = () => checkSeal(words);
		const press = (event) => {
			const isForAnother = event.target.matches("input, button, a") || event.ctrlKey || event.altKey || event.metaKey;
			if (!KEYS[event.key] || isForAnother) return;
			event.preventDefault();
			$(KEYS[event.key]).click();
		};
		document.addEventListener("keydown", press, { signal });
		signal.addEventListener("abort", story.end);
	}

	lay();
	wakeWithGesture(signal);
	$("main").classList.add("no-hand");
	showHand(match);
	$("log").replaceChildren(...match.log.map((one) => line(one, words, match.seats)));
	bindControls();
	story.go(opened - match.first);
	fetchRest();
}

/** Every part that a piece ever shows. */
function everDealt({ parts, frames }) {
	return [...parts, ...frames.flatMap(({ change: { enter = [] } }) => enter.map(([part]) => part))];
}
