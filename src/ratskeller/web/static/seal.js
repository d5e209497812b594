// Every draw of a match again, in this browser: the sums of core/chance.py.
import { $, fill, hexOf, text } from "./dom.js";

const SPAN = 1n << 256n;

export async function checkSeal(words) {
	if (!crypto.subtle) return text("seal", words.no_crypto);
	const answer = await fetch(`/api/tables/${$("main").dataset.table}/seal`).catch(() => null);
	if (!answer?.ok) return text("seal", words.failed);
	const seal = await answer.json();
	text("seal", fill(words.checking, { count: seal.draws.length }));
	text("seal", await verdict(seal, words));
}

async function verdict(seal, words) {
	const seed = Uint8Array.from(seal.seed.match(/../g), (pair) => parseInt(pair, 16));
	if (hexOf(await crypto.subtle.digest("SHA-256", seed)) !== seal.commitment) return words.no_seed;
	const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	for (const [stream, number, weights, outcome] of seal.draws) {
		if ((await drawn(key, seal, stream, number, weights)) !== outcome) return fill(words.broken, { stream, number });
	}
	return fill(words.sealed, { count: seal.draws.length });
}

async function drawn(key, { table, nonces }, stream, number, weights) {
	const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
	for (let attempt = 0; ; attempt += 1) {
		const message = JSON.stringify(["ratskeller-1", table, nonces, stream, number, attempt]);
		const value = BigInt(`0x${hexOf(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message)))}`);
		if (value >= SPAN - (SPAN % total)) continue;
		let ticket = Number(value % total);
		return weights.findIndex((weight) => (ticket -= weight) < 0);
	}
}
