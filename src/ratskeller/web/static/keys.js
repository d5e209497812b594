// A key presses the button or opens the panel that bears it (`data-key`).
import { $, $$ } from "./dom.js";
import { setting } from "./settings.js";
import { toBoard } from "./spots.js";

/** Several keys are separated by commas; a comma alone is a key itself. */
const bears = ({ dataset: { key } }, name) => key === name || key.split(",").includes(name);
const isCharacter = (name) => /^\S$/.test(name);

/**
 * @param {import("./table.js").Table} table
 * @param {AbortSignal} signal
 */
export function bindKeys(table, signal) {
	/** @type {{name: string, holder: Element, node?: Element, isHeld: boolean} | null} a key that is down and may mean two things */
	let down = null;

	const press = (event) => {
		if (!table.now || isForAnother(event)) return;
		const { key: name, target, repeat } = event;
		const node = $$("[data-key]").find((one) => !one.hidden && bears(one, name));
		const holder = $$(`[data-hold="${CSS.escape(name)}"]`).find((one) => one.checkVisibility());
		if (holder) {
			event.preventDefault();
			if (!repeat) down = { name, holder, node, isHeld: false };
			else if (down && !down.isHeld) hold(true);
			return;
		}
		if (!node || (name === "Enter" && target !== document.body)) return;
		event.preventDefault();
		if (node === $("main")) toBoard();
		else if (node.parentNode.name === "panels") openPanel(node);
		else node.click();
	};

	/** A key that is held down presses what it holds until it is let go. */
	function hold(isHeld) {
		down.isHeld = isHeld;
		if ((down.holder.ariaPressed === "true") !== isHeld) down.holder.click();
	}

	/** A key that was only pressed means its button. */
	const release = ({ key: name }) => {
		if (down?.name !== name) return;
		if (down.isHeld) hold(false);
		else down.node?.click();
		down = null;
	};
	document.addEventListener("keydown", press, { signal });
	document.addEventListener("keyup", release, { signal });
}

/** Whether somebody types, a dialog is open, or the browser itself is meant. */
function isForAnother({ key, target, ctrlKey, metaKey, altKey }) {
	if (ctrlKey || metaKey || altKey || target.matches("input, select")) return true;
	if ($$("dialog:is([open], :popover-open)").length) return true;
	return isCharacter(key) ? setting("keys") === "off" : $$(":popover-open").length > 0;
}

function openPanel(summary) {
	const panel = summary.parentNode;
	panel.open = true;
	(panel.querySelector("ul button") ?? summary).focus();
}
