// Two traces side by side: which calls of one are which of the other, and the differences.

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
    this.differing = this.kind.filter((kind) => kind !== "same").length;
  }

  /** How each call of a side differs, by its position; calls that are the same are left out. */
  marksOf(side) {
    const found = new Map();
    for (let row = 0; row < this.count; row += 1) {
      if (this.kind[row] !== "same" && this[side][row] >= 0) found.set(this[side][row], this.kind[row]);
    }
    return found;
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
