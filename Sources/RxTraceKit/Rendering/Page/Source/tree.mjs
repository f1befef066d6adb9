// The causal tree at a zoom level: which calls show, which are folded, and the rows that are open.

/** So many like calls in a row become one. */
const leastRepeats = 3;
const mostRowsAtFirst = 20_000;

function mixed(hash, value) {
  let mix = Math.imul(hash ^ value, 0x9e3779b1);
  mix ^= mix >>> 15;
  mix = Math.imul(mix, 0x85ebca77);
  return (mix ^ (mix >>> 13)) | 0;
}

export class CallTree {
  constructor(trace, zoom) {
    this.trace = trace;
    this.zoom = zoom;
    this.link();
    this.compareShapes();
    this.findRepeats();
    this.toggled = new Set();
    this.openGroups = new Set();
    this.openDepth = Infinity;
    for (const depth of [Infinity, 64, 24, 12, 8, 6, 4, 3, 2, 1]) {
      this.openDepth = depth;
      if (this.layRows(mostRowsAtFirst)) break;
    }
    this.layRows();
  }

  /** Hangs each call that shows below the nearest one above it that does. */
  link() {
    const { trace, zoom } = this;
    const { count, level, above } = trace;
    this.up = new Int32Array(count).fill(-1);
    this.first = new Int32Array(count).fill(-1);
    this.next = new Int32Array(count).fill(-1);
    this.firstRoot = -1;
    this.depth = new Int32Array(count);
    for (let call = 0; call < count; call += 1) {
      const around = above[call];
      if (around < 0) continue;
      const up = level[around] <= zoom ? around : this.up[around];
      this.up[call] = up;
      if (up >= 0) this.depth[call] = this.depth[up] + 1;
    }
    for (let call = count - 1; call >= 0; call -= 1) {
      if (level[call] > zoom) continue;
      const around = this.up[call];
      if (around >= 0) {
        this.next[call] = this.first[around];
        this.first[around] = call;
      } else {
        this.next[call] = this.firstRoot;
        this.firstRoot = call;
      }
    }
  }

  /** A number for what each call reads like with all below it, whatever the values: like numbers, like rows. */
  compareShapes() {
    const { trace } = this;
    const { operation, node, nodes, type, label, kind, value, level } = trace;
    this.shape = new Int32Array(trace.count);
    const below = new Int32Array(trace.count);
    for (let call = trace.count - 1; call >= 0; call -= 1) {
      if (level[call] > this.zoom) continue;
      const own = node[call];
      let shape = mixed(operation[call] + 1, own < 0 ? -1 : nodes.type[own]);
      if (own >= 0) shape = mixed(mixed(shape, nodes.file[own] * 31 + nodes.line[own]), trace.sourceName[own]);
      shape = mixed(shape, type[call] * 64 + kind[call]);
      shape = mixed(shape, label[call]);
      // An error is not like any other, as one element is like the next.
      if (kind[call] === 2) shape = mixed(shape, value[call]);
      this.shape[call] = mixed(shape, below[call]);
      const around = this.up[call];
      if (around >= 0) below[around] = mixed(below[around] + 1, this.shape[call]);
    }
  }

  /** Finds the like calls that stand in a row: each knows the first of them, and that one how many they are. */
  findRepeats() {
    const { next, shape } = this;
    const { count, level } = this.trace;
    this.head = new Int32Array(count);
    this.repeats = new Int32Array(count).fill(1);
    const isFollower = new Uint8Array(count);
    for (let call = 0; call < count; call += 1) {
      if (isFollower[call] === 1 || level[call] > this.zoom) continue;
      let length = 0;
      for (let each = call; each >= 0 && shape[each] === shape[call]; each = next[each]) {
        this.head[each] = call;
        isFollower[each] = 1;
        length += 1;
      }
      this.repeats[call] = length;
    }
  }

  isOpen(call) {
    return this.toggled.has(call) !== this.depth[call] < this.openDepth;
  }

  /** Lays the rows that are open; false if there are more than `limit`. */
  layRows(limit = Infinity) {
    const rows = { call: [], count: [], indent: [], depth: [], isOpen: [], isOnly: [], size: [], place: [] };
    this.rowOfCall ??= new Int32Array(this.trace.count);
    this.rowOfCall.fill(-1);
    const stack = [];
    const open = (first, indent, depth, chain) => {
      if (first < 0) return;
      const isOnly = this.next[first] < 0;
      const frame = { call: first, until: -1, indent: isOnly && chain ? indent : indent + 1, depth, isOnly: isOnly && chain };
      frame.size = this.siblings(first);
      frame.place = 0;
      stack.push(frame);
    };
    open(this.firstRoot, -1, 0, false);
    while (stack.length > 0) {
      const frame = stack.at(-1);
      const call = frame.call;
      if (call < 0 || call === frame.until) {
        stack.pop();
        continue;
      }
      if (rows.call.length > limit) return false;
      const count = this.repeats[call];
      if (!frame.isGroup && count >= leastRepeats) {
        const isOpen = this.openGroups.has(call);
        this.addRow(rows, frame, call, count, isOpen);
        let end = call;
        for (let left = count; left > 0; left -= 1) {
          this.rowOfCall[end] = rows.call.length - 1;
          end = this.next[end];
        }
        frame.call = end;
        if (isOpen) {
          stack.push({
            call, until: end, indent: frame.indent + 1, depth: frame.depth + 1, isOnly: false, isGroup: true,
            size: count, place: 0,
          });
        }
        continue;
      }
      const hasBelow = this.first[call] >= 0;
      const isOpen = hasBelow && this.isOpen(call);
      this.addRow(rows, frame, call, hasBelow ? 1 : 0, isOpen);
      this.rowOfCall[call] = rows.call.length - 1;
      frame.call = this.next[call];
      if (isOpen) open(this.first[call], frame.indent, frame.depth + 1, true);
    }
    this.rows = rows;
    return true;
  }

  siblings(first) {
    let count = 0;
    for (let call = first; call >= 0; call = this.next[call]) count += 1;
    return count;
  }

  addRow(rows, frame, call, count, isOpen) {
    frame.place += 1;
    rows.call.push(call);
    rows.count.push(count);
    rows.indent.push(frame.indent);
    rows.depth.push(frame.depth);
    rows.isOpen.push(isOpen);
    rows.isOnly.push(frame.isOnly);
    rows.size.push(frame.size);
    rows.place.push(frame.place);
  }

  get length() {
    return this.rows.call.length;
  }

  /** Whether a row stands for several calls. */
  isGroup(row) {
    return this.rows.count[row] >= leastRepeats;
  }

  /** Whether there is something to open in a row. */
  canOpen(row) {
    return this.rows.count[row] > 0;
  }

  toggle(row) {
    const call = this.rows.call[row];
    const set = this.isGroup(row) ? this.openGroups : this.toggled;
    if (!set.delete(call)) set.add(call);
    this.layRows();
  }

  /** The row that shows a call, or the nearest above it that is open; -1 if there is none. */
  nearestRow(call) {
    let each = call;
    while (each >= 0 && this.trace.level[each] > this.zoom) each = this.up[each];
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
    while (target >= 0 && this.trace.level[target] > this.zoom) target = this.up[target];
    let hasChanged = false;
    for (let each = target; each >= 0; each = this.up[each]) {
      const head = this.head[each];
      if (this.repeats[head] >= leastRepeats && !this.openGroups.has(head)) {
        this.openGroups.add(head);
        hasChanged = true;
      }
      if (each !== target && !this.isOpen(each)) {
        if (!this.toggled.delete(each)) this.toggled.add(each);
        hasChanged = true;
      }
    }
    if (hasChanged) this.layRows();
    return target < 0 ? -1 : this.rowOfCall[target];
  }

  /** The next call that shows after one, or before it with `direction` -1; -1 at the end. */
  neighbour(call, direction) {
    let each = call + direction;
    while (each >= 0 && each < this.trace.count && this.trace.level[each] > this.zoom) each += direction;
    return each >= 0 && each < this.trace.count ? each : -1;
  }
}
