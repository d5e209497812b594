// A lesson: remarks one after the other, each pointing at what it speaks of. Who reads misses nothing: what
// others do meanwhile is shown when the pupil goes on, and what is said of dice is said when they are thrown.
import { $, fill, post, show, text } from "./dom.js";
import { clear, rings } from "./overlay.js";
import { cite } from "./print.js";
import { setting } from "./settings.js";
import { bringIntoSight } from "./spots.js";

/** @param {import("./table.js").Table} table */
export function makeLesson(table) {
	let number = 0; // of the remark that is read; all are read where it is none yet
	let fresh = -1; // the first that was new
	let waits = false; // others wait until the pupil goes on

	function present() {
		const { lesson, asks } = table.now;
		show("lesson", lesson);
		$("main").classList.toggle("learns", Boolean(lesson));
		if (!lesson) return clear("lesson");
		if (fresh !== lesson.fresh) number = lesson.fresh;
		fresh = lesson.fresh;
		waits = !asks && number < lesson.said.length;
		if (waits) table.showing.hold("lesson");
		tell();
	}

	const isLast = () => number >= table.now.lesson.said.length - 1;
	const isDie = (id) => table.now.cast.dice.some((die) => die.id === id);
	const isCovered = ({ at }) => Boolean(table.now.covered) && at.some(isDie);

	function tell() {
		const { said, of, title, further } = table.now.lesson;
		const at = Math.min(number, said.length - 1);
		const remark = said[at];
		text("lesson-title", title);
		text("lesson-count", `${at + 1}/${of}`);
		if (isCovered(remark)) {
			text("lesson-text", $("throw").textContent);
			rings("lesson", remark.at.filter(isDie));
		} else {
			$("lesson-text").replaceChildren(remark.text, " ", cite(remark.rule, table.words));
			rings("lesson", remark.at);
			requestAnimationFrame(() => bringIntoSight(remark.at)); // after what can be chosen
		}
		show("lesson-further", further && isLast() && !waits);
		text("lesson-further", further && fill(table.words.further, { title: further[1] }));
		$("lesson-back").disabled = at === 0;
		$("lesson-next").disabled = isLast() && !waits && !isCovered(remark);
	}

	/** What the pupil is to look for first. */
	const pointsAt = () => table.now.lesson?.said[number]?.at ?? [];

	function back() {
		number = Math.min(number, table.now.lesson.said.length - 1) - 1;
		tell();
	}

	function next() {
		const { said } = table.now.lesson;
		if (number < said.length && isCovered(said[number])) return table.throwing.throwDice();
		number += 1;
		if (number < said.length || !waits) return tell();
		waits = false;
		tell();
		clear("lesson");
		table.showing.release("lesson");
	}

	/** The lesson that comes after this one has a table of its own. */
	async function further() {
		const body = { game: $("main").dataset.game, lesson: table.now.lesson.further[0], name: setting("name") };
		const made = await post("/api/tables", body, table.words.failed).catch(({ message }) => table.playing.refuse({ text: message }));
		if (made) location.assign(made.address);
	}

	return { present, pointsAt, pause: () => waits || clear("lesson"), acts: { "lesson-back": back, "lesson-next": next, "lesson-further": further } };
}
