// POST JSON; the answer, or an Error with a sentence for the person.
export async function post(address, body, failed) {
	const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
	const answer = await fetch(address, init).catch(() => null);
	const data = await answer?.json().catch(() => null);
	if (!answer?.ok) throw new Error(data?.text ?? failed);
	return data;
}
