// A whole match: slider, keys, autoplay, and the seal.
import { change, lay, places, sync } from "./board.js";
import { $, $$, fill, inARow, json, text } from "./dom.js";
import { rings } from "./overlay.js";
import { chip, headline, line } from "./print.js";
import { checkSeal } from "./seal.js";
import { setting } from "./settings.js";

const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", " ": "autoplay" };
const LONGEST_GLIDE = 400; // ms
const LEAST_SPEED = 120; // ms: nobody could follow a replay that plays at once
const speed = () => Number(setting("speed", 250));

/** @param {AbortSignal} signal  given when the page is left */
export async function replay(signal) {
	const words = json("words");
	const { table, entry: opened } = $("main").dataset;
	const found = await fetch(`/api/tables/${table}/replay`).catch(() => null);
	if (!found?.ok) return text("banner", words.failed);
	const match = await found.json();
	let entry; // what is shown: the position after this one
	let timer = 0; // of the next step, while it plays by itself

	function go(wanted) {
		const before = entry;
		entry = Math.max(0, Math.min(match.last, wanted));
		if (entry === before + 1) glide();
		else sync(positionAfter(match, entry));
		tell();
		point();
		markInLog();
	}

	function glide() {
		for (const frame of match.frames) {
			if (frame.entry === entry) change(frame.change, Math.min(LONGEST_GLIDE, speed()));
		}
	}

	function tell() {
		const said = match.log.filter((one) => one.entry === entry);
		if (said.length || !entry) headline(inARow(said.map((one) => one.text)) || words.start);
		if (!timer) text("polite", $("banner").textContent);
		rings("about", said.flatMap((one) => one.at));
	}

	/** Slider, number and address say where we are. */
	function point() {
		$("slider").value = entry;
		$("slider").ariaValueText = $("banner").textContent;
		text("number", fill(words.of, { entry, last: match.last }));
		$("permalink").href = `/t/${table}/${entry}`;
		history.replaceState(null, "", $("permalink").href);
	}

	function markInLog() {
		$$("#log li").forEach((item) => item.classList.toggle("here", Number(item.dataset.entry) === entry));
		const [here] = $$("#log .here");
		const log = $("log");
		if (here) log.scrollTop = here.offsetTop - log.offsetTop - log.clientHeight / 3;
	}

	function play(on) {
		clearTimeout(timer);
		timer = on ? setTimeout(playOn) : 0;
		text("autoplay", on ? words.pause : words.play);
		$("autoplay").ariaPressed = on;
	}

	function playOn() {
		if (entry >= match.last) return play(false);
		go(entry + 1);
		const isTurn = match.log.some((one) => one.entry === entry && !one.indent);
		timer = setTimeout(playOn, (isTurn ? 5 : 1.6) * Math.max(LEAST_SPEED, speed()));
	}

	function bindControls() {
		$("slider").oninput = () => go(Number($("slider").value));
		const goals = { first: () => 0, before: () => entry - 1, after: () => entry + 1, last: () => match.last };
		for (const [id, goal] of Object.entries(goals)) {
			$(id).onclick = () => {
				play(false);
				go(goal());
			};
		}
		$("autoplay").onclick = () => {
			if (!timer && entry >= match.last) go(0);
			play(!timer);
		};
		$("log").onclick = (event) => {
			const to = event.target.closest("a:not(.cite)")?.parentNode.dataset.entry;
			if (!to || event.ctrlKey || event.metaKey) return;
			event.preventDefault();
			go(Number(to));
		};
		if ($("check-seal")) $("check-seal").onclick = () => checkSeal(words);
		const press = (event) => {
			const isForAnother = event.target.matches("input, button, a") || event.ctrlKey || event.altKey || event.metaKey;
			if (!KEYS[event.key] || isForAnother) return;
			event.preventDefault();
			$(KEYS[event.key]).click();
		};
		document.addEventListener("keydown", press, { signal });
		signal.addEventListener("abort", () => play(false));
	}

	lay();
	$("main").classList.toggle("no-hand", !everDealt(match).some(({ place }) => places[place]?.[0] === "hand"));
	$("seats").replaceChildren(...match.seats.map((seat) => chip({ ...seat, state: [seat.level].filter(Boolean), facts: [] })));
	$("log").replaceChildren(...match.log.map((one) => line(one, words, match.seats)));
	$("slider").max = match.last;
	bindControls();
	go(Number(opened));
}

/** Every part that the match ever shows. */
function everDealt({ parts, frames }) {
	return [...parts, ...frames.flatMap(({ change: { enter = [] } }) => enter.map(([part]) => part))];
}

/** What lies on the board after an entry. */
function positionAfter({ parts, frames }, entry) {
	const now = new Map(parts.map((part) => [part.id, part]));
	for (const { change: { leave = [], move = [], enter = [] } } of frames.filter((frame) => frame.entry <= entry)) {
		for (const [id] of leave) now.delete(id);
		for (const part of [...move, ...enter.map(([one]) => one)]) now.set(part.id, part);
	}
	return [...now.values()];
}
