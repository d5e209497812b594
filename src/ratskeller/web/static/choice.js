// Choosing filters the list of offers by path: ids and lists, no page.
import { group } from "./dom.js";

const begins = (path) => (offer) => path.every((part, at) => offer.path[at] === part);

// What can be chosen after a path, each with the offers it leads to.
export const next = (legal, path) => group(legal.filter(begins(path)), (offer) => offer.path[path.length]);

// The offer that a path completes, if it does.
export const complete = (legal, path) => legal.filter(begins(path)).find((offer) => offer.path.length === path.length);
