// A whole match: slider, keys, autoplay, and the seal.
import { change, lay, places, rings, sync } from "./board.js";
import { $, $$, fill, inARow, json, text } from "./dom.js";
import { chip, line } from "./print.js";
import { checkSeal } from "./seal.js";
import { setting } from "./settings.js";

const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", " ": "autoplay" };
const speed = () => +setting("speed", 250);

export async function replay(signal) {
	const words = json("words");
	const { dataset } = $("main");
	const found = await fetch(`/api/tables/${dataset.table}/replay`).catch(() => null);
	if (!found?.ok) return text("banner", words.failed);
	const { parts, frames, log, seats, last } = await found.json();
	let entry, timer;

	function go(wanted) {
		const before = entry;
		entry = Math.max(0, Math.min(last, wanted));
		if (entry !== before + 1) sync(fold(parts, frames.filter((frame) => frame.entry <= entry)));
		else for (const frame of frames) if (frame.entry === entry) change(frame.change, Math.min(400, speed()));
		const said = log.filter((one) => one.entry === entry);
		if (said.length || !entry) text("banner", inARow(said.map((one) => one.text)) || words.start);
		if (!timer) text("polite", $("banner").textContent);
		rings("about", said.flatMap((one) => one.at));
		$("slider").value = entry;
		$("slider").ariaValueText = $("banner").textContent;
		text("number", fill(words.of, { entry, last }));
		$("permalink").href = `/t/${dataset.table}/${entry}`;
		history.replaceState(null, "", $("permalink").href);
		$$("#log li").forEach((item) => item.classList.toggle("here", +item.dataset.entry === entry));
		const [here] = $$("#log .here");
		if (here) $("log").scrollTop = here.offsetTop - $("log").offsetTop - $("log").clientHeight / 3;
	}

	function play(on) {
		clearTimeout(timer);
		timer = on && setTimeout(next);
		text("autoplay", on ? words.pause : words.play);
		$("autoplay").ariaPressed = on;
	}

	function next() {
		if (entry >= last) return play(false);
		go(entry + 1);
		const turn = log.some((one) => one.entry === entry && !one.indent);
		timer = setTimeout(next, (turn ? 5 : 1.6) * Math.max(120, speed()));
	}

	lay();
	const dealt = [...parts, ...frames.flatMap(({ change: { enter = [] } }) => enter.map(([part]) => part))];
	$("main").classList.toggle("no-hand", !dealt.some(({ place }) => places[place]?.[0] === "hand"));
	$("seats").replaceChildren(...seats.map((seat) => chip({ ...seat, state: [seat.level].filter(Boolean), facts: [] })));
	$("log").replaceChildren(...log.map((one) => line(one, words, seats)));
	$("slider").max = last;
	$("slider").oninput = () => go(+$("slider").value);
	const goals = { first: () => 0, before: () => entry - 1, after: () => entry + 1, last: () => last };
	for (const [id, goal] of Object.entries(goals)) {
		$(id).onclick = () => {
			play(false);
			go(goal());
		};
	}
	$("autoplay").onclick = () => {
		if (!timer && entry >= last) go(0);
		play(!timer);
	};
	$("log").onclick = (event) => {
		const to = event.target.closest("a:not(.cite)")?.parentNode.dataset.entry;
		if (!to || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		go(+to);
	};
	if ($("check-seal")) $("check-seal").onclick = () => checkSeal(words);
	const key = (event) => {
		if (!KEYS[event.key] || event.target.matches("input, button, a") || event.ctrlKey || event.altKey || event.metaKey) return;
		event.preventDefault();
		$(KEYS[event.key]).click();
	};
	document.addEventListener("keydown", key, { signal });
	signal.addEventListener("abort", () => play(false));
	go(+dataset.entry);
}

function fold(parts, frames) {
	const now = new Map(parts.map((part) => [part.id, part]));
	for (const { change: { leave = [], move = [], enter = [] } } of frames) {
		for (const [id] of leave) now.delete(id);
		for (const part of [...move, ...enter.map(([one]) => one)]) now.set(part.id, part);
	}
	return [...now.values()];
}
