// It is your turn: a soft sound, a notification. Both only if the person asked for them.
import { setting } from "./settings.js";

let audio;

export function signal(title, body) {
	if (setting("sound") === "on") chime();
	if (setting("notify") === "on" && document.hidden && window.Notification?.permission === "granted") new Notification(title, { body, tag: location.pathname });
}

function chime() {
	audio ??= new AudioContext();
	[523, 659].forEach((pitch, number) => {
		const [tone, volume] = [audio.createOscillator(), audio.createGain()];
		const begin = audio.currentTime + number * 0.16;
		tone.connect(volume).connect(audio.destination);
		tone.frequency.value = pitch;
		volume.gain.setValueAtTime(0, begin);
		volume.gain.linearRampToValueAtTime(0.07, begin + 0.03);
		volume.gain.exponentialRampToValueAtTime(0.0005, begin + 0.7);
		tone.start(begin);
		tone.stop(begin + 0.75);
	});
}
