// The table: one socket, a queue of frames, a choice by parts. It knows no rules and no game.
import * as board from "./board.js";
import { $, $$, el, fill, glyph, inARow, json, mark, nonce, post, show, text } from "./dom.js";
import { chip, cite, line, score } from "./print.js";
import { setting } from "./settings.js";
import { bindSpots, refresh, toBoard } from "./spots.js";
import { connect } from "./wire.js";

const NORMAL = 250; // ms: the speed that the durations of frames are meant for

export function table(signal) {
	const { dataset, classList } = $("main");
	const words = json("words");
	const trails = new Map(); // by seat: ways of its pieces
	const known = new Set(); // ids that were ever offered
	let now, version, heard, timer, own, asked, seen, shown, seated; // own: my frames are shown
	let [legal, path, advised, stage, log, steps, said] = [[], [], [], 0, [], [], []];

	const plays = () => now.seat !== null && now.status === "playing";
	const lastEntry = () => log.at(-1)?.entry ?? 0;
	const hello = () => ({ type: "hello", log_after: lastEntry(), nonce: nonce() });

	// --- what comes in ---

	function hear(message) {
		if (message.type === "whole") return whole(message);
		if (message.type !== "update" || !now || message.version <= heard) return;
		if (message.version !== heard + 1) return wire.send(hello());
		heard = message.version;
		const mine = !!message.request;
		for (const one of message.frames) steps.push([mine, (speed) => frame(one, message.log, speed / NORMAL)]);
		steps.push([mine, () => present(message)]);
		if (!timer) tick();
	}

	function whole(message) {
		const first = !now;
		clearTimeout(timer);
		[timer, steps, heard] = [0, [], message.version];
		show("skip");
		board.sync(message.parts);
		if (message.log[0]?.entry <= lastEntry()) forget();
		present(message);
		$("recap").open = first && $("recap-list").children.length > 1;
	}

	function tick() {
		const step = steps.shift();
		show("skip", steps.length > 1);
		if (!step) return (timer = 0);
		own = step[0];
		timer = setTimeout(tick, step[1](document.hidden ? 0 : +setting("speed", NORMAL)));
	}

	// Show all that waits, at once.
	function skip() {
		clearTimeout(timer);
		timer = 0;
		show("skip");
		while (steps.length) steps.shift()[1](0);
		board.finish();
	}

	function frame({ change, text: sentence, milliseconds, at, entry }, lines, slow) {
		const time = Math.round(milliseconds * slow);
		const seat = lines.find((one) => one.entry === entry)?.seat;
		if (seat != null && seat !== now.seat) remember(seat, change, entry === shown ? [] : at);
		shown = entry;
		board.change(change, time);
		if (sentence) said.push(sentence);
		if (sentence && time) text("banner", sentence);
		if (time) board.rings("about", at);
		return time;
	}

	function remember(seat, { move = [], enter = [] }, about) {
		const ways = trails.get(seat) ?? new Map();
		trails.set(seat, ways);
		for (const { id, place } of move) {
			const before = board.placeOf(id);
			const [[a, b], [c, d]] = [board.at(before), board.at(place)];
			if (Math.hypot(a - c, b - d) > 60) ways.set(id, [...(ways.get(id) ?? [before]), place]);
		}
		for (const [{ id, place }] of enter) if (about.includes(id) || about.includes(place)) ways.set(id, [id]);
	}

	function present(message) {
		const { log: lines, request } = message;
		if (message.now.status === "open") return location.reload();
		const changed = now && now.seat !== message.now.seat;
		const fresh = JSON.stringify(now?.legal) !== JSON.stringify(message.now.legal);
		({ now, version } = message);
		if (changed && message.type === "update") {
			forget();
			return wire.send(hello());
		}
		if (lines.some(({ seat }) => seat != null && seat !== now.seat)) asked = false;
		if (request && lines.some(({ seat }) => seat != null && seat === now.seat)) trails.clear();
		if (fresh) decide();
		write(lines);
		talk(message);
		board.clear("about");
		render();
		speak();
		hotSeat();
	}

	// Something else is asked. What others do meanwhile leaves a half-made choice alone.
	function decide() {
		legal = now.legal.map((offer, number) => ({ ...offer, number }));
		for (const offer of legal) offer.path.forEach((id) => known.add(id));
		[path, advised, stage] = [[], [], 0];
		board.clear("advice");
		text("advice");
	}

	function speak() {
		if (!steps.length && said.length) text("polite", inARow(said.splice(0)));
		if (now.asks && !asked) {
			text("assertive", now.banner);
			if (setting("sound") === "on") chime();
			if (setting("notify") === "on" && document.hidden && window.Notification?.permission === "granted") new Notification(words.turn_title, { body: now.banner, tag: location.pathname });
		}
		asked = now.asks;
		document.title = asked ? words.turn_page : words.page;
		$("favicon").href = `/static/favicon${asked ? "-turn" : ""}.svg`;
	}

	// --- what is shown ---

	function render() {
		text("banner", now.banner);
		classList.toggle("asked", now.asks);
		classList.toggle("plays", now.status === "playing" && now.my_seats.length);
		classList.toggle("no-hand", !plays());
		show("hint", legal.length);
		show("confirm", now.held);
		show("undo", now.drafted);
		show("restart", now.drafted > 1);
		text("undo", now.undo_hint);
		board.clear("trails");
		for (const [seat, ways] of trails) for (const way of ways.values()) board.way(way, "trails", now.seats[seat].tone);
		renderSeats();
		renderResult();
		renderRecap();
		renderChoice();
		renderMoves();
	}

	function renderChoice() {
		const choices = [...next()];
		refresh(plays(), choices.map(([id]) => id).filter(board.has), path);
		preview();
		show("back", path.length);
		const buttons = choices.filter(([id]) => now.buttons[id] || !board.has(id)).map(([id, offers]) =>
			mark(button(now.buttons[id] || offers[0].label, () => hit([id]), offers), { class: advised.includes(id) && "advised" }));
		if (legal.length === 1 && !buttons.length) buttons.push(button(legal[0].label, () => play(legal[0]), legal));
		$("choices").replaceChildren(...buttons);
	}

	function button(label, onclick, offers, ...more) {
		const [look, away] = [() => preview(offers), () => preview()];
		return el("button", { type: "button", onclick, onpointerenter: look, onfocus: look, onpointerleave: away, onblur: away, "data-notation": offers[0].notation }, label, ...more);
	}

	function renderMoves() {
		const inside = $("moves").contains(document.activeElement);
		const groups = Map.groupBy(legal, ({ path: [id, more] }) => (more ? now.buttons[id] || board.nameOf(id) : ""));
		const list = [...groups].flatMap(([name, offers]) => [
			name && el("h3", {}, name),
			el("ul", {}, ...offers.map((offer) => el("li", {}, button(offer.label, () => play(offer), [offer], el("small", {}, inARow(offer.effects)))))),
		]);
		$("moves").replaceChildren(...list.filter(Boolean));
		text("moves-count", legal.length || "");
		if (inside) ($("moves").querySelector("button") ?? $("confirm")).focus();
	}

	// What an offer would do, before it is chosen.
	async function preview(offers = []) {
		const offer = (seen = offers.length === 1 ? offers[0] : null);
		["walk", "badges"].forEach(board.clear);
		board.badges("badges", offer?.badges ?? []);
		offer?.trace.forEach((way) => board.way(way, "walk"));
		text("preview", offer ? [offer.label, ...offer.effects].join(" · ") : "");
		if (!offer || offer.effects.length || offer.asked) return;
		offer.asked = true;
		const { data } = await wire.ask("foresee", { version, action: offer.number });
		Object.assign(offer, data);
		if (data && seen === offer) preview(offers);
	}

	function renderSeats() {
		const all = JSON.stringify([now.seats, now.to_act, now.sheet]);
		if (all === seated) return;
		seated = all;
		const deeds = ({ seat, deeds }) => deeds.map((deed) => el("button", { type: "button", "data-deed": deed, onclick: () => acts[deed](seat) }, words[deed]));
		$("seats").replaceChildren(...now.seats.map((one) => chip(one, now, ...deeds(one))));
		$("sources").replaceChildren(...now.sheet.map(([source, points]) => el("tr", {}, el("th", { scope: "row" }, source), ...points.map((one) => el("td", {}, `${one}`)))));
	}

	function renderResult() {
		show("result", now.status === "over");
		const { ranks, standing = [] } = now.result ?? {};
		$("ranks").replaceChildren(...standing.map(([seat, sentence]) => el("li", { class: ranks[seat] === 1 && "won" }, glyph(now.seats[seat]), el("bdi", {}, score(sentence, now)))));
		show("rematch", now.my_seats.length || now.rematch);
		if (now.rematch) text("rematch", words.next_match);
	}

	function renderRecap() {
		const mine = log.findLastIndex(({ seat }) => seat != null && seat === now.seat);
		const news = now.asks && !now.drafted && mine >= 0 ? log.slice(mine + 1).filter(({ seat }) => seat != null) : [];
		show("recap", news.length);
		text("recap-title", fill(words.since, { count: news.length }));
		$("recap-list").replaceChildren(...news.map((entry) => line(entry, words, now.seats)));
	}

	function write(lines) {
		const panel = $("panel-log");
		const atEnd = !log.length || panel.scrollHeight - panel.scrollTop - panel.clientHeight < 40;
		log.push(...lines);
		$("log").append(...lines.map((one) => line(one, words, now.seats)));
		if (atEnd) requestAnimationFrame(() => (panel.scrollTop = panel.scrollHeight));
	}

	function talk({ chat, type }) {
		show("panel-chat", now.chat);
		if (type === "whole") $("chat").replaceChildren();
		else if (chat.length && !$("panel-chat").open) text("chat-news", "●");
		$("chat").append(...chat.map((one) => el("li", {}, one.name && el("b", {}, el("bdi", {}, one.name), ": "), el("bdi", {}, one.text))));
	}

	// --- what a person does: choosing filters the list of offers by path ---

	// What can be chosen after a path, with the offers it leads to; under `undefined` what the path completes.
	const next = (from = path) => Map.groupBy(legal.filter((offer) => from.every((id, at) => offer.path[at] === id)), (offer) => offer.path[from.length]);

	// The ids that a thing stands for: itself, its place, what lies there.
	function leads(id, from) {
		const open = next(from);
		const self = [id, board.placeOf(id)].find((one) => open.has(one));
		return self ? [self] : board.lying(id).map((part) => part.id).filter((one) => open.has(one));
	}

	// Of what lies under a finger the topmost that was or can be chosen, from here or else from the start.
	const meant = (ids) => ids.find((id) => path.includes(id) || leads(id, path).length) ?? ids.find((id) => leads(id, []).length) ?? ids[0];

	// Click, touch, Enter and buttons come here. What was chosen before is given back.
	function hit(ids, node) {
		const others = timer && !own;
		if (timer) skip();
		const id = meant(ids);
		if (others || !id) return;
		const found = leads(id, path);
		if (found.length && (found[0] === id || !path.includes(id))) return which(path, found, node);
		const chosen = path.findIndex((one) => board.placeOf(one) === board.placeOf(id));
		if (chosen >= 0) return choose(path.slice(0, chosen));
		const anew = leads(id, []);
		if (anew.length) which([], anew, node);
		else whyNot(id, node);
	}

	function which(base, ids, node) {
		if (!ids[1]) return choose([...base, ids[0]]);
		const take = (id) => el("button", { type: "button", popovertarget: "why", popovertargetaction: "hide", onclick: () => choose([...base, id]) }, board.nameOf(id));
		pop(node, words.which, ...ids.map(take));
	}

	function choose(parts) {
		const [offer] = next(parts).get(undefined) ?? [];
		if (offer) return play(offer);
		path = parts;
		renderChoice();
	}

	async function whyNot(id, node) {
		const place = board.placeOf(id);
		const things = [id, place, ...board.lying(id).map((part) => part.id)];
		if (things.some((one) => one.startsWith("score:"))) return $("score-sheet").showPopover();
		const thing = things.find((one) => known.has(one)) ?? (board.spots.has(place) ? place : id);
		const name = el("b", {}, board.nameOf(thing) || board.nameOf(id));
		if (!plays()) return pop(node, name);
		refuse(await wire.ask("why_not", { path: [...path, thing] }), node, name);
	}

	function refuse({ text: sentence, rule }, node, ...before) {
		pop(node, ...before, sentence, cite(rule, words));
		text("polite", sentence);
	}

	// A popover below a thing, or above it in the lower half of the window.
	function pop(node, ...content) {
		const [why, { x, width, top, bottom }] = [$("why"), (node ?? $("banner")).getBoundingClientRect()];
		why.replaceChildren(...content.filter(Boolean).map((one) => el("p", {}, one)));
		const edge = bottom < innerHeight / 2 ? `top: ${bottom + 6}px` : `bottom: min(${innerHeight - top + 6}px, 70dvh)`;
		why.style.cssText = `--middle: ${x + width / 2}px; ${edge}`;
		why.showPopover();
		why.querySelector("a, button")?.focus();
	}

	async function play(offer) {
		if (timer) return skip();
		const hold = now.confirm ?? matchMedia("(pointer: coarse)").matches;
		if ((hold && offer.commits) || (await careful(offer))) ask("choose", { version, action: offer.number, hold });
	}

	// Look here; one of these two; this one, for a reason.
	async function hint() {
		const decision = legal;
		$("hint").ariaBusy = "true";
		const answer = await wire.ask("hint", { stage: Math.min(3, stage + 1), version });
		$("hint").ariaBusy = null;
		if (answer.type !== "advice") return refuse(answer);
		if (decision !== legal) return;
		const { paths } = answer;
		advised = paths.flat();
		stage = answer.stage;
		board.rings("advice", advised);
		if (paths[1]) board.badges("advice", paths.map((way, number) => ({ at: way.findLast(board.has), text: number + 1, tone: "" })));
		text("advice", answer.text);
		$("advice").scrollTop = 0;
		$$(".stage .ring-advice")[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
		renderChoice();
	}

	// Send what changes the table: one thing at a time.
	async function ask(type, fields) {
		if (classList.contains("busy")) return null;
		classList.add("busy");
		const answer = await wire.ask(type, fields);
		classList.remove("busy");
		if (answer.type === "refusal") {
			refuse(answer);
			if (answer.version !== heard) wire.send(hello());
		}
		return answer;
	}

	// A question that names what would follow.
	function sure(title, question) {
		const dialog = $("ask");
		text("ask-title", title);
		text("ask-text", question);
		dialog.returnValue = "";
		dialog.showModal();
		return new Promise((answer) => (dialog.onclose = () => answer(dialog.returnValue === "yes")));
	}

	const careful = async ({ caution }) => !caution || sure(words.caution, caution);

	const acts = {
		skip,
		hint,
		return: () => ask("return"),
		cover: (seat) => ask("cover", { seat }),
		undo: () => ask("undo", { version }),
		restart: () => ask("restart", { version }),
		back: () => choose(path.slice(0, -1)),
		commit: async () => (await careful(now)) && ask("commit", { version }),
		sit: () => sit(now.to_act),
		resign: async () => (await sure(words.resign_title, words.resign_text)) && ask("resign"),
		stop: async () => {
			const agree = !now.my_seats.every((seat) => now.seats[seat].wants_to_stop);
			if (!agree || (await sure(words.stop_title, words.stop_text))) ask("abandon", { agree });
		},
		rematch: async () => {
			const answer = now.rematch ? { now } : await ask("rematch", { nonce: nonce() });
			if (answer?.now?.rematch) location.assign(answer.now.rematch);
		},
		// It moves a seat to another device: my own, or one that the host re-issues.
		code: async (seat = now.seat ?? now.my_seats[0]) => {
			const made = await post(`/api/tables/${dataset.table}/seats/${seat}/code`, {}, words.failed).catch(({ message }) => pop(null, message));
			if (made) pop(null, el("b", {}, words.seat_title), fill(words.seat_text, made));
		},
	};

	// A key presses the button or opens the panel that bears it.
	function key(event) {
		const { key: name, target } = event;
		if (!now || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select") || $$("dialog:is([open], :popover-open)").length) return;
		if (/^\S$/.test(name) ? setting("keys") === "off" : $$(":popover-open").length) return;
		const node = $$("[data-key]").find((one) => !one.hidden && one.dataset.key.split(",").includes(name));
		if (!node || (name === "Enter" && target !== document.body)) return;
		event.preventDefault();
		if (node === $("main")) return toBoard();
		if (node.parentNode.name !== "panels") return node.click();
		node.parentNode.open = true;
		(node.parentNode.querySelector("ul button") ?? node).focus();
	}

	// --- several people on one device ---

	function hotSeat() {
		const { my_seats: mine, seat, to_act: mover, status } = now;
		const due = mine.length > 1 && status === "playing" && seat !== mover;
		if (due && seat !== null) return sit(null);
		if (!due || !mine.includes(mover)) return $("curtain").close();
		for (const id of ["title", "open"]) text(`curtain-${id}`, fill(words[`curtain_${id}`], now.seats[mover]));
		if (!$("curtain").open) $("curtain").showModal();
	}

	// Another hand: nothing of the earlier one may stay.
	function forget() {
		[log, said] = [[], []];
		trails.clear();
		$("log").replaceChildren();
		for (const id of ["polite", "assertive", "advice", "preview", "why", "moves"]) text(id);
	}

	function sit(seat) {
		forget();
		wire.ask("sit", { seat });
	}

	board.lay();
	bindSpots(hit, (ids) => preview(leads(meant(ids), path).flatMap((one) => next().get(one))));
	const wire = connect(words, { signal, hear, hello });
	const on = (event, act) => document.addEventListener(event, act, { signal });
	on("click", ({ target }) => acts[target.closest("[data-act]")?.dataset.act]?.());
	on("keydown", key);
	on("visibilitychange", () => document.hidden && skip());
	$("curtain").oncancel = () => false;
	$("menu").onclick = () => $("menu").hidePopover();
	$("panel-chat").ontoggle = () => text("chat-news");
	$("say").onsubmit = () => {
		const sentence = $("say-text").value.trim();
		if (sentence) ask("chat", { text: sentence });
		$("say").reset();
		return false;
	};
}

function chime() {
	const audio = new AudioContext();
	const [tone, volume] = [new OscillatorNode(audio, { frequency: 587 }), new GainNode(audio, { gain: 0.08 })];
	volume.gain.setTargetAtTime(0, 0.1, 0.2);
	tone.connect(volume).connect(audio.destination);
	tone.start();
	tone.stop(1.2);
}
