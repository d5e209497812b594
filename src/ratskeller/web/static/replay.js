// A whole match: slider, keys, autoplay, and the seal.
import { lay, places } from "./board.js";
import { $, $$, fill, inARow, json, text } from "./dom.js";
import { makeNotes } from "./notes.js";
import { rings } from "./overlay.js";
import { chip, headline, line } from "./print.js";
import { checkSeal } from "./seal.js";
import { wakeWithGesture } from "./sound.js";
import { makeStory, seatsAfter, stopsAtEntries } from "./story.js";

const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", " ": "autoplay" };

/** @param {AbortSignal} signal  given when the page is left */
export async function replay(signal) {
	const words = json("words");
	const { table, entry: opened } = $("main").dataset;
	const found = await fetch(`/api/tables/${table}/replay`).catch(() => null);
	if (!found?.ok) return text("banner", words.failed);
	/** @type {import("./story.js").Told} */
	const match = await found.json();
	const stops = stopsAtEntries(match); // one for each entry, and one before the first
	const story = makeStory(match, stops, { frame, rest, play: showPlaying });
	const notes = makeNotes({ words, choosing: { offersOf: () => [], whyNot: () => null } }, signal);
	let seats = [];

	/** A moment of a move that is told. */
	function frame({ text: sentence, at, seat, facts, milliseconds }) {
		const news = new Map(facts);
		seats = seats.map((one) => ({ ...one, facts: news.get(one.seat) ?? one.facts }));
		showSeats(seat);
		if (sentence) headline(sentence);
		if (milliseconds) rings("about", at);
	}

	/** A move that is leapt to, or about to be told: then its moments bring their own sentences. */
	function rest(entry, leapt) {
		const before = match.log.findLast((one) => one.entry <= entry);
		const said = match.log.filter((one) => one.entry === before?.entry);
		const sentence = inARow(said.map((one) => one.text)) || words.start;
		if (leapt) {
			seats = seatsAfter(match, stops[entry]);
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
		text("number", fill(words.of, { entry, last: match.last }));
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
		story.play(false);
		story.go(entry);
	}

	function bindControls() {
		$("slider").oninput = () => go(Number($("slider").value));
		const goals = { first: () => 0, before: () => story.stop() - 1, after: () => story.stop() + 1, last: () => match.last };
		for (const [id, goal] of Object.entries(goals)) $(id).onclick = () => go(goal());
		$("autoplay").onclick = () => {
			if (!story.isPlaying() && story.isAtEnd()) story.go(0);
			story.play(!story.isPlaying());
		};
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
	$("main").classList.toggle("no-hand", !everDealt(match).some(({ place }) => places[place]?.[0] === "hand"));
	$("log").replaceChildren(...match.log.map((one) => line(one, words, match.seats)));
	$("slider").max = match.last;
	bindControls();
	story.go(Number(opened));
}

/** Every part that the match ever shows. */
function everDealt({ parts, frames }) {
	return [...parts, ...frames.flatMap(({ change: { enter = [] } }) => enter.map(([part]) => part))];
}
