// Showing: frames wait in a queue and are shown one after the other; who is in a hurry skips them.
import * as board from "./board.js";
import { show } from "./dom.js";
import { rings } from "./overlay.js";
import { setting } from "./settings.js";

const NORMAL_SPEED = 250; // ms: the setting that the durations of frames are meant for

/**
 * Something that waits to be shown.
 * @typedef {object} Step
 * @property {boolean} mine  it follows from what the viewer did
 * @property {(speed: number) => number} show  shows it; how many milliseconds that takes
 */

/** @param {import("./table.js").Table} table */
export function makeShowing(table) {
	/** @type {Step[]} */
	let waiting = [];
	let timer = 0;
	let mine = false; // what is being shown follows from what the viewer did

	/**
	 * @param {import("./wire.js").Update} update
	 * @param {() => void} present  what to do when its frames were shown
	 */
	function add(update, present) {
		const isMine = Boolean(update.request);
		if (update.frames.length && asksSomethingElse(update.now)) table.occasion("pause");
		for (const frame of update.frames) {
			const seat = update.log.find((line) => line.entry === frame.entry)?.seat;
			waiting.push({ mine: isMine, show: (speed) => showFrame(frame, seat, speed / NORMAL_SPEED) });
		}
		waiting.push({ mine: isMine, show: () => (present(), 0) });
		if (!timer) showNext();
	}

	const asksSomethingElse = ({ legal }) => JSON.stringify(legal) !== JSON.stringify(table.now.legal);

	function showNext() {
		const step = waiting.shift();
		show("skip", waiting.length > 1);
		if (!step) {
			timer = 0;
			return;
		}
		mine = step.mine;
		const speed = document.hidden ? 0 : Number(setting("speed", NORMAL_SPEED));
		timer = setTimeout(showNext, step.show(speed));
	}

	function showFrame(frame, seat, slowness) {
		const milliseconds = Math.round(frame.milliseconds * slowness);
		table.occasion("frame", frame, seat, milliseconds);
		board.change(frame.change, milliseconds);
		if (milliseconds) rings("about", frame.at);
		return milliseconds;
	}

	/** Nothing of what waits will be shown. */
	function stop() {
		clearTimeout(timer);
		timer = 0;
		waiting = [];
		show("skip", false);
	}

	/** Show all that waits, at once. */
	function skip() {
		clearTimeout(timer);
		timer = 0;
		show("skip", false);
		while (waiting.length) waiting.shift().show(0);
		board.finish();
	}

	return {
		add,
		stop,
		skip,
		acts: { skip },
		isBusy: () => timer !== 0,
		isBusyWithOthers: () => timer !== 0 && !mine,
		hasMore: () => waiting.length > 0,
	};
}
