// The same page in another language, without a reload; `again` starts it anew.
import { $ } from "./dom.js";

export async function exchange(again) {
	const open = $("settings-dialog")?.open;
	const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
	document.documentElement.lang = page.documentElement.lang;
	document.title = page.title;
	document.body.replaceWith(document.adoptNode(page.body));
	await again();
	if (open) $("settings-dialog").showModal();
	$("settings").querySelector("[name=language]:checked").focus();
}
