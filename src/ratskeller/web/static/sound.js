// Sounds are made in the page; there are no files.

/** A soft tone: it is my turn. */
export function chime() {
	const audio = new AudioContext();
	const tone = new OscillatorNode(audio, { frequency: 587 });
	const volume = new GainNode(audio, { gain: 0.08 });
	volume.gain.setTargetAtTime(0, 0.1, 0.2);
	tone.connect(volume).connect(audio.destination);
	tone.start();
	tone.stop(1.2);
}
