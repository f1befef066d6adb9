// Two traces side by side: which calls of one are which of the other, and the differences.

import { callText, callWords, siteText } from "./text.mjs";

export const marks = { same: " ", changed: "~", removed: "−", added: "+", movedAway: "<", movedHere: ">" };

/** So many like calls stay around each that differs. */
const context = 3;

export class Comparison {
  /** @param data what the renderer wrote into a page of two traces */
  constructor(data) {
    const { rows, kinds } = data;
    this.summary = data.summary;
    this.count = rows.kind.length;
    this.kind = rows.kind.map((kind) => kinds[kind]);
    this.depth = rows.depth;
    this.old = Int32Array.from(rows.old, (call) => call - 1);
    this.new = Int32Array.from(rows.new, (call) => call - 1);
    this.allKinds = this.kind;
    this.differing = this.kind.filter((kind) => kind !== "same").length;
  }

  /** Takes rows that differ in nothing but their places for the same, or not. */
  ignorePlaces(isIgnoring, { old, new: other }) {
    this.kind = this.allKinds.map((kind, row) => {
      if (!isIgnoring || kind !== "changed") return kind;
      return callText(old, this.old[row]) === callText(other, this.new[row]) ? "same" : kind;
    });
  }

  /** How each call of a side differs, by its position; calls that are the same are left out. */
  marksOf(side) {
    const found = new Map();
    for (let row = 0; row < this.count; row += 1) {
      if (this.kind[row] !== "same" && this[side][row] >= 0) found.set(this[side][row], this.kind[row]);
    }
    return found;
  }

  /** The call of a side in a row, or in the nearest row before that has one; -1 for none. */
  callAt(side, row) {
    let own = row;
    while (own >= 0 && this[side][own] < 0) own -= 1;
    return own < 0 ? -1 : this[side][own];
  }

  /** The row of a call of a side; -1 if it has none. */
  rowOf(side, call) {
    return this[side].indexOf(call);
  }

  /** The rows to show: all, or those near a difference, with `{ skipped }` for each stretch that is left out. */
  shownRows(isWhole) {
    const rows = [];
    let near = -1;
    let skipped = 0;
    const isNear = new Uint8Array(this.count);
    for (let row = 0; row < this.count; row += 1) {
      if (this.kind[row] !== "same") near = row + context;
      if (row <= near) isNear[row] = 1;
    }
    near = this.count;
    for (let row = this.count - 1; row >= 0; row -= 1) {
      if (this.kind[row] !== "same") near = row - context;
      if (row >= near) isNear[row] = 1;
    }
    for (let row = 0; row < this.count; row += 1) {
      if (isWhole || isNear[row] === 1) {
        if (skipped > 0) rows.push({ skipped });
        skipped = 0;
        rows.push({ row });
      } else {
        skipped += 1;
      }
    }
    if (skipped > 0) rows.push({ skipped });
    return rows;
  }
}

/** The words of a call, with its place at the end. */
export function placedWords(trace, call) {
  const words = callWords(trace, call).map(([kind, text]) => [kind, text]);
  const { nodes, subscriptions, node, subscription } = trace;
  let site = siteText(trace, trace.file[call], trace.line[call]);
  if (site === "" && trace.operation[call] === trace.createOperation && node[call] >= 0) site = siteText(trace, nodes.file[node[call]], nodes.line[node[call]]);
  const own = subscription[call];
  if (site === "" && own >= 0 && trace.firstOfSubscription[own] === call) site = siteText(trace, subscriptions.file[own], subscriptions.line[own]);
  return site === "" ? words : [...words, ["site", site]];
}

/** For each word of one call, `[before, changed, after]`: what of it is not in the other call's word of its kind. */
export function changedWords(words, others) {
  const left = others.slice();
  return words.map(([kind, text]) => {
    const index = left.findIndex(([other]) => other === kind);
    const like = index < 0 ? "" : left.splice(index, 1)[0][1];
    return [kind, ...changedPart(text, like)];
  });
}

function changedPart(text, other) {
  const [one, two] = [Array.from(text), Array.from(other)];
  let start = 0;
  while (start < one.length && one[start] === two[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < two.length - start && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  return [one.slice(0, start).join(""), one.slice(start, one.length - end).join(""), one.slice(one.length - end).join("")];
}
