// Notes: what a thing is, what it does now and where that is written, beside whatever somebody rests on.
// A note lies in nobody's way: presses go through it. Held with a finger or asked for by the menu key, it stays, with links.
import * as board from "./board.js";
import { showPopover } from "./dialogs.js";
import { $, $$, el, fill, inARow, text } from "./dom.js";
import { cite } from "./print.js";
import { idOf, under } from "./spots.js";

/**
 * Something that can be rested on: by what its note is found, and what is said of it already.
 * @typedef {{node: Element, id?: string, names: string[][], now: string}} Thing
 * @typedef {{name: string, text: string, rule: string}} Note
 */

const REST = 400; // ms that somebody rests on a thing before it is explained
const SOON = 120; // ms that a beginner does
const HOLD = 500; // ms that a finger stays on one
const TREMBLE = 12; // px that it may move
const GAP = 8; // px between a thing and its note
const EDGE = 4; // px to the edge of the window

/** A name, then ever less of it: rat-run-red, rat-run, rat. */
function* beginnings(name) {
	for (let rest = name; rest; rest = rest.replace(/[-:.]?[^-:.]*$/, "")) yield rest;
}

/** The last name is an id: as a whole it counts before all others. */
export function find(notes, names) {
	const key = [names.at(-1), ...names.flatMap((name) => [...beginnings(name)])].find((one) => one in notes);
	return notes[key];
}

/** By what a part or place is found. */
export const namesOf = (id) => [board.parts.get(id)?.symbol ?? "", id];

/** @returns {Thing | null} */
function onBoard(id, ...more) {
	if (!id || !board.has(id)) return null;
	const now = board.nameOf(id) || board.nameOf(board.placeOf(id));
	return { node: board.nodeOf(id), id, names: [id, ...more].map(namesOf), now };
}

/** By what a sign beside a name is found; none has an id. */
export const namesOfSign = ({ dataset: { note } }) => [`fact-${note}`, note, ""];

/** A sign beside a name. */
function besideName(node) {
	return { node, names: [namesOfSign(node)], now: (node.querySelector(".unseen") ?? node).textContent };
}

function pointedAt(event) {
	const sign = event.target.closest?.("[data-note]");
	if (sign) return besideName(sign);
	return event.target.closest?.("[data-sheet]") ? onBoard(under(event)[0]) : null;
}

/** Who goes by keys gets to places: what lies there is explained with them. */
function focused(target) {
	const sign = target.closest("[data-note]");
	if (sign) return besideName(sign);
	const id = idOf(target);
	return onBoard(id, ...board.lyingAt(id).filter(({ label }) => label).map((part) => part.id));
}

/**
 * @param {import("./table.js").Table} table  of a replay, what it has of one
 * @param {AbortSignal} signal
 */
export function makeNotes(table, signal) {
	/** @type {Promise<Record<string, Note>> | null} */
	let known = null;
	/** @type {(Thing & {by: string}) | null} what is rested on */
	let resting = null;
	let timer = 0;
	let finger = null; // where it was put down
	let taps = false; // a beginner's finger need not be held
	/** @type {Thing | null} what it was held on: letting go of it presses nothing */
	let held = null;
	let eyes = 0; // a number for whoever looks: what one has asked for is not shown to the next

	const note = $("note");
	const isOpen = () => note.matches(":popover-open");

	async function load() {
		known ??= fetch($("main").dataset.notes).then((answer) => (answer.ok ? answer.json() : {}));
		return known.catch(() => {
			known = null;
			return {};
		});
	}

	function hide() {
		clearTimeout(timer);
		resting = null;
		note.hidePopover();
		note.replaceChildren();
	}

	function rest(thing, by) {
		if (thing && thing.node === resting?.node) return;
		hide();
		if (!thing || $("why").matches(":popover-open")) return;
		resting = { ...thing, by };
		load();
		timer = setTimeout(show, table.gentle?.isOn() ? SOON : REST, resting);
	}

	async function show(thing) {
		const told = await explain(thing, (rule) => (rule.startsWith("TB") ? rule : fill(table.words.rule, { rule })));
		if (thing !== resting || !told.length) return;
		note.replaceChildren(...told.map((one) => el("p", {}, ...one)));
		note.showPopover();
		lay(thing.node.getBoundingClientRect());
		if (thing.by === "focus") say();
	}

	/** To who listens. */
	const say = (box = note) => text("polite", inARow([...box.children].map((one) => one.textContent)));

	/** Keep it, with links to the rules, until something else is pressed. */
	async function pin(thing, node = thing.node) {
		const looker = eyes;
		hide();
		const told = await explain(thing, (rule) => cite(rule, table.words));
		hide();
		if (looker !== eyes || !told.length) return;
		showPopover(node, ...told.map((one) => el("span", {}, ...one)));
		say($("why"));
	}

	/** What is said of a thing, in paragraphs: its name, why it cannot be chosen or what it does now, and its notes. */
	async function explain({ id, names, now }, rule) {
		const [notes, answer] = await Promise.all([load(), id && table.choosing.whyNot(id)]);
		const [first, ...others] = new Set(names.map((one) => find(notes, one)).filter(Boolean));
		const offers = id ? table.choosing.offersOf([id]) : [];
		const named = first?.name ?? now;
		return [
			named && [el("b", {}, named)],
			now !== named && now && [now],
			offers.length === 1 && [el("i", {}, offers[0].label)],
			answer?.text && [el("strong", {}, answer.text), " ", el("small", {}, rule(answer.rule))],
			first && [first.text, " ", el("small", {}, rule(first.rule))],
			...others.map((other) => [el("b", {}, other.name), " ", other.text, " ", el("small", {}, rule(other.rule))]),
		].filter(Boolean);
	}

	/** Below its thing, above it, or beside it: wherever it hides nothing of it. */
	function lay({ left, top, right, bottom }) {
		note.style.cssText = ""; // where it lies now may squeeze it
		const { width, height } = note.getBoundingClientRect();
		const within = (at, size, room) => Math.max(EDGE, Math.min(at, room - size - EDGE));
		const across = within((left + right - width) / 2, width, innerWidth);
		const along = within((top + bottom - height) / 2, height, innerHeight);
		const [x, y] = [
			[across, bottom + GAP],
			[across, top - GAP - height],
			[right + GAP, along],
			[left - GAP - width, along],
		].find(([at, down]) => at >= 0 && down >= 0 && at + width <= innerWidth && down + height <= innerHeight) ?? [across, EDGE];
		note.style.cssText = `left: ${x}px; top: ${y}px`;
	}

	/** What is explained has changed, or is gone. */
	function renew() {
		if (!isOpen()) return;
		if (!resting.node.isConnected) return hide();
		const thing = resting.id ? { ...resting, now: onBoard(resting.id)?.now } : resting;
		resting = thing;
		show(thing);
	}

	// --- pointer, finger, keys ---

	const listen = (kind, deed) => document.addEventListener(kind, deed, { signal, capture: true });

	listen("pointerover", (event) => {
		if (event.pointerType === "touch") return;
		const thing = pointedAt(event);
		if (thing || resting?.by === "pointer") rest(thing, "pointer");
	});
	listen("pointerdown", (event) => {
		hide();
		held = null;
		const thing = event.pointerType === "touch" && pointedAt(event);
		if (!thing) return;
		finger = event;
		timer = setTimeout(hold, HOLD, thing);
	});
	listen("pointermove", ({ clientX, clientY }) => {
		if (finger && Math.hypot(clientX - finger.clientX, clientY - finger.clientY) > TREMBLE) letGo();
	});
	listen("pointerup", () => {
		taps = finger && table.gentle?.isOn();
		letGo();
		if (held) setTimeout(pin, 0, held); // a popover that opens before is closed by this very event
	});
	listen("pointercancel", letGo);
	listen("click", (event) => {
		if (!held) return taps && rest(pointedAt(event), "finger");
		event.preventDefault();
		event.stopImmediatePropagation();
	});
	listen("contextmenu", (event) => {
		const thing = document.activeElement === event.target ? focused(event.target) : pointedAt(event);
		if (!thing) return;
		event.preventDefault();
		if (finger) hold(thing);
		else if (!held) pin(thing);
	});
	listen("focusin", ({ target }) => {
		if (target.matches(":focus-visible")) rest(focused(target), "focus");
		else if (resting?.by !== "finger") hide(); // what was tapped may give the focus away
	});
	listen("focusout", () => resting?.by === "focus" && hide());
	listen("scroll", ({ target }) => isOpen() && target.contains(resting.node) && hide());
	addEventListener("resize", () => isOpen() && lay(resting.node.getBoundingClientRect()), { signal });
	listen("keydown", (event) => {
		if (event.key === "Escape" && isOpen()) hide();
		else if (!walk(event)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
	});

	function letGo() {
		if (finger) clearTimeout(timer);
		finger = null;
	}

	function hold(thing) {
		letGo();
		held = thing;
		resting = { ...thing, by: "finger" };
		show(resting);
	}

	function forget() {
		eyes += 1;
		hide();
	}

	/** From sign to sign of a player; the first is a stop of the Tab key. */
	function walk({ key, target }) {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
		if (!step || !target.matches("li[data-note]")) return false;
		const signs = $$("li[data-note][tabindex]", target.parentNode);
		signs[signs.indexOf(target) + step]?.focus();
		return true;
	}

	return { pin: (id, node) => pin(onBoard(id), node), frame: renew, present: renew, pause: hide, forget };
}
