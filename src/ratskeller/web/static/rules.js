// The rules: searching in them, and at the table a drawer beside the board.
import { $, $$, fill, pageAt, text } from "./dom.js";

/** Only rules of this number or with this word are shown. */
export function search() {
	const wanted = $("rule-id").value.trim().toLowerCase();
	const articles = $$("#rules article");
	const exact = articles.find(({ id }) => id.toLowerCase() === wanted);
	for (const one of articles) one.hidden = exact ? one !== exact : !one.textContent.toLowerCase().includes(wanted);
	const count = articles.filter((one) => !one.hidden).length;
	const { none, some } = $("found").dataset;
	text("found", wanted && (count ? fill(some, { count }) : none));
}

/** @param {AbortSignal} signal */
export function makeRules(_table, signal) {
	const drawer = $("drawer");
	let opener; // has the focus again when the drawer is closed

	/** A link to a rule leads into the drawer, unless a tab or window of its own is wanted. */
	async function follow(event) {
		const link = event.target.closest("a[href^='/rules/']:not(.own), #drawer a[href^='#']");
		if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		$("why").hidePopover();
		if (drawer.hidden) opener = document.activeElement;
		if (!$("rules")) {
			const page = await pageAt(link.pathname);
			if (!page) return location.assign(link.href);
			drawer.append(page.getElementById("rules"));
			$("rule-id").oninput = search;
		}
		drawer.hidden = false;
		$("rule-id").value = "";
		search();
		const rule = $(link.hash.slice(1));
		if (rule) rule.tabIndex = -1;
		(rule ?? $("rule-id")).focus();
		rule?.scrollIntoView();
	}

	function close() {
		drawer.hidden = true;
		(opener?.checkVisibility() ? opener : $("main")).focus();
	}

	drawer.onkeydown = (event) => {
		if (event.key !== "Escape") return;
		event.stopPropagation();
		close();
	};
	document.addEventListener("click", follow, { signal });
	return { acts: { "close-rules": close } };
}
