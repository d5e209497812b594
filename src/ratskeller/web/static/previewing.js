// Previewing: what an offer would do, before it is chosen.
import { $, el } from "./dom.js";
import { badges, clear, drawWay } from "./overlay.js";
import { signs } from "./print.js";

/** @typedef {import("./messages.js").Offer} Offer */

/** @param {import("./table.js").Table} table */
export function makePreviewing(table) {
	/** @type {Offer | null} */
	let shown = null;

	/** Show the one offer that is looked at; of several, nothing is foreseen. */
	async function preview(offers = []) {
		const offer = offers.length === 1 ? offers[0] : null;
		shown = offer;
		clear("walk");
		clear("badges");
		badges("badges", offer?.badges ?? []);
		offer?.trace.forEach((way) => drawWay(way, "walk"));
		tell(offer);
		if (!offer || offer.effects.length || offer.asked) return;
		offer.asked = true; // long lists come bare
		const { data } = await table.wire.ask("foresee", { version: table.version, action: offer.number });
		Object.assign(offer, data);
		if (data && shown === offer) preview(offers);
	}

	/** In signs and words; long ones are set smaller. */
	function tell(offer) {
		const slip = $("preview");
		slip.replaceChildren(...(offer ? [offer.signs?.length && signs(offer.signs), [offer.label, ...offer.effects].join(" · ")].filter(Boolean) : []));
		slip.classList.remove("long");
		slip.classList.toggle("long", slip.scrollHeight > slip.parentNode.clientHeight);
	}

	/** A button that shows what it leads to while somebody looks at it. */
	function button(label, onclick, offers, ...more) {
		const look = () => preview(offers);
		const away = () => preview();
		const listeners = { onclick, onpointerenter: look, onfocus: look, onpointerleave: away, onblur: away };
		return el("button", { type: "button", "data-notation": offers[0].notation, ...listeners }, label, ...more);
	}

	return { preview, button, pause: () => preview(), forget: () => preview() };
}
