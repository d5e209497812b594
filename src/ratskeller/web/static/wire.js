// One WebSocket that comes back; what was not answered is asked again with the same id.
import { nonce, text, $ } from "./dom.js";

export class Wire {
	constructor(words, { hear, hello, signal }) {
		Object.assign(this, { words, hear, hello, failures: 0, number: 0, waiting: new Map(), id: nonce().slice(20) });
		this.address = `${location.origin.replace("http", "ws")}/t/${$("main").dataset.table}/socket`;
		const pulse = setInterval(() => this.pulse(), 9000);
		addEventListener("online", () => this.connect(), { signal });
		addEventListener("offline", () => this.socket.close(), { signal });
		signal.addEventListener("abort", () => {
			clearInterval(pulse);
			this.closed = true;
			this.socket.close();
		});
		this.connect();
	}

	tell(state) {
		text("pill", this.words[state]);
		$("pill").dataset.state = state;
	}

	connect() {
		if (this.closed || this.socket?.readyState < 2) return;
		clearTimeout(this.timer);
		const socket = (this.socket = new WebSocket(this.address));
		socket.onopen = () => {
			this.failures = 0;
			this.tell("online");
			this.send(this.hello());
			for (const { message } of this.waiting.values()) this.send(message);
		};
		socket.onmessage = ({ data }) => {
			const message = JSON.parse(data);
			const asked = this.waiting.get(message.request);
			this.waiting.delete(message.request);
			this.hear(message);
			asked?.answer(message);
		};
		socket.onclose = () => {
			if (this.closed) return;
			this.tell(navigator.onLine && this.failures < 4 ? "reconnecting" : "offline");
			const delay = Math.min(20000, 300 * 2 ** this.failures++) * (0.5 + Math.random() / 2);
			this.timer = setTimeout(() => this.connect(), delay);
		};
	}

	// Silence means closed.
	pulse() {
		const { socket } = this;
		if (socket.readyState !== 1) return;
		const dead = setTimeout(() => socket.close(), 8000);
		this.ask("ping").then(() => clearTimeout(dead));
	}

	send(message) {
		if (this.socket.readyState === 1) this.socket.send(JSON.stringify(message));
	}

	// The promise of the answer.
	ask(type, fields) {
		const message = { type, request: `${this.id}-${++this.number}`, ...fields };
		this.send(message);
		return new Promise((answer) => this.waiting.set(message.request, { message, answer }));
	}
}
