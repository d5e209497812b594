// The pages around the table, from the front page to the rules.
import { $, $$, el, fill, json, nonce, pageAt, post, text } from "./dom.js";
import { search } from "./rules.js";
import { keep, setting } from "./settings.js";
import { connect } from "./wire.js";

const PAUSE = 1000; // milliseconds until a look back is asked for again

// POST once, then go where the answer says, or tell the problem.
async function send(button, address, body) {
	button.disabled = true;
	try {
		const answer = await post(address, body, json("words").failed);
		if (answer.address && !("locked" in body)) location.assign(answer.address);
		else location.reload();
	} catch (problem) {
		text("problem", problem.message);
		button.disabled = false;
	}
}

const numbered = (text) => (text ? +text : null);

/** The house, colour or nest that is chosen in a form; it is remembered for the next match. */
function chosenLook(form) {
	const { value } = form.elements.look ?? { value: "" };
	if (form.elements.look) keep(`look_${form.dataset.game}`, value);
	return numbered(value);
}
const learn = (button) => () => send(button, "/api/tables", { game: button.dataset.learn, lesson: button.dataset.lesson, name: setting("name") });

export function front() {
	for (const face of $$(".rivals input")) face.onchange = () => keep(face.name, face.value);
	for (const button of $$("[data-learn]")) button.onclick = learn(button);
	for (const button of $$("[data-quick]")) {
		const { quick: game, seats, look } = button.dataset;
		const name = setting("name");
		button.onclick = () => {
			const rival = document.querySelector(`[name=rival_${game}]:checked`)?.value ?? "";
			const bots = Array.from({ length: seats - 1 }, (_, at) => ({ kind: "bot", bot: at ? "" : rival })); // the others come by themselves
			send(button, "/api/tables", { game, seats: [{ kind: "me", name, look: numbered(look) }, ...bots], nonce: nonce(), name });
		};
	}
}

function setUp() {
	const form = $("new-table");
	const rows = $("seat-rows");
	const model = $("seat-row").content.firstElementChild;
	const words = json("words");
	const company = form.dataset.company.split(" ");
	const look = () => {
		const kinds = [...rows.children].map(({ children: [kind, name] }) => {
			name.hidden = !["me", "here"].includes(kind.value);
			return kind.value;
		});
		for (const label of $$("#looks [data-counts]")) {
			label.hidden = !label.dataset.counts.split(" ").includes(form.elements.count.value);
			if (label.hidden && label.firstChild.checked) $("looks").querySelector("[value='']").checked = true;
		}
		if ($("looks")) $("looks").hidden = !kinds.includes("me"); // whoever plays chooses
		text("start-hint", kinds.includes("open") ? words.friends : words.bots_only);
	};
	const count = () => {
		while (rows.children.length > form.elements.count.value) rows.lastChild.remove();
		while (rows.children.length < form.elements.count.value) {
			const row = model.cloneNode(true);
			const [kind, name] = row.children;
			const before = rows.children.length;
			if (before) {
				kind.value = `bot:${company[(before - 1) % company.length]}`;
			} else {
				kind.selectedIndex = 0;
				name.value = setting("name");
			}
			rows.append(row);
		}
		look();
	};
	form.onchange = count;
	count();
	form.onsubmit = () => {
		const { confirm, cover, chat } = form.elements;
		const seats = [...rows.children].map(({ children: [{ value }, name] }, at) => {
			const [kind, bot = ""] = value.split(":");
			const look = kind === "me" ? chosenLook(form) : null;
			return { kind, bot, look, name: name.value.trim() || (kind === "here" ? fill(words.player, { number: at + 1 }) : "") };
		});
		const name = seats.find(({ kind }) => kind === "me")?.name ?? "";
		if (name) keep("name", name);
		const options = Object.fromEntries($$("[data-option]").map(({ dataset: { option } }) => [option, JSON.parse(form.elements[`option-${option}`].value)]));
		send($("start"), "/api/tables", {
			game: form.dataset.game, seats, options, name, nonce: nonce(), cover_after: +cover.value, chat: chat.checked, confirm: JSON.parse(confirm.value),
		});
		return false;
	};
}
export { setUp as new };

export function invitation() {
	const form = $("sit-down");
	form.onsubmit = () => {
		const name = $("name").value.trim();
		if (name) keep("name", name);
		send($("sit"), `/api/tables/${form.dataset.table}/seats`, { invitation: form.dataset.invitation, nonce: nonce(), name, look: chosenLook(form) });
		return false;
	};
}

/** Another house, colour or nest while one waits; what somebody else has leaves the choice as it was. */
function letLookBeChosen() {
	const { table, game } = $("main").dataset;
	let chosen = $("looks").querySelector(":checked");
	$("looks").onchange = async ({ target }) => {
		text("problem");
		try {
			await post(`/api/tables/${table}/look`, { look: numbered(target.value) }, json("words").failed);
			keep(`look_${game}`, target.value);
			chosen = target;
		} catch ({ message }) {
			text("problem", message);
			chosen.checked = true;
		}
	};
}

export function waiting(signal) {
	for (const button of $$("[data-locked]")) {
		button.onclick = () => send(button, `/api/tables/${$("main").dataset.table}/invitation`, { locked: button.dataset.locked === "true" });
	}
	if ($("copy")) {
		$("copy").onclick = async () => {
			$("link").select();
			if (navigator.clipboard) await navigator.clipboard.writeText($("link").value);
			else document.execCommand("copy"); // the only way on a page that is not encrypted
			text("copy", $("copy").dataset.done);
		};
	}
	if ($("looks")) letLookBeChosen();
	const seat = ({ kind, name, face, state }) =>
		el("li", { class: kind }, face && el("img", { class: "face", src: face, alt: "" }), name && el("b", {}, el("bdi", {}, name)), el("small", {}, state.join(" · ")));
	connect(json("words"), {
		signal,
		hello: () => ({ type: "hello", nonce: nonce() }),
		hear: ({ now }) => {
			if (now && now.status !== "open") location.reload();
			else if (now) $("seats").replaceChildren(...now.seats.map(seat));
		},
	});
}

export function matches() {
	const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
	for (const time of $$("time")) time.textContent = date.format(new Date(time.dateTime)); // where the person is, not the house
	if (!$("forget")) return;
	const turnTo = (id) => () => {
		for (const dialog of $$("dialog[open]")) dialog.close();
		if (id) $(id).showModal();
	};
	for (const button of $$("[data-keep]")) button.onclick = turnTo("");
	$("forget").onclick = turnTo("forget-ask");
	$("forget-go-on").onclick = turnTo("forget-sure");
	$("forget-now").onclick = () => {
		turnTo("")();
		send($("forget"), "/api/forget", { sure: true });
	};
}

/** Ask for more of a look back until all is there. @param {AbortSignal} signal  given when the page is left */
export async function lookback(signal) {
	const words = json("words");
	const { table, seat } = $("main").dataset;
	let shown = -1;
	while (!signal.aborted && !$("look").dataset.done) {
		let look;
		try {
			look = await post(`/api/tables/${table}/seats/${seat}/lookback`, {}, words.failed);
		} catch (error) {
			return text("progress", error.message);
		}
		text("progress", look.of ? fill(words.looking, look) : words.begins);
		if (look.found > shown || look.analysis) {
			shown = look.found;
			const page = await pageAt(location.href);
			if (page) $("look").replaceWith(page.getElementById("look"));
		}
		if (look.analysis) text("progress", words.done);
		else await new Promise((go) => setTimeout(go, PAUSE));
	}
}

export function rules() {
	for (const button of $$("[data-learn]")) button.onclick = learn(button);
	$("rule-id").oninput = search;
}
