// Small helpers. What people wrote reaches the page as text, never as markup.
export const $ = (id) => document.getElementById(id);
export const $$ = (css, root = document) => [...root.querySelectorAll(css)];
export const text = (id, words = "") => ($(id).textContent = words);
export const show = (id, on) => ($(id).hidden = !on);
export const json = (id) => JSON.parse($(id)?.textContent ?? "{}");
export const inARow = (all) => all.join(document.body.dataset.between);
export const fill = (form, values) => form.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/**
 * Set attributes and listeners; what is false or empty is taken away.
 * @template {Element} Node
 * @param {Node} node
 * @param {Record<string, any>} marks
 * @returns {Node}
 */
export function mark(node, marks) {
	for (const [name, value] of Object.entries(marks)) {
		if (typeof value === "function") node[name] = value;
		else if (value || value === 0) node.setAttribute(name, value);
		else node.removeAttribute(name);
	}
	return node;
}

const maker = (create) => (tag, marks = {}, ...children) => {
	const node = mark(create(tag), marks);
	node.append(...children.filter(Boolean));
	return node;
};
/** An element with its marks and children; children that are false or empty are left out. */
export const el = maker((tag) => document.createElement(tag));
/** The same of an element of a drawing. */
export const draw = maker((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));

/** Give an element the ink of a seat. */
export function ink(node, tone) {
	if (tone) node.style.setProperty("--tone", `var(--${tone})`);
	return node;
}

/** The glyph of a seat, in its ink. */
export function glyph({ glyph: name, tone }) {
	if (!name) return "";
	const use = draw("use", { href: `#glyph-${name}` });
	return ink(draw("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": true }, use), tone);
}

export const hexOf = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const nonce = () => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/** Another page of the house, to take pieces from; null where the server does not answer. */
export async function pageAt(address) {
	const answer = await fetch(address).catch(() => null);
	return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

/** POST JSON; the answer, or an Error with a sentence. */
export async function post(address, body, failed) {
	const headers = { "Content-Type": "application/json" };
	const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
	const data = await answer?.json().catch(() => null);
	if (!answer?.ok) throw new Error(data?.text ?? failed);
	return data;
}
