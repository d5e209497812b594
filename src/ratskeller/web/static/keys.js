// A key presses the button or opens the panel that bears it (`data-key`).
import { $, $$ } from "./dom.js";
import { setting } from "./settings.js";
import { toBoard } from "./spots.js";

const isCharacter = (name) => /^\S$/.test(name);

/**
 * @param {import("./table.js").Table} table
 * @param {AbortSignal} signal
 */
export function bindKeys(table, signal) {
	const press = (event) => {
		if (!table.now || isForAnother(event)) return;
		const { key: name, target } = event;
		const node = $$("[data-key]").find((one) => !one.hidden && one.dataset.key.split(",").includes(name));
		if (!node || (name === "Enter" && target !== document.body)) return;
		event.preventDefault();
		if (node === $("main")) toBoard();
		else if (node.parentNode.name === "panels") openPanel(node);
		else node.click();
	};
	document.addEventListener("keydown", press, { signal });
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
