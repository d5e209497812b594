// A lesson: remarks one after the other, each pointing at what it speaks of.
import { $, show, text } from "./dom.js";
import { clear, rings } from "./overlay.js";
import { cite } from "./print.js";

/** @param {import("./table.js").Table} table */
export function makeLesson(table) {
	let number = 0; // of the remark that is shown
	let fresh = -1; // the first that was new

	function present() {
		const { lesson } = table.now;
		show("lesson", lesson);
		$("main").classList.toggle("learns", Boolean(lesson));
		if (!lesson) return clear("lesson");
		if (fresh !== lesson.fresh || number < fresh) number = Math.min(lesson.fresh, lesson.said.length - 1);
		fresh = lesson.fresh;
		tell();
	}

	function tell() {
		const { said, of, title } = table.now.lesson;
		const { text: sentence, at, rule } = said[number];
		text("lesson-title", title);
		text("lesson-count", `${number + 1}/${of}`);
		$("lesson-text").replaceChildren(sentence, " ", cite(rule, table.words));
		rings("lesson", at);
		$("lesson-back").disabled = number === 0;
		$("lesson-next").disabled = number === said.length - 1;
	}

	const turn = (step) => () => {
		number += step;
		tell();
	};

	return { present, pause: () => clear("lesson"), acts: { "lesson-back": turn(-1), "lesson-next": turn(1) } };
}
