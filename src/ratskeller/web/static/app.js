// Every page starts here: settings first, then what the page itself needs.
import { bindSettings } from "./settings.js";

let leaving;

async function boot() {
	leaving?.abort();
	leaving = new AbortController();
	bindSettings(boot);
	const { page } = document.body.dataset;
	const script = ["table", "replay"].includes(page) ? page : "forms";
	(await import(`./${script}.js`))[page]?.(leaving.signal);
}
boot();
