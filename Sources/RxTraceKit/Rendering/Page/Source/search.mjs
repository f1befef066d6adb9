// Finds calls by words: a part of a type, name, label, value or place; `next(3)`; an operation; `@12`.

const kindWords = ["", "next", "error", "completed"];

/** The calls that match every word of the query, in order. */
export function search(trace, query) {
  // What stands in brackets or in quotation marks is one: `next(a b)`.
  const terms = query.trim().toLowerCase().match(/(?:next|error)\(.*?\)(?=\s|$)|\S+/gs) ?? [];
  if (terms.length === 0) return new Int32Array(0);
  const tests = terms.map((term) => matcher(trace, term));
  const found = [];
  for (let call = 0; call < trace.count; call += 1) {
    if (tests.every((test) => test(call))) found.push(call);
  }
  return Int32Array.from(found);
}

function matcher(trace, term) {
  const id = /^@(\d+)$/.exec(term);
  if (id) return (call) => trace.id[call] === Number(id[1]);
  const event = /^(next|error|completed)(?:\((.*?)(\)?))?$/s.exec(term);
  if (event) {
    const kind = kindWords.indexOf(event[1]);
    // With its bracket closed, it is the whole value: `next(3)` is not `next(30)`.
    const isWhole = event[3] === ")";
    const values = isWhole
      ? Uint8Array.from(trace.words, (word) => (word.toLowerCase() === event[2] ? 1 : 0))
      : wordsWith(trace, event[2] ?? "");
    return (call) => trace.kind[call] === kind && (!event[2] || values[trace.value[call]] === 1);
  }
  const words = wordsWith(trace, term);
  const operations = trace.operations.map((name) => name.toLowerCase() === term);
  const place = /^(.+):(\d+)$/.exec(term);
  const files = place ? wordsWith(trace, place[1]) : undefined;
  const { nodes } = trace;
  return (call) => {
    if (operations[trace.operation[call]]) return true;
    if (words[trace.type[call]] || words[trace.label[call]] || words[trace.value[call]]) return true;
    const node = trace.node[call];
    const site = trace.file[call] === 0 && node >= 0 ? [nodes.file[node], nodes.line[node]] : [trace.file[call], trace.line[call]];
    if (files && files[site[0]] && site[1] === Number(place[2])) return true;
    if (words[site[0]]) return true;
    return node >= 0 && (words[nodes.type[node]] === 1 || words[nodes.name[node]] === 1 || words[trace.sourceName[node]] === 1);
  };
}

/** For each word of the trace, 1 if it has `part` in it. */
function wordsWith(trace, part) {
  return Uint8Array.from(trace.words, (word) => (word !== "" && word.toLowerCase().includes(part) ? 1 : 0));
}

/** The match to go to from a call: the next one, or the one before, going round at the end; -1 if there is none. */
export function matchFrom(matches, call, direction) {
  if (matches.length === 0) return -1;
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches[middle] < call + (direction > 0 ? 1 : 0)) low = middle + 1;
    else high = middle;
  }
  const index = direction > 0 ? low : low - 1;
  return matches[(index + matches.length) % matches.length];
}
