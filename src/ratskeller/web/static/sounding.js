// The switch of the sounds and their volume, in the dock and in the settings.
import { $ } from "./dom.js";
import { keep, setting } from "./settings.js";
import { isOn, play, VOLUME, wakeWithGesture } from "./sound.js";

/**
 * @param {import("./table.js").Table} table
 * @param {AbortSignal} signal
 */
export function makeSounding(table, signal) {
	wakeWithGesture(signal);
	const { sound: box, volume: other } = $("settings").elements;
	const slider = $("volume");

	function show() {
		$("sound").ariaPressed = `${isOn()}`;
		box.checked = isOn();
		slider.value = other.value = setting("volume", VOLUME);
		slider.disabled = !isOn();
	}

	function toggle() {
		keep("sound", isOn() ? "off" : "on");
		show();
		play("piece");
	}

	slider.onchange = () => {
		keep("volume", slider.value);
		show();
		play("goods");
	};
	$("settings").addEventListener("change", show);
	return { frame: ({ kind }, milliseconds) => isHeard(kind, milliseconds) && play(kind), present: show, acts: { sound: toggle } };
}

/** What takes no time is silent; but everybody hears that the match is over. */
const isHeard = (kind, milliseconds) => kind && (milliseconds || kind === "end");
