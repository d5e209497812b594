// Every page starts here: settings first, then what the page itself needs.
import { $$ } from "./dom.js";
import { bindSettings } from "./settings.js";

let leaving;

async function boot() {
	leaving?.abort();
	leaving = new AbortController();
	bindSettings(boot);
	const { page } = document.body.dataset;
	const script = ["table", "replay", "exercise"].includes(page) ? page : "forms";
	await (await import(`./${script}.js`))[page]?.(leaving.signal);
	for (const control of $$(":disabled")) control.disabled = false; // until now nobody would have listened
}
boot();
