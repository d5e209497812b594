// The table: one socket, a queue of frames, a choice by parts. It knows no rules and no game.
import * as board from "./board.js";
import { complete, next } from "./choice.js";
import { $, $$, el, fill, glyph, group, json, nonce, popNear, show, text } from "./dom.js";
import { chip, cite, line } from "./print.js";
import { calm, setting } from "./settings.js";
import { bindSpots, refresh, toBoard } from "./spots.js";
import { Wire } from "./wire.js";

const CAP = 1500; // ms of an update at normal speed
const NORMAL = 250;

export function table(signal) {
	const { dataset } = $("main");
	const words = json("words");
	const trails = new Map(); // by seat: ways of its pieces
	const known = new Set(); // ids that were ever offered
	let now, version, heard, timer, own, asked, busy, seen, shown, seated; // own: my frames are shown
	let [legal, path, log, steps, said, talked] = [[], [], [], [], [], -1];

	const lastEntry = () => log.at(-1)?.entry ?? 0;
	const hello = () => ({ type: "hello", log_after: lastEntry(), nonce: nonce() });

	// --- what comes in ---

	function hear(message) {
		if (message.type === "whole") return whole(message);
		if (message.type !== "update" || !now || message.version <= heard) return;
		if (message.version !== heard + 1) return wire.send(hello());
		heard = message.version;
		const mine = !!message.request;
		const total = message.frames.reduce((sum, frame) => sum + frame.milliseconds, 0);
		const squeeze = Math.min(1, CAP / total) / NORMAL;
		for (const one of message.frames) steps.push([mine, (speed) => frame(one, message.log, speed * squeeze)]);
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

	// Show everything that waits, at once.
	function skip() {
		clearTimeout(timer);
		timer = 0;
		show("skip", false);
		while (steps.length) steps.shift()[1](0);
		board.finish();
	}

	function frame({ change, text: sentence, milliseconds, at, entry }, lines, slow) {
		const time = Math.round(milliseconds * slow);
		const seat = lines.find((one) => one.entry === entry)?.seat;
		if (seat != null && seat !== now.seat) remember(seat, change, entry === shown ? [] : at);
		shown = entry;
		board.change(change, time, calm());
		if (sentence) said.push(sentence);
		if (sentence && time) text("banner", sentence);
		if (time) board.rings("about", at, "ring-about");
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
		for (const [{ id, place }] of enter) if (about.includes(id) || about.includes(place)) ways.set(id, [place]);
	}

	function present(message) {
		const { log: lines, chat, request } = message;
		if (message.now.status === "open") return location.reload();
		const changed = now && now.seat !== message.now.seat;
		({ now, version } = message);
		if (changed && message.type === "update") {
			forget();
			return wire.send(hello());
		}
		if (lines.some(({ seat }) => seat != null && seat !== now.seat)) asked = false;
		if (request && lines.some(({ seat }) => seat != null && seat === now.seat)) trails.clear();
		path = [];
		legal = now.legal.map((offer, number) => ({ ...offer, number }));
		for (const offer of legal) offer.path.forEach((id) => known.add(id));
		write(lines);
		talk(chat);
		board.clear("about");
		render();
		speak();
		hotSeat();
	}

	function speak() {
		if (!steps.length && said.length) text("polite", said.splice(0).join(" "));
		if (now.asks && !asked) {
			text("assertive", now.banner);
			if ([setting("sound"), setting("notify")].includes("on")) import("./signals.js").then((one) => one.signal(words.turn_title, now.banner));
		}
		asked = now.asks;
		document.title = `${asked ? `● ${words.turn_title} ` : ""}${dataset.title} · Ratskeller`;
		$("favicon").href = `/static/favicon${asked ? "-turn" : ""}.svg`;
	}

	// --- what is shown ---

	function render() {
		text("banner", now.banner);
		$("main").classList.toggle("asked", now.asks);
		$("main").classList.toggle("no-hand", now.seat === null || now.status === "over");
		$$(".mine").forEach((item) => (item.hidden = !now.my_seats.length || now.status === "over"));
		show("confirm", now.held);
		show("undo", now.drafted);
		show("restart", now.drafted > 1);
		text("undo", now.undo_hint);
		board.clear("trails");
		for (const [seat, ways] of setting("trail") === "off" ? [] : trails) {
			for (const [id, way] of ways) {
				if (way[1]) board.way(way, "trails", now.seats[seat].tone);
				else if (board.has(id)) board.over(id, "trails", board.outline(id, "way"));
			}
		}
		renderSeats();
		renderResult();
		renderRecap();
		renderChoice();
		renderMoves();
	}

	function renderChoice() {
		const choices = [...next(legal, path)];
		refresh(now.seat !== null && now.status === "playing", choices.map(([id]) => id).filter(board.has), path);
		preview();
		show("back", path.length);
		const buttons = choices.filter(([id]) => !board.has(id)).map(([id, offers]) => button(now.buttons[id] || offers[0].label, () => hit(id), offers));
		if (legal.length === 1 && !buttons.length) buttons.push(button(legal[0].label, () => play(legal[0]), legal));
		$("choices").replaceChildren(...buttons);
	}

	function button(label, onclick, offers, ...more) {
		const [look, away] = [() => preview(offers), () => preview()];
		return el("button", { type: "button", onclick, onpointerenter: look, onfocus: look, onpointerleave: away, onblur: away, "data-notation": offers[0].notation }, label, ...more);
	}

	function renderMoves() {
		const inside = $("moves").contains(document.activeElement);
		const groups = group(legal, (offer) => (offer.path[1] ? board.nameOf(offer.path[0]) || now.buttons[offer.path[0]] : ""));
		const list = [...groups].flatMap(([name, offers]) => [
			name && el("h3", {}, name),
			el("ul", {}, ...offers.map((offer) => el("li", {}, button(offer.label, () => play(offer), [offer], el("small", {}, offer.effects.join(" ")))))),
		]);
		$("moves").replaceChildren(...(list.length ? list.filter(Boolean) : [words.moves_none]));
		text("moves-count", legal.length || "");
		if (inside) ($("moves").querySelector("button") ?? $("confirm")).focus();
	}

	// What an offer would do, before it is chosen.
	async function preview(offers = []) {
		const offer = (seen = offers.length === 1 ? offers[0] : null);
		board.clear("walk");
		board.badges(offer?.badges ?? []);
		offer?.trace.forEach((way) => board.way(way, "walk"));
		text("preview", offer ? [offer.label, ...offer.effects].join(" · ") : "");
		if (!offer || offer.effects.length || offer.asked) return;
		offer.asked = true;
		const { data } = await wire.ask("foresee", { version, action: offer.number });
		Object.assign(offer, data);
		if (data && seen === offer) preview(offers);
	}

	function renderSeats() {
		const all = JSON.stringify([now.seats, now.to_act, now.may_cover]);
		if (all === seated) return;
		seated = all;
		const offer = (on, label, onclick) => on && el("button", { type: "button", onclick }, label);
		$("seats").replaceChildren(...now.seats.map((one) => {
			const { seat, kind, online, covered, resigned } = one;
			const mine = now.my_seats.includes(seat);
			return chip(one, words, mine, seat === now.to_act,
				offer(mine && covered && !resigned, words.return, () => ask("return")),
				offer(now.may_cover.includes(seat), words.cover, () => ask("cover", { seat })),
				offer("host" in dataset && !mine && kind === "person" && !online && !resigned, words.reissue, () => people("code", seat)));
		}));
		const { value, options } = $("log-of");
		$("log-of").replaceChildren(options[0], ...now.seats.map(({ seat, name }) => el("option", { value: seat }, name)));
		$("log-of").value = value;
	}

	function renderResult() {
		show("result", now.status === "over");
		const { ranks = [], scores } = now.result ?? {};
		const order = now.seats.filter(({ seat }) => ranks[seat]).sort((a, b) => ranks[a.seat] - ranks[b.seat]);
		$("ranks").replaceChildren(...order.map((one) => {
			const name = `${ranks[one.seat]}. ${one.name}`;
			return el("li", { class: ranks[one.seat] === 1 && "won" }, glyph(one), el("bdi", {}, scores ? fill(words.points, { name, score: scores[one.seat] }) : name));
		}));
		show("rematch", now.my_seats.length || now.rematch);
		if (now.rematch) text("rematch", words.next_match);
	}

	function renderRecap() {
		const mine = log.findLastIndex(({ seat }) => seat != null && seat === now.seat);
		const news = now.asks && !now.drafted && mine >= 0 ? log.slice(mine + 1).filter(({ seat }) => seat != null) : [];
		show("recap", news.length);
		text("recap-title", fill(words.since, { count: new Set(news.map(({ entry }) => entry)).size }));
		$("recap-list").replaceChildren(...news.map((entry) => line(entry, words, now.seats)));
	}

	function write(lines) {
		const panel = $("panel-log");
		const atEnd = !log.length || panel.scrollHeight - panel.scrollTop - panel.clientHeight < 40;
		const added = lines.filter(({ entry }) => entry > lastEntry());
		log.push(...added);
		$("log").append(...added.map((entry) => line(entry, words, now.seats)));
		filter();
		if (atEnd) requestAnimationFrame(() => (panel.scrollTop = panel.scrollHeight));
	}

	function filter() {
		const { value } = $("log-of");
		for (const item of $("log").children) item.hidden = value && item.dataset.seat !== value;
	}

	function talk(lines) {
		if (!$("say")) return;
		const added = lines.filter(({ number }) => number > talked);
		show("panel-chat", setting("chat") !== "off" && now.chat);
		$("chat").append(...added.map((one) => el("li", {}, one.name && el("b", {}, el("bdi", {}, one.name), ": "), el("bdi", {}, one.text))));
		if (talked >= 0 && added.length && !$("panel-chat").open) text("chat-news", "●");
		talked = added.at(-1)?.number ?? Math.max(0, talked);
	}

	// --- what a person does ---

	// The ids that a thing stands for: itself, its place, what lies there.
	function leads(id, from = path) {
		const open = next(legal, from);
		const self = [id, board.placeOf(id)].filter((one) => open.has(one)).slice(0, 1);
		return self.length ? self : board.lying(id).map((part) => part.id).filter((one) => open.has(one));
	}

	// Click, touch, Enter and buttons all come here.
	function hit(id, node) {
		const others = timer && !own;
		if (timer) skip();
		if (others) return;
		const chosen = path.findIndex((one) => board.placeOf(one) === board.placeOf(id));
		const anew = !leads(id).length;
		if (anew && chosen >= 0) return choose(path.slice(0, chosen));
		const base = anew ? [] : path;
		const found = leads(id, base);
		if (found.length > 1) which(base, found, node);
		else if (found.length) choose([...base, found[0]]);
		else whyNot(id, node);
	}

	function choose(parts) {
		const offer = complete(legal, parts);
		if (offer) return play(offer);
		path = parts;
		renderChoice();
	}

	function which(base, ids, node) {
		const take = (id) => () => {
			$("why").hidePopover();
			choose([...base, id]);
		};
		pop(node, words.which, ...ids.map((id) => el("button", { type: "button", onclick: take(id) }, board.nameOf(id))));
	}

	async function whyNot(id, node) {
		const place = board.placeOf(id);
		const meant = [id, place, ...board.lying(id).map((part) => part.id)].find((one) => known.has(one)) ?? (board.spots.has(place) ? place : id);
		const name = el("b", {}, board.nameOf(meant) || board.nameOf(id));
		if (now.seat === null || now.status !== "playing") return pop(node, name);
		refuse(await wire.ask("why_not", { path: [...path, meant] }), node, name);
	}

	function refuse({ text: sentence, rule }, node, ...before) {
		pop(node, ...before, sentence, cite(rule, words));
		text("polite", sentence);
	}

	function pop(node, ...content) {
		$("why").replaceChildren(...content.filter(Boolean).map((one) => el("p", {}, one)));
		popNear($("why"), (node ?? $("banner")).getBoundingClientRect());
		$("why").querySelector("a, button")?.focus();
	}

	async function play(offer) {
		if (timer) return skip();
		const hold = now.confirm ?? matchMedia("(pointer: coarse)").matches;
		const asksLater = hold && offer.commits;
		if (!offer.caution || asksLater || (await sure(words.caution, offer.caution))) ask("choose", { version, action: offer.number, hold });
	}

	// Send what changes the table: one thing at a time.
	async function ask(type, fields) {
		if (busy) return null;
		busy = true;
		const slow = setTimeout(() => show("sending", true), 250);
		const answer = await wire.ask(type, fields);
		clearTimeout(slow);
		show("sending", false);
		busy = false;
		if (answer.type === "refusal") {
			refuse(answer);
			if (answer.version !== heard) wire.send(hello());
		}
		return answer;
	}

	// A question that names what would follow.
	function sure(title, question, yes = words.do_it, no = words.rather_not) {
		const dialog = $("ask");
		for (const [id, sentence] of Object.entries({ title, text: question, yes, no })) text(`ask-${id}`, sentence);
		show("ask-yes", yes);
		dialog.returnValue = "";
		dialog.showModal();
		return new Promise((answer) => (dialog.onclose = () => answer(dialog.returnValue === "yes")));
	}

	const people = async (deed, seat) => (await import("./people.js"))[deed]({ now, words, ask, sure, pop, seat, table: dataset.table });

	const acts = {
		skip,
		undo: () => now.drafted && ask("undo", { version }),
		restart: () => now.drafted && ask("restart", { version }),
		back: () => path.length && choose(path.slice(0, -1)),
		commit: async () => now.held && (!now.caution || (await sure(words.caution, now.caution))) && ask("commit", { version }),
		settings: () => $("settings-dialog").showModal(),
		help: () => $("help").showModal(),
		board: toBoard,
		log: () => open("panel-log").focus(),
		moves: () => (open("panel-moves"), $("moves").querySelector("button") ?? $("panel-moves").firstElementChild).focus(),
		sit: () => sit(now.to_act),
	};
	const KEYS = { c: "commit", z: "undo", r: "restart", l: "log", m: "moves", b: "board", "?": "help", Escape: "back" };

	function open(id) {
		$(id).open = true;
		return $(id).firstElementChild;
	}

	function key(event) {
		if (!now || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select") || $$("dialog[open]").length) return;
		if (event.key === " " && timer && !own) {
			event.preventDefault();
			return skip();
		}
		if (event.key === "Enter" && event.target === document.body) return acts.commit();
		if (!KEYS[event.key] || (event.key.length === 1 ? setting("keys") === "off" : $$(":popover-open").length)) return;
		event.preventDefault();
		acts[KEYS[event.key]]();
	}

	// --- several people on one device ---

	function hotSeat() {
		const { my_seats: mine, seat, to_act: mover, status } = now;
		const due = mine.length > 1 && status === "playing" && seat !== mover;
		if (due && seat !== null) return sit(null);
		if (!due || !mine.includes(mover)) return $("curtain").close();
		text("curtain-title", fill(words.curtain, now.seats[mover]));
		text("curtain-open", fill(words.curtain_open, now.seats[mover]));
		if (!$("curtain").open) $("curtain").showModal();
	}

	// Another hand, another page: nothing of the earlier one may stay.
	function forget() {
		[log, said] = [[], []];
		trails.clear();
		$("log").replaceChildren();
		for (const id of ["polite", "assertive", "preview", "why", "moves"]) text(id);
	}

	function sit(seat) {
		forget();
		wire.ask("sit", { seat });
	}

	board.lay();
	bindSpots(hit, (id) => preview(id ? leads(id).flatMap((one) => next(legal, path).get(one)) : []), leads);
	const wire = new Wire(words, { signal, hear, hello });
	const on = (target, event, act) => target.addEventListener(event, act, { signal });
	on(document, "click", ({ target }) => {
		const { act, people: deed } = target.closest("[data-act], [data-people]")?.dataset ?? {};
		if (act) acts[act]();
		if (deed) people(deed);
	});
	on(document, "keydown", key);
	on(document, "visibilitychange", () => document.hidden && skip());
	on(window, "setting", () => now && render());
	$("log-of").onchange = filter;
	$("curtain").oncancel = () => false;
	if (!$("say")) return;
	$("say").onsubmit = () => {
		const sentence = $("say-text").value.trim();
		if (sentence) ask("chat", { text: sentence });
		$("say").reset();
		return false;
	};
}
