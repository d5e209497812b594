// What a person prefers: a cookie that the server reads, too, for the first paint and the language.
import { $, text } from "./dom.js";

const all = () => new URLSearchParams(document.cookie.match(/(?:^|; )settings=([^;]*)/)?.[1]);
export const setting = (name, otherwise = "") => all().get(name) ?? otherwise;
export const calm = () => getComputedStyle(document.body).getPropertyValue("--calm") === "1";

/** What a person prefers where the table has no rule. */
export function asksBeforeTurnEnds() {
	const wish = setting("confirm", "auto");
	return wish === "auto" ? matchMedia("(pointer: coarse)").matches : wish === "on";
}

export function keep(name, value) {
	const settings = all();
	settings.set(name, value);
	document.cookie = `settings=${settings}; Path=/; Max-Age=34560000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
	document.documentElement.dataset[name] = value; // what the style sheets look at
}

// `again` starts the page anew after it was exchanged for itself in another language.
export function bindSettings(again) {
	const form = $("settings");
	if (!form) return;
	form.onchange = async ({ target: { name, type, checked, value } }) => {
		if (name === "notify" && checked) await window.Notification?.requestPermission();
		keep(name, type !== "checkbox" ? value : checked ? "on" : "off");
		text("settings-saved", form.dataset.saved);
		if (name === "language") exchange(again);
	};
}

async function exchange(again) {
	const open = $("settings-dialog")?.matches(":popover-open");
	const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
	document.documentElement.lang = page.documentElement.lang;
	document.title = page.title;
	document.body.replaceWith(document.adoptNode(page.body));
	await again();
	if (open) $("settings-dialog").showPopover();
	$("settings").querySelector("[name=language]:checked").focus();
}
