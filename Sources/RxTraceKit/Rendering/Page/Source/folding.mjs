// The rule by which rows that repeat each other are one: that of `rxtrace tree`, which TreeFolding.swift and
// TreeShapes.swift hold. A test compares both for all samples.

/** So many rows in a row that read the same are one. */
export const leastRepeats = 4;
/** The most rows that a round may have. */
const longestRound = 12;

export function mixed(hash, value) {
  let mix = Math.imul(hash ^ value, 0x9e3779b1);
  mix ^= mix >>> 15;
  mix = Math.imul(mix, 0x85ebca77);
  return (mix ^ (mix >>> 13)) | 0;
}

/** By the words of a trace, numbers for what is the same in marks that repeat each other: an element that `debug()`
 * printed is like the next. */
export function markKinds(words) {
  const kinds = new Map();
  return Int32Array.from(words, (word) => {
    const start = word.endsWith(")") ? word.indexOf(" -> Event next(") : -1;
    const kind = start < 0 ? word : word.slice(0, start + 15);
    if (!kinds.has(kind)) kinds.set(kind, kinds.size);
    return kinds.get(kind);
  });
}

/** Numbers for the words of each call alone that shows: what they are, but for ids, values and which of several like nodes. */
export function rowKeys(trace, flags, isShown = () => true) {
  const { nodes, words, operation, node, type, label, kind, value, subscription, subscriptions, file, line, thread, lost } = trace;
  const columns = [nodes.type, nodes.role, nodes.file, nodes.line, nodes.name, trace.sourceName, nodes.early];
  const kinds = new Int32Array(nodes.type.length).fill(1);
  for (const column of columns) for (let each = 0; each < kinds.length; each += 1) kinds[each] = mixed(kinds[each], column[each]);
  const isText = trace.operationRows.map((row) => row.label === "text");
  // Few traces have marks, and a long one has many words.
  let marks;
  const markOf = (word) => (marks ??= markKinds(words))[word];
  const keys = new Int32Array(trace.count);
  const losses = new Map();
  for (let call = 0; call < trace.count; call += 1) {
    if (!isShown(call)) continue;
    let key = mixed(operation[call] + 1, node[call] < 0 ? -1 : kinds[node[call]]);
    key = mixed(key, isText[operation[call]] ? markOf(label[call]) : label[call]);
    key = mixed(key, type[call] * 8 + kind[call] * 2 + (flags[call] & isWork ? 1 : 0));
    // An error is not like any other, as one element is like the next.
    if (kind[call] === 2) key = mixed(key, value[call]);
    if (flags[call] & changesThread) key = mixed(key, thread[call] + 7);
    // Rows of different lines tell of different code.
    if (file[call] > 0) key = mixed(mixed(key, file[call]), line[call]);
    const own = subscription[call];
    if (flags[call] & introduces && own >= 0 && operation[call] === trace.subscribeOperation) {
      const { ended, name } = subscriptions;
      key = mixed(mixed(mixed(mixed(key, ended[own] + 3), name[own]), subscriptions.file[own]), subscriptions.line[own]);
    }
    const loss = lost.get(call);
    if (loss) {
      // Each names the call after which nobody was there.
      const reason = loss.sentence.replace(/ at @\d+( \((line |.*?:)\d+\))?/, "");
      if (!losses.has(reason)) losses.set(reason, losses.size + 1);
      key = mixed(key, losses.get(reason));
    }
    keys[call] = key;
  }
  return keys;
}

/** What `flags` of a row say: that it is work hung below what asked for it, and so on. */
export const isWork = 1;
export const changesThread = 2;
export const introduces = 4;
export const namesEarly = 8;

/**
 * Finds what repeats among the rows below each other.
 * @param rows `{ count, first, next, firstRoot, keys, isShown }`: the rows in order, and numbers for their words
 * @returns `{ shape, run, round, times }`: by the first call of several, how many calls are one, and of a round that
 * begins there its length in such rows, and how often it comes
 */
export function foldRows({ count, first, next, firstRoot, keys, isShown }) {
  const shape = new Int32Array(count);
  const run = new Int32Array(count).fill(1);
  const round = new Uint8Array(count);
  const times = new Int32Array(count);
  const found = { shape, run, round, times };
  for (let call = count - 1; call >= 0; call -= 1) {
    if (isShown(call)) shape[call] = mixed(keys[call], foldSiblings(first[call], next, found));
  }
  foldSiblings(firstRoot, next, found);
  return found;
}

/** Folds the rows from a first one on, and gives a number for what they read like together. */
function foldSiblings(firstCall, next, { shape, run, round, times }) {
  if (firstCall < 0) return 0;
  if (next[firstCall] < 0) return mixed(mixed(1, shape[firstCall]), 1);
  const heads = foldRuns(firstCall, next, shape, run);
  const areAlike = (one, other, length) => {
    for (let each = 0; each < length; each += 1) {
      const [own, like] = [heads[one + each], heads[other + each]];
      if (shape[own] !== shape[like] || run[own] !== run[like]) return false;
    }
    return true;
  };
  const add = (sum, from, to) => {
    let own = sum;
    for (let each = from; each < to; each += 1) own = mixed(mixed(own, shape[heads[each]]), run[heads[each]]);
    return own;
  };
  let sum = 1;
  for (let start = 0; start < heads.length; ) {
    const length = roundAt(start, heads.length, areAlike);
    if (length === 0) {
      sum = add(sum, start, start + 1);
      start += 1;
      continue;
    }
    let end = start + length;
    while (end + length <= heads.length && areAlike(start, end, length)) end += length;
    round[heads[start]] = length;
    times[heads[start]] = (end - start) / length;
    sum = mixed(mixed(sum, add(5, start, start + length)), times[heads[start]]);
    start = end;
  }
  return sum;
}

/** Folds rows that repeat the one before them, and gives the first call of each row that is left. */
function foldRuns(firstCall, next, shape, run) {
  const heads = [];
  for (let call = firstCall; call >= 0; ) {
    let end = next[call];
    let length = 1;
    for (; end >= 0 && shape[end] === shape[call]; end = next[end]) length += 1;
    if (length >= leastRepeats) run[call] = length;
    for (let each = call; each !== end && (each === call || length < leastRepeats); each = next[each]) heads.push(each);
    call = end;
  }
  return heads;
}

/** How many rows come round and round from one on: `a b c a b c a b c a b c` is four rounds of three; 0 if none do. */
function roundAt(start, end, areAlike) {
  for (let length = 2; length <= longestRound && start + length * leastRepeats <= end; length += 1) {
    if (areAlike(start, start + length, length * (leastRepeats - 1))) return length;
  }
  return 0;
}
