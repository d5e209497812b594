// Popovers beside a thing.
import { $, el, text } from "./dom.js";

const GAP = 6; // px between a thing and its popover

/** A popover below a thing, or above it in the lower half of the window. */
export function showPopover(node, ...content) {
	const popover = $("why");
	popover.replaceChildren(...content.filter(Boolean).map((one) => el("p", {}, one)));
	const lay = () => layBeside(popover, node?.isConnected ? node : $("banner"));
	window.onresize = lay; // the window may change while it is read
	lay();
	popover.showPopover();
	popover.querySelector("a, button")?.focus();
}

function layBeside(popover, node) {
	const { x, width, top, bottom } = node.getBoundingClientRect();
	const below = `top: ${bottom + GAP}px`;
	const above = `bottom: min(${innerHeight - top + GAP}px, 70dvh)`;
	popover.style.cssText = `--middle: ${x + width / 2}px; ${bottom < innerHeight / 2 ? below : above}`;
}

export function hidePopover() {
	$("why").hidePopover();
	text("why");
}
