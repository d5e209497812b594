// Choosing: things are pressed one after the other, and each filters the list of what is legal.
import * as board from "./board.js";
import { showPopover } from "./dialogs.js";
import { $, el, mark, show } from "./dom.js";
import { bringIntoSight, refresh, unlight } from "./spots.js";

/** @typedef {import("./messages.js").Offer} Offer */

/** @param {import("./table.js").Table} table */
export function makeChoosing(table) {
	/** @type {(Offer & {number: number})[]} what is legal, as the server numbers it */
	let legal = [];
	/** @type {string[]} what was chosen so far */
	let path = [];
	/** whether what can be chosen was not shown yet */
	let isNew = false;
	/** @type {Set<string>} things that could ever be chosen */
	const known = new Set();
	/** @type {Map<string, Promise<any>>} why things cannot be chosen now, as far as it was asked */
	const reasons = new Map();

	const { classList } = $("main");
	const isPaused = () => classList.contains("paused");

	/** What was chosen is shown now, and nothing can be chosen. */
	function pause() {
		classList.add("paused");
		path = [];
		unlight();
		show("back", false);
		$("choices").replaceChildren();
	}

	function decide() {
		classList.remove("paused");
		legal = table.now.legal.map((offer, number) => ({ ...offer, number }));
		for (const offer of legal) offer.path.forEach((id) => known.add(id));
		path = [];
		isNew = true;
	}

	/** What can be chosen after a path, with the offers that it leads to; under `undefined` those it completes. */
	function openAfter(chosen) {
		const left = legal.filter((offer) => chosen.every((id, at) => offer.path[at] === id));
		return Map.groupBy(left, (offer) => offer.path[chosen.length]);
	}

	/** What a thing stands for, if it can be chosen: itself, its place, or what lies there. */
	function leadsTo(id, chosen) {
		const open = openAfter(chosen);
		const self = [id, board.placeOf(id)].find((one) => open.has(one));
		if (self) return [self];
		return board.lyingAt(id).map((part) => part.id).filter((one) => open.has(one));
	}

	/** Of what lies under a finger the topmost that was or can be chosen, from here or else from the start. */
	function meantBy(ids) {
		const goesOn = (id) => path.includes(id) || leadsTo(id, path).length;
		const beginsAnew = (id) => leadsTo(id, []).length;
		return ids.find(goesOn) ?? ids.find(beginsAnew) ?? ids[0];
	}

	/** Click, touch, Enter and buttons come here. What was chosen before is given back. */
	function hit(ids, node) {
		if (table.past.isOpen()) return table.past.leave();
		if (table.throwing.waits()) return table.throwing.throwDice();
		const others = table.showing.isBusyWithOthers();
		if (table.showing.isBusy()) table.showing.skip();
		const id = meantBy(ids);
		if (others || !id) return;
		const found = leadsTo(id, path);
		if (found.length && (found[0] === id || !path.includes(id))) return chooseOneOf(path, found, node);
		const chosen = path.findIndex((one) => board.placeOf(one) === board.placeOf(id));
		if (chosen >= 0) return choose(path.slice(0, chosen));
		const anew = leadsTo(id, []);
		if (anew.length) chooseOneOf([], anew, node);
		else table.notes.pin(id, node);
	}

	function chooseOneOf(before, ids, node) {
		if (ids.length === 1) return choose([...before, ids[0]]);
		const take = (id) => el("button", { type: "button", popovertarget: "why", popovertargetaction: "hide", onclick: () => choose([...before, id]) }, board.nameOf(id));
		showPopover(node, table.words.which, ...ids.map(take));
	}

	function choose(ids) {
		const [offer] = openAfter(ids).get(undefined) ?? [];
		if (offer) return table.playing.play(offer);
		path = ids;
		isNew = true;
		if (ids.length) table.log.closeRecap();
		render();
	}

	/** Whether the viewer looks at what is the case, and could choose something of it. */
	const isLive = () => !isPaused() && !table.past.isOpen() && !table.throwing.waits();

	/** Why a thing cannot be chosen; nothing where it can, or where nobody plays. */
	async function whyNot(id) {
		const canBe = path.includes(id) || leadsTo(id, path).length || leadsTo(id, []).length;
		if (!table.plays() || !isLive() || canBe) return null;
		const place = board.placeOf(id);
		const things = [id, place, ...board.lyingAt(id).map((part) => part.id)];
		const thing = things.find((one) => known.has(one)) ?? (board.spots.has(place) ? place : id);
		const tried = [...path, thing];
		const asked = tried.join(" ");
		if (!reasons.has(asked)) reasons.set(asked, table.wire.ask("why_not", { path: tried }));
		return reasons.get(asked);
	}

	/** What a press does, with the rest of the turn where it follows without a choice. */
	const nameWhole = (label, offers) => (offers.length === 1 ? [label, ...offers[0].rest].join(" · ") : label);

	function present() {
		reasons.clear();
		render();
	}

	/** Things to press on the sheets, and buttons for what lies on none or has a word of its own. */
	function render() {
		const choices = [...openAfter(path)];
		const lit = choices.map(([id]) => id).filter(board.has);
		refresh(table.plays(), lit, path);
		const sought = table.lesson.pointsAt().filter((id) => lit.includes(id));
		if (isNew) requestAnimationFrame(() => bringIntoSight([...sought, ...lit])); // what lies over the board is known then
		isNew = false;
		table.previewing.preview();
		show("back", path.length);
		const { buttons: words } = table.now;
		const buttons = choices
			.filter(([id]) => words[id] || !board.has(id))
			.map(([id, offers]) => {
				const label = nameWhole(words[id] || offers[0].label, offers);
				const button = table.previewing.button(label, () => hit([id]), offers);
				return mark(button, { class: table.hinting.advises(id) && "advised" });
			});
		if (legal.length === 1 && !buttons.length) {
			const label = nameWhole(legal[0].label, legal);
			buttons.push(table.previewing.button(label, () => table.playing.play(legal[0]), legal));
		}
		$("choices").replaceChildren(...buttons);
	}

	/** The offers that pressing one of these things would leave. */
	function offersOf(ids) {
		if (!isLive()) return [];
		const open = openAfter(path);
		return leadsTo(meantBy(ids), path).flatMap((id) => open.get(id));
	}

	/** They are shown before they are chosen. */
	function look(ids) {
		if (!isPaused() && !table.past.isOpen()) table.previewing.preview(offersOf(ids));
	}

	return {
		pause,
		decide,
		present,
		hit,
		look,
		offersOf,
		whyNot,
		render,
		legal: () => legal,
		isPaused,
		acts: { back: () => choose(path.slice(0, -1)) },
	};
}
