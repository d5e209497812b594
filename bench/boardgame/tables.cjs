// Tables at a boardgame.io server, with two players and two spectators each, at the pace of bench/load.py. A line
// of JSON for each number of tables: how long a decision took to the other screens, and what it cost the server.
const fs = require("node:fs");
const { io } = require("socket.io-client");

const [base, pid, steps, seconds, pace, noticed] = process.argv.slice(2);
const SCREENS = ["0", "1", null, null];
const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

let delays = [];
let moves = 0;

function cpu() {
	const threads = fs.readdirSync(`/proc/${pid}/task`);
	const nanoseconds = threads.map((thread) => Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]));
	return nanoseconds.reduce((one, other) => one + other, 0) / 1e9;
}

class Screen {
	constructor(table, seat) {
		this.seat = seat;
		this.socket = io(`${base}/cards`, { transports: ["websocket"], forceNew: true });
		this.there = new Promise((done) => {
			this.socket.on("sync", (_, { state }) => done((this.state = state)));
		});
		this.socket.on("update", (_, state) => {
			if (this.waits) delays.push((performance.now() - table.sent) / 1000);
			this.waits = false;
			this.state = state;
			this.told?.();
		});
		this.socket.on("connect", () => this.socket.emit("sync", table.name, seat, undefined, 2));
	}
}

class Table {
	constructor(number) {
		this.name = `table${number}`;
	}

	async play() {
		const screens = [];
		for (const seat of SCREENS) {
			screens.push(new Screen(this, seat));
			await screens.at(-1).there;
		}
		await rest(Math.random() * pace * 1000);
		let due = performance.now();
		for (;;) {
			const turn = screens[0].state.ctx.currentPlayer;
			const mover = screens.find((screen) => screen.seat === turn);
			const { G, _stateID } = mover.state;
			const hand = G.players[turn].hand;
			const free = [0, 1, 2, 3].filter((slot) => G.laid[slot].length < 2);
			const args = [hand[Math.floor(Math.random() * hand.length)], free[Math.floor(Math.random() * free.length)]];
			for (const screen of screens) screen.waits = screen !== mover;
			this.sent = performance.now();
			const told = Promise.all(screens.map((screen) => new Promise((done) => (screen.told = done))));
			mover.socket.emit("update", { type: "MAKE_MOVE", payload: { type: "place", args, playerID: turn } }, _stateID, this.name, turn);
			await told;
			moves += 1;
			due = Math.max(due + pace * 1000, performance.now());
			await rest(due - performance.now());
		}
	}
}

async function measure(tables) {
	[delays, moves] = [[], 0];
	const [before, begun] = [cpu(), performance.now()];
	await rest(seconds * 1000);
	const [passed, spent] = [(performance.now() - begun) / 1000, cpu() - before];
	delays.sort((one, other) => one - other);
	const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => 1000 * delays[Math.floor(delays.length * share)]);
	return { tables, moves: moves / passed, p50, p95, p99, cpu: (1000 * spent) / moves };
}

async function main() {
	let tables = 0;
	for (const wanted of steps.split(",").map(Number)) {
		while (tables < wanted) {
			new Table(tables++).play();
			await rest(40);
		}
		await rest(2000 * pace);
		let seen = await measure(tables);
		if (seen.p95 > noticed) seen = [seen, await measure(tables)].sort((one, other) => one.p95 - other.p95)[0];
		console.log(JSON.stringify(seen));
		if (seen.p95 > noticed) break;
	}
	process.exit(0);
}

main();
