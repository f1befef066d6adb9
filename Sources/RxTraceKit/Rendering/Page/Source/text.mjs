// Words and numbers as the page shows them. All text of a trace passes through `shown` on its way to the screen.

const invisible =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** `text` with what cannot be seen, or turns the direction of writing, as an escape; cut after some `limit` characters,
 * never within one that is made of several. What joins characters, as in 👩‍👩‍👧, stays. */
export function shown(text, limit = 0) {
  const cut = limit > 0 && text.length > limit ? `${text.slice(0, limit).replace(/[\ud800-\udbff\u200d]+$/, "")}…` : text;
  return cut.replace(invisible, (mark) => named[mark] ?? `\\u{${mark.charCodeAt(0).toString(16).toUpperCase()}}`);
}

/** `text` in quotation marks, as the program's marks and names are told. */
export function quoted(text, limit = 0) {
  return `"${shown(text, limit).replaceAll('"', '\\"')}"`;
}

/** `12345` as `12,345`. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** `3 calls`, `1 call`. */
export function counted(number, noun, nouns = `${noun}s`) {
  return `${grouped(number)} ${number === 1 ? noun : nouns}`;
}

/** Nanoseconds in the unit that keeps them short. */
export function duration(nanoseconds) {
  const units = [["s", 1e9], ["ms", 1e6], ["µs", 1e3]];
  for (const [unit, size] of units) {
    if (nanoseconds >= size) return `${Number((nanoseconds / size).toPrecision(3))} ${unit}`;
  }
  return `${Math.round(nanoseconds)} ns`;
}

/** Longer names are cut: in characters. */
const longestName = 400;

export const kindNames = ["", "next", "error", "completed"];

/** `next(3)`: the event of a call; empty where it has none. */
export function eventText(trace, call, limit = 0) {
  const kind = trace.kind[call];
  if (kind === 0) return "";
  const value = trace.value[call];
  return value === 0 ? kindNames[kind] : `${kindNames[kind]}(${shown(trace.words[value], limit)})`;
}

/** `query`, as the source calls it, `MapSink of results` or `MapSink#2 "name"`: as in the other renderings of a trace. */
export function nodeName(trace, node, isNumbered = true) {
  const { nodes, namedAfter, sourceName } = trace;
  const number = isNumbered && trace.namesakes[node] > 1 ? `#${trace.ordinals[node]}` : "";
  const owner = namedAfter[node];
  if (owner >= 0) return `${shown(trace.words[nodes.type[node]])}${number} of ${nodeName(trace, owner, isNumbered)}`;
  if (sourceName[node] > 0) return shown(trace.words[sourceName[node]], longestName) + number;
  const own = nodes.name[node] ? ` ${quoted(trace.words[nodes.name[node]], longestName)}` : "";
  return shown(trace.words[nodes.type[node]]) + number + own;
}

/** The operator as the user wrote it, or the type, where the name does not tell it; empty where it does. */
export function nodeKind(trace, node) {
  if (trace.sourceName[node] === 0 || trace.namedAfter[node] >= 0) return "";
  return shown(trace.operatorName(node), 40) || shown(trace.words[trace.nodes.type[node]]);
}

/** `file:line`; empty where no place is known. */
export function siteText(trace, file, line) {
  return file === 0 ? "" : `${shown(trace.words[file])}:${line}`;
}

/** `Search.swift:12`; `:12` where all of `files` are one: a select has little room. */
export function shortSite(trace, file, line, files) {
  const isOne = files.every((each) => each === file || each === 0);
  return siteText(trace, file, line).replace(isOne ? /^.*(?=:)/ : /^.*\//, "");
}

/** `query (PublishSubject)`, `map`, `"RACCommand -errors"`, `Map`: what is told of a node where there is little room. */
export function shortName(trace, node) {
  const kind = nodeKind(trace, node);
  if (kind !== "") return `${nodeName(trace, node)} (${kind})`;
  if (trace.namedAfter[node] >= 0) return nodeName(trace, node);
  if (trace.nodes.name[node] > 0) return quoted(trace.words[trace.nodes.name[node]], 40);
  const operator = shown(trace.operatorName(node), 40);
  return operator === "" ? nodeName(trace, node) : `${operator}${trace.namesakes[node] > 1 ? `#${trace.ordinals[node]}` : ""}`;
}

/** `subscription 3 "search"` */
export function subscriptionName(trace, position) {
  const { subscriptions } = trace;
  const own = subscriptions.name[position] ? ` ${quoted(trace.words[subscriptions.name[position]], longestName)}` : "";
  return `subscription ${subscriptions.id[position]}${own}`;
}

/** The words of a call in the order they are read, each with the class it is drawn in. */
export function callWords(trace, call) {
  const { name, label: kind } = trace.operationRows[trace.operation[call]];
  const words = [["operation", name]];
  const label = trace.label[call];
  if (label > 0 && kind !== "maker" && kind !== "owner") {
    words.push(["label", shown(trace.words[label], 120)]);
  }
  const type = trace.type[call];
  const node = trace.node[call];
  if (type > 0) words.push(["node", shown(trace.words[type])]);
  else if (node >= 0) words.push(["node", nodeName(trace, node)]);
  if (kind === "maker") {
    const own = node >= 0 && trace.sourceName[node] > 0 ? trace.words[trace.nodes.type[node]] : "";
    const maker = label > 0 && trace.words[label].toLowerCase() !== own.toLowerCase() ? trace.words[label] : "";
    const facts = [own, maker].filter((fact) => fact !== "").map((fact) => shown(fact));
    if (facts.length > 0) words.push(["label", `(${facts.join(", ")})`]);
  }
  if (label > 0 && kind === "owner") words.push(["label", `of ${shown(trace.words[label])}`]);
  const event = eventText(trace, call, 120);
  if (event !== "") words.push([trace.kind[call] === 2 ? "event error" : "event", event]);
  return words;
}

/** The same as one text, for the live region and for labels. */
export function callText(trace, call) {
  return callWords(trace, call).map(([, text]) => text).join(" ");
}
