// What a person prefers: a cookie that the server reads, too, for the first paint and the language.
import { $, text } from "./dom.js";

const all = () => new URLSearchParams(document.cookie.match(/(?:^|; )settings=([^;]*)/)?.[1]);
export const setting = (name, otherwise = "") => all().get(name) ?? otherwise;
export const calm = () =>
	setting("motion") === "less" || (setting("motion") !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);

export function keep(name, value) {
	const settings = all();
	settings.set(name, value);
	document.cookie = `settings=${settings}; Path=/; Max-Age=34560000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
	dispatchEvent(new Event("setting"));
}

function apply() {
	const { dataset } = document.documentElement;
	for (const name of ["theme", "motion", "large"]) {
		const value = setting(name);
		if (["", "auto", "off"].includes(value)) delete dataset[name];
		else dataset[name] = value;
	}
}

// `again` starts the page anew after it was exchanged for itself in another language.
export function bindSettings(again) {
	apply();
	const form = $("settings");
	if (!form) return;
	form.onsubmit = () => false;
	form.onchange = async ({ target: { name, type, checked, value } }) => {
		if (name === "notify" && checked) await window.Notification?.requestPermission();
		keep(name, type !== "checkbox" ? value : checked ? "on" : "off");
		apply();
		text("settings-saved", form.dataset.saved);
		if (name === "language") import("./language.js").then((one) => one.exchange(again));
	};
}
