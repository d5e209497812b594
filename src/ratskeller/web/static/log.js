// The log, and what of it happened since the viewer's last turn.
import { $, fill, show, text } from "./dom.js";
import { line } from "./print.js";

const NEAR_THE_END = 40; // px: who reads there wants to see what is added

/** @param {import("./table.js").Table} table */
export function makeLog(table) {
	/** @type {import("./messages.js").LogLine[]} */
	let log = [];

	function present(message) {
		write(message.log);
		recapitulate();
	}

	/** Beside the board the list scrolls, below it the panel with its heading. */
	const scroller = () => (getComputedStyle($("log")).overflowY === "auto" ? $("log") : $("panel-log"));

	function write(lines) {
		const panel = scroller();
		const unread = panel.scrollHeight - panel.scrollTop - panel.clientHeight;
		const follow = !log.length || unread < NEAR_THE_END;
		for (const one of lines) {
			const before = log.at(-1);
			one.number = before?.entry === one.entry ? before.number + 1 : 0; // among the lines of its entry
			log.push(one);
		}
		$("log").append(...lines.map((one) => line(one, table.words, table.now.seats)));
		if (follow) requestAnimationFrame(showEnd);
	}

	/** Scroll to the last line, and so far that the first one in sight is whole. */
	function showEnd() {
		const panel = scroller();
		const list = $("log");
		list.style.paddingBottom = 0;
		panel.scrollTop = panel.scrollHeight;
		const edge = panel === list ? list.getBoundingClientRect().top : panel.firstElementChild.getBoundingClientRect().bottom;
		const first = [...list.children].findLast((item) => item.getBoundingClientRect().top < edge);
		if (!first || first === list.lastElementChild) return;
		const rest = Math.max(0, first.getBoundingClientRect().bottom - edge);
		list.style.paddingBottom = `${rest}px`;
		panel.scrollTop = panel.scrollHeight;
	}

	function recapitulate() {
		const { asks, drafted, seats } = table.now;
		const mine = lastOwn();
		const isNew = asks && !drafted && mine >= 0;
		const news = isNew ? log.slice(mine + 1).filter(({ seat }) => seat != null) : [];
		show("recap", news.length);
		text("recap-title", fill(table.words.since, { count: news.length }));
		$("recap-list").replaceChildren(...news.map((entry) => line(entry, table.words, seats)));
	}

	const lastOwn = () => log.findLastIndex(({ seat }) => seat != null && seat === table.now.seat);

	/** The last thing that the viewer did; for who only watches, a round ago. */
	function lastOwnEntry() {
		const own = log[lastOwn()];
		if (own) return own.entry;
		const { seats, to_act: next } = table.now;
		const before = log.findLast(({ seat }) => seat === (next ?? seats.length - 1));
		return before?.entry ?? 0;
	}

	/** Who comes back and missed more than one thing reads at once what it was, if the board stays in sight. */
	function openRecap() {
		const hasRoom = matchMedia("(min-height: 35rem)").matches;
		$("recap").open = hasRoom && $("recap-list").children.length > 1;
	}

	/** On a phone the recap lies over the board: it gives way when something there is to be chosen. */
	function closeRecap() {
		if (matchMedia("(max-width: 61.99rem)").matches) $("recap").open = false;
	}

	/** The recap lies on a dock that sticks, for which a browser scrolls the page: so the list is scrolled here. */
	function keepInSight({ target }) {
		const list = $("recap-list");
		const room = list.getBoundingClientRect();
		const line = target.getBoundingClientRect();
		list.scrollTop += Math.max(0, line.bottom - room.bottom) - Math.max(0, room.top - line.top);
	}
	$("recap-list").addEventListener("focusin", keepInSight);

	function forget() {
		log = [];
		text("log");
	}

	return { present, openRecap, closeRecap, forget, lastOwnEntry, lastEntry: () => log.at(-1)?.entry ?? 0 };
}
