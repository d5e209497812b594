// Motion: what walks along its way, dives below it, turns over or tumbles. Everything else glides.

/**
 * Where a part is, how it is turned and how large it is.
 * @typedef {object} Pose
 * @property {number} x
 * @property {number} y
 * @property {number} angle  in degrees
 * @property {number} width  its scale from left to right: below 0 it is mirrored
 * @property {number} height
 */

const BELOW = 0.25; // opacity of what is under the ground
const EDGE = 0.03; // width of a card that is seen from its side

/** @param {Pose} pose */
export const css = ({ x, y, angle, width, height }) =>
	`translate(${x}px, ${y}px) rotate(${angle}deg) scale(${width}, ${height})`;

/**
 * Walk over stations at one speed, from one pose to another.
 * @param {Element} node
 * @param {Pose} from
 * @param {[x: number, y: number][]} stations  between both
 * @param {Pose} to
 * @param {number} duration
 */
export function walk(node, from, stations, to, duration) {
	const turn = ((to.angle - from.angle + 540) % 360) - 180; // never the long way round
	const points = [[from.x, from.y], ...stations, [to.x, to.y]];
	const reached = [0];
	for (let at = 1; at < points.length; at++) reached.push(reached[at - 1] + distance(points[at - 1], points[at]));
	const length = reached.at(-1) || 1;
	const steps = points.map(([x, y], at) => {
		const offset = reached[at] / length;
		const { width, height } = at ? to : from;
		return { offset, transform: css({ x, y, angle: from.angle + turn * offset, width, height }) };
	});
	node.animate(steps, { duration, easing: "ease-in-out" });
}

/** What goes below the ground is seen faintly until it surfaces. */
export function dive(node, duration) {
	node.animate({ opacity: [1, BELOW, BELOW, 1], offset: [0, 0.2, 0.8, 1] }, { duration });
}

/**
 * A card turns over: first its old side narrows, if it had one, then the new one widens.
 * @param {SVGElement} node
 * @param {SVGElement | undefined} old  the same card as it looked before
 * @param {Pose} pose
 * @param {number} duration
 */
export function turnOver(node, old, pose, duration) {
	const wide = css(pose);
	const narrow = css({ ...pose, width: pose.width * EDGE });
	const half = { duration: duration / 2, easing: "ease-in" };
	if (old) {
		old.removeAttribute("data-part");
		old.setAttribute("class", "part turning");
		old.setAttribute("aria-hidden", "true");
		old.style.transform = wide;
		node.after(old);
		old.animate({ transform: [wide, narrow] }, half).finished.then(() => old.remove(), () => old.remove());
	}
	node.animate({ transform: [narrow, wide] }, { ...half, delay: old ? half.duration : 0, easing: "ease-out", fill: "backwards" });
}

/** A die rolls in and comes to rest. */
export function tumble(node, pose, duration) {
	const at = (dx, dy, turn, size) =>
		css({ x: pose.x + dx, y: pose.y + dy, angle: pose.angle + turn, width: pose.width * size, height: pose.height * size });
	const transform = [at(-26, -14, -420, 0.8), at(-12, 6, -200, 1.08), at(4, -5, -40, 0.96), at(0, 0, 0, 1)];
	node.animate({ transform, easing: "ease-out" }, { duration });
}

const distance = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
