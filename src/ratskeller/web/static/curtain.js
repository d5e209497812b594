// The curtain: several people play on one device, and only who is to move sees a hand.
import { $, text } from "./dom.js";

/** @param {import("./table.js").Table} table */
export function makeCurtain(table) {
	function present() {
		const { my_seats: mine, seat, to_act: mover, status } = table.now;
		const due = mine.length > 1 && status === "playing" && seat !== mover;
		if (due && seat !== null) return sit(null);
		if (!due || !mine.includes(mover)) return $("curtain").close();
		for (const id of ["title", "open"]) text(`curtain-${id}`, table.words[`curtain_${id}`][mover]);
		if (!$("curtain").open) $("curtain").showModal();
	}

	/** Speak for a seat from now on; for none of them the curtain falls. */
	function sit(seat) {
		table.occasion("forget");
		table.wire.ask("sit", { seat });
	}

	$("curtain").oncancel = () => false;
	return { present, acts: { sit: () => sit(table.now.to_act) } };
}
