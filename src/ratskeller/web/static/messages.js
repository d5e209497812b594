// What goes over the wire, as far as the page reads it (server/messages.py). Only types: no page loads this file.

/**
 * One thing on the board.
 * @typedef {{id: string, symbol: string, place: string, layer: number, count: number, angle: number, text: string, tone: string, label: string, under: string}} Part
 */
/**
 * How the parts change in one frame: parts that move or look different, parts that enter (and where
 * from), ids of parts that leave (and where to).
 * @typedef {{move?: Part[], enter?: [Part, string][], leave?: [string, string][], motions?: Motion[]}} Change
 */
/**
 * How a part moves that does not simply glide to its place.
 * @typedef {{part: string, how: "walk" | "dive" | "glide" | "turn" | "tumble", places: string[]}} Motion
 */
/**
 * One visible step: what changes, what is said, how long it is meant to be seen, what it is about, whose
 * deed it is, and the seats whose cards change with it. One with a kind begins a moment; those without
 * belong to the one before.
 * @typedef {{change: Change, text: string, milliseconds: number, at: string[], entry: number, kind: string, seat: number | null, facts: [number, Sign[]][], lines: number}} Frame
 */
/**
 * What an action would change at a place or part.
 * @typedef {{at: string, text: string | number, tone: string}} Badge
 */
/**
 * A legal action: the things it is played on in order, and what it will do. `number` is its place in
 * the list; `rest` is what else of the turn follows without a choice; `asked` says that its effects, left out of a long list, were asked for.
 * @typedef {{path: string[], label: string, notation: string, effects: string[], badges: Badge[], signs: Sign[], trace: string[][], caution: string, commits: boolean, rest: string[], number?: number, asked?: boolean}} Offer
 */
/**
 * A sentence of the log, and what it is about.
 * @typedef {{entry: number, text: string, seat: number | null, by: string, at: string[], indent: number, rule: string}} LogLine
 */
/**
 * Something beside a name: in words, and where there is a symbol for it, with its number.
 * @typedef {{text: string, icon?: string, count?: string}} Sign
 */
/**
 * A seat as everybody sees it.
 * @typedef {{seat: number, name: string, title: string, kind: string, tone: string, glyph: string, facts: Sign[], level: string, face: string, state: string[], deeds: string[], wants_to_stop: boolean}} SeatInfo
 */
/**
 * The end: ranks by seat, and a sentence for each seat in their order.
 * @typedef {{text: string, ranks: number[], standing: [number, string][]}} Result
 */
/**
 * Dice that were thrown for the viewer with an entry: what is asked before, and how they lay then.
 * @typedef {{entry: number, banner: string, dice: Part[]}} Cast
 */
/**
 * Everything but the board and the log, as it is now.
 * @typedef {object} Now
 * @property {"open" | "playing" | "over"} status
 * @property {number | null} seat  the seat that the socket speaks for
 * @property {number[]} my_seats  more than one: several people play on this device
 * @property {number | null} to_act
 * @property {string} banner
 * @property {boolean} asks  something is asked of the viewer
 * @property {SeatInfo[]} seats
 * @property {Offer[]} legal
 * @property {number} drafted  actions that can be taken back
 * @property {boolean} held  the turn is complete and waits to be confirmed
 * @property {string} undo_hint
 * @property {Result | null} result
 * @property {string} rematch  address of the next match
 * @property {string} caution  what to think over before a held turn is confirmed
 * @property {boolean | null} confirm  whether turns are held: always, never, or as the device likes
 * @property {Record<string, string>} buttons  words for things that lie on no sheet
 * @property {boolean} chat
 * @property {Cast | null} cast  what the viewer may throw by hand
 * @property {boolean} [covered]  it is not thrown yet, and this is what is said meanwhile
 * @property {[string, number[]][]} sheet  the score sheet: a source, points by seat
 * @property {{title: string, said: {text: string, at: string[], rule: string}[], fresh: number, of: number, free: boolean, further: [string, string] | null} | null} lesson
 */
/** @typedef {{type: "whole", version: number, parts: Part[], now: Now, log: LogLine[], chat: object[], request: string}} Whole */
/** @typedef {{type: "update", version: number, frames: Frame[], now: Now, log: LogLine[], chat: object[], request: string}} Update */
/**
 * What became of a try in an exercise: whether it counts, why, what it leads to, and the next best.
 * @typedef {{type: "tried", verdict: "best" | "close" | "worse" | "", counts: boolean, text: string, leads_to: string[], instead: string[]}} Tried
 */
