// One WebSocket that comes back; what was not answered is asked again with the same id.
import { $, nonce, text } from "./dom.js";

export function connect(words, { hear, hello, signal }) {
	const id = nonce().slice(20);
	const waiting = new Map();
	let [socket, timer, failures, number] = [null, 0, 0, 0];

	function open() {
		if (signal.aborted || socket?.readyState < 2) return;
		clearTimeout(timer);
		socket = new WebSocket(`${location.origin.replace("http", "ws")}/t/${$("main").dataset.table}/socket`);
		socket.onopen = () => {
			failures = 0;
			tell("online");
			send(hello());
			for (const { message } of waiting.values()) send(message);
		};
		socket.onmessage = ({ data }) => {
			const message = JSON.parse(data);
			const asked = waiting.get(message.request);
			waiting.delete(message.request);
			hear(message);
			asked?.answer(message);
		};
		socket.onclose = () => {
			if (signal.aborted) return;
			tell(navigator.onLine && failures < 4 ? "reconnecting" : "offline");
			timer = setTimeout(open, Math.min(20000, 300 * 2 ** failures++) * (0.5 + Math.random() / 2));
		};
	}

	function tell(state) {
		text("pill", words[state]);
		$("pill").dataset.state = state;
	}

	function send(message) {
		if (socket.readyState === 1) socket.send(JSON.stringify(message));
	}

	// The promise of the answer.
	function ask(type, fields) {
		const message = { type, request: `${id}-${++number}`, ...fields };
		send(message);
		return new Promise((answer) => waiting.set(message.request, { message, answer }));
	}

	// Silence means closed.
	function pulse() {
		if (socket.readyState !== 1) return;
		const dead = setTimeout((silent) => silent.close(), 8000, socket);
		ask("ping").then(() => clearTimeout(dead));
	}

	const beat = setInterval(pulse, 9000);
	addEventListener("online", open, { signal });
	addEventListener("offline", () => socket.close(), { signal });
	signal.addEventListener("abort", () => {
		clearInterval(beat);
		socket.close();
	});
	open();
	return { send, ask };
}
