// The causal tree at a zoom level: which calls show, which are one row, and the rows that are open.

import { foldRows, rowKeys } from "./folding.mjs";
import { linkRows } from "./links.mjs";

const mostRowsAtFirst = 20_000;
/** Of a row that stands for more calls, so many are looked at for what its words have in common. */
const mostCompared = 256;

export class CallTree {
  /** @param keeps of the calls that the zoom shows, those that are shown */
  constructor(trace, zoom, keeps = () => true) {
    this.trace = trace;
    this.zoom = zoom;
    this.keeps = keeps;
    const shows = (call) => this.shows(call);
    const links = linkRows(trace, zoom, shows);
    Object.assign(this, links);
    this.findLost();
    const keys = rowKeys({ ...columns(trace), kind: links.kind, value: links.value, lost: this.lost }, links.flags, shows);
    const found = foldRows({
      ...links, count: trace.count, keys, isShown: shows,
    });
    Object.assign(this, found);
    this.findHeads();
    this.toggled = new Set();
    /** The first calls of rows that stand for several, of which each has a row of its own now. */
    this.openGroups = new Set();
    this.openAtFirst();
  }

  /** Opens as many levels as are not too many rows. */
  openAtFirst() {
    let most = 1;
    for (const depth of [1, 2, 3, 4, 6, 8, 12, 24, 64, Infinity]) {
      this.openDepth = depth;
      if (!this.layRows(mostRowsAtFirst)) break;
      most = depth;
      if (this.rows.isOpen.includes(false)) continue;
      // All are open.
      this.openDepth = Infinity;
      return;
    }
    this.openDepth = most;
    this.layRows();
  }

  shows(call) {
    return this.trace.isShown(call, this.zoom) && this.keeps(call);
  }

  /** The events that nobody got, by the calls that show them: where the call itself is not shown, the nearest around it that
   * was handed an event. */
  findLost() {
    const { trace } = this;
    this.lost = new Map();
    for (const [call, lost] of trace.lost) {
      let shown = call;
      while (shown >= 0 && !(this.shows(shown) && this.kind[shown] !== 0)) shown = trace.parent[shown];
      if (shown >= 0 && !this.lost.has(shown)) this.lost.set(shown, lost);
    }
  }

  /** For each call in a row of several, or in rounds, the first of them. */
  findHeads() {
    const { count } = this.trace;
    this.head = new Int32Array(count).fill(-1);
    this.roundHead = new Int32Array(count).fill(-1);
    for (let call = 0; call < count; call += 1) {
      if (!this.shows(call)) continue;
      if (this.run[call] > 1) this.eachOfRun(call, (each) => (this.head[each] = call));
      if (this.round[call] === 0) continue;
      let each = call;
      for (let left = this.round[call] * this.times[call]; left > 0; left -= 1) {
        this.eachOfRun(each, (own) => (this.roundHead[own] = call));
        each = this.afterRun(each);
      }
    }
  }

  eachOfRun(call, act) {
    let each = call;
    for (let left = this.run[call]; left > 0; left -= 1) {
      act(each);
      each = this.next[each];
    }
  }

  afterRun(call) {
    let each = call;
    for (let left = this.run[call]; left > 0; left -= 1) each = this.next[each];
    return each;
  }

  afterRounds(call) {
    let each = call;
    for (let left = this.round[call] * this.times[call]; left > 0; left -= 1) each = this.afterRun(each);
    return each;
  }

  /** The calls in whose rows the type stands behind a name that the source gave: the first of the tree, each once. */
  get tellers() {
    this.tellersFound ??= this.findTellers();
    return this.tellersFound;
  }

  findTellers() {
    const { trace } = this;
    const found = new Set();
    if (trace.sourceName.every((word) => word === 0)) return found;
    const told = new Set();
    const invoke = trace.operations.indexOf("invoke");
    const stack = [{ call: this.firstRoot, left: Infinity, isInRound: false }];
    while (stack.length > 0) {
      const frame = stack.at(-1);
      const { call, isInRound } = frame;
      if (call < 0 || frame.left === 0) {
        stack.pop();
        continue;
      }
      frame.call = this.after(call, false, isInRound);
      frame.left -= 1;
      if (this.round[call] > 0 && !isInRound) {
        stack.push({ call, left: this.round[call], isInRound: true });
        continue;
      }
      const node = trace.node[call];
      const isNamed = node >= 0 && trace.sourceName[node] > 0 && trace.namedAfter[node] < 0;
      if (isNamed && trace.type[call] === 0 && trace.operation[call] !== invoke) {
        const key = `${trace.sourceName[node]} ${trace.nodes.type[node]}`;
        if (!told.has(key)) found.add(call);
        told.add(key);
      }
      stack.push({ call: this.first[call], left: Infinity, isInRound: false });
    }
    return found;
  }

  isOpen(call, isRound = false) {
    return this.toggled.has(isRound ? -call - 1 : call) !== this.depth[call] < this.openDepth;
  }

  /** Lays the rows that are open; false if there are more than `limit`. */
  layRows(limit = Infinity) {
    this.rows = { call: [], calls: [], count: [], isRound: [], indent: [], depth: [], isOpen: [], isStep: [], size: [], place: [] };
    this.rowOfCall ??= new Int32Array(this.trace.count);
    this.rowOfCall.fill(-1);
    const stack = [this.frame([this.firstRoot], { level: 0, depth: 0 })];
    while (stack.length > 0) {
      const frame = stack.at(-1);
      if (frame.cursors[0] < 0 || frame.left === 0) stack.pop();
      else if (this.rows.call.length > limit) return false;
      else this.layRow(frame, stack);
    }
    return true;
  }

  /** The rows below one, or below several that it stands for: `cursors` are the next of each. */
  frame(cursors, { level, depth, left = Infinity, isSingle = false, isInRound = false, isBelowStep = false, isChained = true }) {
    const frame = { cursors, level, depth, left, isSingle, isInRound, place: 0 };
    frame.size = this.sizeOf(frame);
    frame.isChain = isChained && frame.size === 1 && depth > 0;
    if (frame.isChain && isBelowStep) frame.level -= 1;
    return frame;
  }

  sizeOf({ cursors, left, isSingle, isInRound }) {
    let size = 0;
    for (let call = cursors[0]; call >= 0 && size < left; size += 1) call = this.after(call, isSingle, isInRound);
    return size;
  }

  after(call, isSingle, isInRound) {
    if (isSingle) return this.next[call];
    return this.round[call] > 0 && !isInRound ? this.afterRounds(call) : this.afterRun(call);
  }

  layRow(frame, stack) {
    const { cursors, isSingle, isInRound } = frame;
    const call = cursors[0];
    const isRound = this.round[call] > 0 && !isInRound && !isSingle;
    const count = isRound ? this.times[call] : isSingle ? 1 : this.run[call];
    const calls = isRound ? this.roundsOf(cursors) : this.callsOf(cursors, count);
    const isGroupOpen = count > 1 && this.openGroups.has(isRound ? -call - 1 : call);
    const hasBelow = isRound || this.first[call] >= 0;
    const isOpen = (hasBelow || isGroupOpen) && (isGroupOpen || this.isOpen(call, isRound));
    const row = this.addRow(frame, { call, calls, count, isRound, isOpen, hasBelow });
    if (cursors.length === 1) this.noteCalls(call, count, isRound, row);
    else this.rowOfCall[call] = row;
    const following = this.after(call, isSingle, isInRound);
    frame.cursors = cursors.map((each, index) => (index === 0 ? following : this.after(each, isSingle, isInRound)));
    frame.left -= 1;
    if (!isOpen) return;
    const below = { level: frame.level + 1, depth: frame.depth + 1, isBelowStep: frame.isChain };
    if (isGroupOpen && isRound) {
      const left = this.round[call] * this.times[call];
      stack.push(this.frame([call], { ...below, left, isInRound: true, isChained: false }));
    } else if (isGroupOpen) {
      stack.push(this.frame([call], { ...below, left: count, isSingle: true, isChained: false }));
    } else if (isRound) {
      stack.push(this.frame(calls, { ...below, left: this.round[call], isInRound: true }));
    } else {
      stack.push(this.frame(calls.map((each) => this.first[each]), below));
    }
  }

  /** The calls that a row stands for, with the last of them where they are many. */
  callsOf(cursors, count) {
    if (cursors.length === 1 && count === 1) return cursors;
    const calls = [];
    let last = -1;
    // Work that was asked for is added up over all.
    const most = this.trace.operationRows[this.trace.operation[cursors[0]]].asksForWork ? Infinity : mostCompared;
    for (const cursor of cursors) {
      let each = cursor;
      for (let left = count > 1 ? this.run[cursor] : 1; left > 0; left -= 1) {
        if (calls.length < most) calls.push(each);
        last = each;
        each = this.next[each];
      }
    }
    if (calls.at(-1) !== last) calls.push(last);
    return calls;
  }

  /** The first call of each round. */
  roundsOf(cursors) {
    const calls = [];
    let last = -1;
    for (const cursor of cursors) {
      let each = cursor;
      for (let time = this.times[cursor]; time > 0; time -= 1) {
        if (calls.length < mostCompared) calls.push(each);
        last = each;
        for (let left = this.round[cursor]; left > 0; left -= 1) each = this.afterRun(each);
      }
    }
    if (calls.at(-1) !== last) calls.push(last);
    return calls;
  }

  /** Leads all calls that a row stands for to it. */
  noteCalls(call, count, isRound, row) {
    let each = call;
    for (let left = isRound ? count * this.round[call] : 1; left > 0; left -= 1) {
      if (count > 1) this.eachOfRun(each, (own) => (this.rowOfCall[own] = row));
      else this.rowOfCall[each] = row;
      if (isRound) each = this.afterRun(each);
    }
  }

  addRow(frame, { call, calls, count, isRound, isOpen, hasBelow }) {
    const { rows } = this;
    frame.place += 1;
    rows.call.push(call);
    rows.calls.push(calls);
    rows.count.push(count);
    rows.isRound.push(isRound);
    rows.indent.push(frame.level);
    rows.depth.push(frame.depth);
    rows.isOpen.push(hasBelow || isOpen ? isOpen : undefined);
    rows.isStep.push(frame.isChain);
    rows.size.push(frame.size);
    rows.place.push(frame.place);
    return rows.call.length - 1;
  }

  get length() {
    return this.rows.call.length;
  }

  /** Whether a row stands for several calls, or rounds of them. */
  isGroup(row) {
    return this.rows.count[row] > 1;
  }

  /** Whether there is something to open in a row. */
  canOpen(row) {
    return this.rows.isOpen[row] !== undefined;
  }

  groupKey(row) {
    return this.rows.isRound[row] ? -this.rows.call[row] - 1 : this.rows.call[row];
  }

  /** Whether each call that a row stands for has a row of its own below it. */
  isGroupOpen(row) {
    return this.isGroup(row) && this.openGroups.has(this.groupKey(row));
  }

  toggle(row) {
    if (this.openGroups.delete(this.groupKey(row)) && this.isGroup(row)) return void this.layRows();
    const key = this.groupKey(row);
    if (!this.toggled.delete(key)) this.toggled.add(key);
    this.layRows();
  }

  /** Gives each call of a row that stands for several a row of its own, or takes these back. */
  toggleGroup(row) {
    const key = this.groupKey(row);
    if (!this.openGroups.delete(key)) this.openGroups.add(key);
    this.layRows();
  }

  /** The row that shows a call, or the nearest above it that is open; -1 if there is none. */
  nearestRow(call) {
    let each = call;
    while (each >= 0 && !this.shows(each)) each = this.trace.above[each];
    while (each >= 0 && this.rowOfCall[each] < 0) each = this.up[each];
    return each < 0 ? -1 : this.rowOfCall[each];
  }

  /** The row that is directly around a row; -1 at the top. */
  rowAround(row) {
    const depth = this.rows.depth[row];
    for (let each = row - 1; each >= 0; each -= 1) if (this.rows.depth[each] < depth) return each;
    return -1;
  }

  /** Opens all that hides a call, and gives its row; of a call that this zoom leaves out, the one above. */
  reveal(call) {
    let target = call;
    while (target >= 0 && !this.shows(target)) target = this.trace.above[target];
    if (target < 0) return -1;
    const shown = this.rowOfCall[target];
    if (shown >= 0 && this.rows.call[shown] === target) return shown;
    for (let each = target; each >= 0; each = this.up[each]) {
      if (this.head[each] >= 0) this.openGroups.add(this.head[each]);
      if (this.roundHead[each] >= 0) this.openGroups.add(-this.roundHead[each] - 1);
      if (each !== target && !this.isOpen(each) && !this.toggled.delete(each)) this.toggled.add(each);
    }
    this.layRows();
    return this.rowOfCall[target];
  }
}

/** The columns of a trace as a plain object. */
function columns(trace) {
  const { count, nodes, words, operation, node, type, label, subscription, subscriptions, file, line, thread } = trace;
  const { sourceName, operationRows, subscribeOperation } = trace;
  return { count, nodes, words, operation, node, type, label, subscription, subscriptions, file, line, thread, sourceName, operationRows, subscribeOperation };
}
