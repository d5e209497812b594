// What people do around a match, not in it: leave, stop, play on elsewhere, play again.
import { fill, nonce } from "./dom.js";
import { post } from "./post.js";

export const resign = async ({ words, sure, ask }) => (await sure(words.resign_title, words.resign_text)) && ask("resign");

export async function stop({ now, words, sure, ask }) {
	const agreed = now.my_seats.every((seat) => now.seats[seat].wants_to_stop);
	if (agreed || (await sure(words.stop_title, words.stop_text))) ask("abandon", { agree: !agreed });
}

export async function rematch({ now, ask }) {
	const answer = now.rematch ? { now } : await ask("rematch", { nonce: nonce() });
	if (answer?.now?.rematch) location.assign(answer.now.rematch);
}

// A code that moves a seat to another device: my own, or one that the host re-issues.
export async function code({ now, words, table, sure, pop, seat = now.seat ?? now.my_seats[0] }) {
	const made = await post(`/api/tables/${table}/seats/${seat}/code`, {}, words.failed).catch((problem) => pop(null, problem.message));
	if (made) sure(words.seat_title, fill(words.seat_text, made), "", words.close);
}
