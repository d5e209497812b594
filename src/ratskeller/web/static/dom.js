// Small helpers. What people wrote reaches the page as text, never as markup.
const INKS = { red: "rust", yellow: "ochre", blue: "teal", green: "moss", purple: "plum", black: "soot" };

export const $ = (id) => document.getElementById(id);
export const $$ = (css, root = document) => [...root.querySelectorAll(css)];
export const text = (id, words = "") => ($(id).textContent = words);
export const show = (id, on) => ($(id).hidden = !on);
export const json = (id) => JSON.parse($(id)?.textContent ?? "{}");
export const fill = (form, values) => form.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Set attributes; what is false or empty is taken away.
export function mark(node, marks) {
	for (const [name, value] of Object.entries(marks)) value || value === 0 ? node.setAttribute(name, value) : node.removeAttribute(name);
}

const maker = (create) => (tag, attributes = {}, ...children) => {
	const node = create(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === "function") node[name] = value;
		else if (value !== false && value != null) node.setAttribute(name, value);
	}
	node.append(...children.filter(Boolean));
	return node;
};
export const el = maker((tag) => document.createElement(tag));
export const draw = maker((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));

export function ink(node, tone) {
	if (tone) node.style.setProperty("--tone", `var(--${INKS[tone] ?? tone})`);
	return node;
}

export const glyph = ({ glyph: name, tone }) =>
	name && ink(draw("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": true }, draw("use", { href: `#glyph-${name}` })), tone);

export const hexOf = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const nonce = () => hexOf(crypto.getRandomValues(new Uint8Array(16)));

export function group(items, key) {
	const found = new Map();
	for (const item of items) found.set(key(item), [...(found.get(key(item)) ?? []), item]);
	return found;
}

// Show a popover beside a box, inside the window.
export function popNear(popover, box) {
	popover.showPopover();
	const { width, height } = popover.getBoundingClientRect();
	const below = box.bottom + height + 8 < innerHeight;
	popover.style.left = `${Math.max(6, Math.min(innerWidth - width - 6, box.left + (box.width - width) / 2))}px`;
	popover.style.top = `${Math.max(6, below ? box.bottom + 6 : box.top - height - 6)}px`;
}
