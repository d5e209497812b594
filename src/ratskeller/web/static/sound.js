// Sound: every kind of moment has a soft one, made in the page. What is heard is seen, too.
import { setting } from "./settings.js";

/**
 * A tone: when it begins, what it glides from and to, how long it is heard, how loud.
 * @typedef {[at: number, from: number, to: number, seconds: number, loud?: number]} Tone
 */

const A_LITTLE = 0.4;
const QUIET = 100; // ms: two sounds are never closer
const LOUDEST = 0.16;
export const VOLUME = "60"; // of 100, unless somebody wants another

/** @type {Record<string, Tone[]>} by kind of moment (`draw/beats.py`); `turn` is that the viewer is asked */
export const TONES = {
	card: [[0, 880, 520, 0.09, A_LITTLE]],
	step: [[0, 262, 220, 0.07, A_LITTLE], [0.13, 294, 247, 0.07, A_LITTLE]],
	floor: [[0, 330, 330, 0.1], [0.1, 440, 440, 0.16]],
	dice: [[0, 190, 140, 0.05], [0.08, 230, 150, 0.05], [0.19, 170, 120, 0.06], [0.34, 210, 130, 0.07]],
	goods: [[0, 659, 659, 0.09], [0.09, 988, 988, 0.18, A_LITTLE]],
	theft: [[0, 466, 440, 0.12], [0.13, 349, 311, 0.24]],
	piece: [[0, 392, 370, 0.1, A_LITTLE]],
	out: [[0, 294, 277, 0.25], [0.25, 233, 220, 0.25], [0.5, 175, 98, 0.6]],
	end: [[0, 392, 392, 0.2], [0.18, 494, 494, 0.2], [0.36, 587, 587, 0.2], [0.54, 784, 784, 0.7]],
	turn: [[0, 587, 587, 0.5], [0.02, 880, 880, 0.35, A_LITTLE]],
};

/** @type {AudioContext | null} there is none before somebody has pressed something */
let audio = null;
let last = -QUIET;

export const isOn = () => setting("sound", "on") !== "off";
const volume = () => Number(setting("volume", VOLUME)) / 100;

/** Play the sound of a kind of moment; before the first gesture nothing is heard. */
export function play(kind) {
	const now = performance.now();
	if (!audio || !isOn() || !volume() || now - last < QUIET) return;
	last = now;
	for (const tone of TONES[kind] ?? []) sound(tone);
}

function sound([at, from, to, seconds, loud = 1]) {
	const begin = audio.currentTime + at;
	const [tone, gain] = [audio.createOscillator(), audio.createGain()];
	tone.type = "triangle";
	tone.frequency.setValueAtTime(from, begin);
	tone.frequency.exponentialRampToValueAtTime(to, begin + seconds);
	gain.gain.setValueAtTime(0.0001, begin);
	gain.gain.exponentialRampToValueAtTime(LOUDEST * volume() * loud, begin + 0.012);
	gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds + 0.12);
	tone.connect(gain).connect(audio.destination);
	tone.start(begin);
	tone.stop(begin + seconds + 0.15);
}

/**
 * With somebody's first press sounds can be heard, if they are wanted.
 * @param {AbortSignal} signal  given when the page is left
 */
export function wakeWithGesture(signal) {
	const wake = () => {
		if (isOn()) audio ??= new AudioContext();
		if (audio?.state === "suspended") audio.resume();
	};
	for (const gesture of ["pointerup", "keydown"]) document.addEventListener(gesture, wake, { signal, capture: true });
}
