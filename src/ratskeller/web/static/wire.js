// One WebSocket that comes back; what was not answered is asked again with the same id.
import { $, nonce, text } from "./dom.js";

/**
 * @typedef {object} Wire
 * @property {(message: object) => void} send  it is lost if there is no line
 * @property {(type: string, fields?: object) => Promise<any>} ask  the answer, however long it takes
 * @property {() => number} cuts  how often the line was cut
 */

const FIRST_WAIT = 300; // ms until the line is tried again; each time twice as long
const LONGEST_WAIT = 20_000;
const FAILURES_TO_OFFLINE = 4;
const PULSE = 9_000; // ms between two signs of life
const SILENCE = 8_000; // ms without an answer: the line is dead
const OPEN = 1;
const CLOSING = 2;

/**
 * @param {Record<string, string>} words
 * @param {{hear: (message: any) => void, hello: () => object, signal: AbortSignal}} table
 * @returns {Wire}
 */
export function connect(words, { hear, hello, signal }) {
	const id = nonce().slice(20);
	/** @type {Map<string, {message: object, answer: (message: any) => void, sent: boolean}>} */
	const unanswered = new Map();
	let socket = null;
	let timer = 0;
	let failures = 0;
	let asked = 0;
	let cuts = 0;

	function open() {
		if (signal.aborted || socket?.readyState < CLOSING) return;
		clearTimeout(timer);
		socket = new WebSocket(`${location.origin.replace("http", "ws")}/t/${$("main").dataset.table}/socket`);
		socket.onopen = () => {
			failures = 0;
			tell("online");
			send(hello());
			for (const one of unanswered.values()) if (!isBoundToAnother(one)) one.sent = send(one.message);
		};
		socket.onmessage = ({ data }) => {
			const message = JSON.parse(data);
			const question = unanswered.get(message.request);
			unanswered.delete(message.request);
			hear(message);
			question?.answer(message);
			if (message.type === "whole") giveBackUnheard();
		};
		socket.onclose = () => {
			if (signal.aborted) return;
			cuts += 1;
			tell(navigator.onLine && failures < FAILURES_TO_OFFLINE ? "reconnecting" : "offline");
			const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
			failures += 1;
			timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
		};
	}

	function tell(state) {
		text("pill", words[state]);
		$("pill").dataset.state = state;
		$("main").dataset.line = state;
	}

	/** @returns {boolean} whether there was a line */
	function send(message) {
		if (socket.readyState !== OPEN) return false;
		socket.send(JSON.stringify(message));
		return true;
	}

	/** Versions are those of a line: what was never sent must not be taken for an answer to what is asked on the next. */
	const isBoundToAnother = ({ message, sent }) => !sent && "version" in message;

	/** Who asked on a line that was cut learns that nobody heard it. */
	function giveBackUnheard() {
		for (const [request, one] of [...unanswered]) {
			if (!isBoundToAnother(one)) continue;
			unanswered.delete(request);
			one.answer({ type: "unheard" });
		}
	}

	function ask(type, fields) {
		asked += 1;
		const message = { type, request: `${id}-${asked}`, ...fields };
		const sent = send(message);
		return new Promise((answer) => unanswered.set(message.request, { message, answer, sent }));
	}

	function pulse() {
		if (socket.readyState !== OPEN) return;
		const dead = setTimeout((silent) => silent.close(), SILENCE, socket);
		ask("ping").then(() => clearTimeout(dead));
	}

	const beat = setInterval(pulse, PULSE);
	addEventListener("online", open, { signal });
	addEventListener("offline", () => socket.close(), { signal });
	signal.addEventListener("abort", () => {
		clearInterval(beat);
		socket.close();
	});
	open();
	return { send, ask, cuts: () => cuts };
}
