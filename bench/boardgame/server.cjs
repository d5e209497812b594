// A boardgame.io server with a game as large as The Pied Piper for two: hands, a line of four slots with two
// cards each, a ring of four houses with their levels, and seven figures that walk round it.
const { Server, Origins } = require("boardgame.io/server");

const KINDS = ["F1", "F2", "B1", "S1", "+1", "M"];
const FIGURES = ["red", "yellow", "blue", "green", "purple", "black", "piper"];
const HAND = 5;
const SLOTS = 4;
const HOUSES = 4;
const ROOF = 7;
const STEPS = { F1: 1, F2: 2, B1: -1, S1: 1, "+1": 1, M: 0 };

const piles = () => KINDS.flatMap((kind) => Array(9).fill(kind));
const drawTo = (hand, G, random) => {
	while (hand.length < HAND) {
		if (!G.secret.deck.length) {
			G.secret.deck = random.Shuffle(G.discard);
			G.discard = [];
		}
		hand.push(G.secret.deck.pop());
	}
};

const game = {
	name: "cards",
	setup: ({ random, ctx }) => {
		const G = {
			secret: { deck: random.Shuffle(piles()) },
			discard: [],
			players: {},
			line: random.Shuffle(FIGURES).slice(0, SLOTS),
			laid: Array.from({ length: SLOTS }, () => []),
			where: Object.fromEntries(FIGURES.map((figure, at) => [figure, at % HOUSES])),
			levels: Array(HOUSES).fill(0),
			log: [],
		};
		for (let seat = 0; seat < ctx.numPlayers; seat++) {
			G.players[seat] = { hand: [] };
			drawTo(G.players[seat].hand, G, random);
		}
		return G;
	},
	moves: {
		place: ({ G, playerID, random, events }, card, slot) => {
			const hand = G.players[playerID].hand;
			const at = hand.indexOf(card);
			if (at < 0 || G.laid[slot].length > 1) return "INVALID_MOVE";
			hand.splice(at, 1);
			G.laid[slot].push({ card, seat: playerID });
			G.log = [`${playerID} places ${card} below ${G.line[slot]}`];
			if (G.laid[slot].length === 2) {
				const figure = G.line[slot];
				for (const { card: one } of G.laid[slot]) {
					for (let step = 0; step < Math.abs(STEPS[one]); step++) {
						const house = (G.where[figure] + Math.sign(STEPS[one]) + HOUSES) % HOUSES;
						G.where[figure] = house;
						G.levels[house] = (G.levels[house] + 1) % ROOF;
						G.log.push(`${figure} walks through house ${house}`);
					}
					G.discard.push(one);
				}
				G.laid[slot] = [];
				G.line[slot] = random.Shuffle(FIGURES)[0];
			}
			drawTo(hand, G, random);
			events.endTurn();
		},
	},
	playerView: ({ G, playerID }) => ({
		...G,
		secret: undefined,
		players: Object.fromEntries(
			Object.entries(G.players).map(([seat, { hand }]) => [seat, { hand: seat === playerID ? hand : hand.length }]),
		),
	}),
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
