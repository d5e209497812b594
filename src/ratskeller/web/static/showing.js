// Showing: beats wait in a queue and are shown one after the other; who is in a hurry skips them.
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
	/** @type {Set<string>} the rooms that let nothing be shown: something else is looked at or read */
	const holders = new Set();

	/**
	 * @param {import("./messages.js").Update} update
	 * @param {() => void} present  what to do when its frames were shown
	 */
	function add(update, present) {
		const isMine = Boolean(update.request);
		if (update.frames.length && asksSomethingElse(update.now)) table.occasion("pause");
		for (const frame of update.frames) {
			waiting.push({ mine: isMine, show: (speed) => showFrame(frame, speed / NORMAL_SPEED) });
		}
		waiting.push({ mine: isMine, show: () => (present(), 0) });
		if (!timer) showNext();
	}

	const asksSomethingElse = ({ legal }) => JSON.stringify(legal) !== JSON.stringify(table.now.legal);

	/** Show the next thing that takes time, and before it whatever takes none; any of them may have the rest held. */
	function showNext() {
		timer = 0;
		while (waiting.length && !timer && !holders.size) {
			const step = waiting.shift();
			mine = step.mine;
			const speed = document.hidden ? 0 : Number(setting("speed", NORMAL_SPEED));
			const milliseconds = step.show(speed);
			if (milliseconds) timer = setTimeout(showNext, milliseconds);
		}
		show("skip", timer);
	}

	function showFrame(frame, slowness) {
		const milliseconds = Math.ceil(frame.milliseconds * slowness);
		table.occasion("frame", frame, milliseconds);
		board.change(frame.change, milliseconds);
		if (milliseconds) rings("about", frame.at);
		return milliseconds;
	}

	/** Nothing of what waits will be shown. */
	function stop() {
		clearTimeout(timer);
		timer = 0;
		waiting = [];
		holders.clear();
		show("skip", false);
	}

	/** Show all that waits, at once. */
	function skip() {
		if (holders.size) return;
		clearTimeout(timer);
		timer = 0;
		show("skip", false);
		while (waiting.length && !holders.size) waiting.shift().show(0);
		board.finish();
	}

	/** Show nothing more until this room lets it go on. */
	const hold = (room) => holders.add(room);

	/** Show what has happened meanwhile, unless another room holds it. */
	function release(room) {
		if (holders.delete(room) && !timer) showNext();
	}

	return {
		add,
		stop,
		skip,
		hold,
		release,
		acts: { skip },
		isBusy: () => timer !== 0,
		isBusyWithOthers: () => timer !== 0 && !mine,
		hasMore: () => waiting.length > 0,
	};
}
