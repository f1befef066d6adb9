// The page's address: what is chosen, the view, the zoom, the range, the operator and the line. A link to it shows the same.

/** Browsers refuse more than some 200 addresses in ten seconds: so many are written, and what comes later is written a second on. */
const mostWrites = 100;
const period = 10_000;
/** After the last step of a replay, in milliseconds. */
const pauseBeforeReplacing = 300;
const kinds = ["call", "subscription", "node", "edge", "box"];

/** The part of the address behind `#`. Calls, subscriptions and nodes go by their ids, which hold for every page. */
export function addressOf(state, view, side) {
  const { trace, chosen, zoom, range, only, line } = state;
  const parts = new URLSearchParams();
  if (side) parts.set("side", side);
  parts.set("view", view);
  parts.set("zoom", zoom);
  parts.set(chosen.kind, idOf(trace, chosen.kind, chosen.position));
  if (chosen.kind !== "call" && trace.count > 0) parts.set("at", trace.id[state.moment]);
  if (range) parts.set("range", range.map((call) => trace.id[call]).join("-"));
  if (only !== undefined) parts.set("only", trace.nodes.id[only]);
  if (line !== undefined) parts.set("line", `${trace.words[line[0]]}:${line[1]}`);
  return parts.toString();
}

function idOf(trace, kind, position) {
  if (kind === "call") return trace.id[position] ?? 0;
  if (kind === "subscription") return trace.subscriptions.id[position];
  return kind === "node" ? trace.nodes.id[position] : position;
}

/** What an address says: `{ side, view, zoom, kind, position, moment, range, only, line }`, each only where it is there. */
export function readAddress(trace, hash) {
  const text = hash.replace(/^#/, "");
  // As a hand writes it: `#@12`, `#old@12`.
  const short = /^(old|new)?(?:@(\d+))?$/.exec(text);
  if (short) {
    const position = short[2] ? trace.position(Number(short[2])) : -1;
    return { side: short[1], ...(position >= 0 ? { kind: "call", position } : {}) };
  }
  const parts = new URLSearchParams(text);
  const number = (key) => (/^\d+$/.test(parts.get(key) ?? "") ? Number(parts.get(key)) : undefined);
  const said = { side: parts.get("side") ?? undefined, view: parts.get("view") ?? undefined };
  const zoom = number("zoom");
  if (zoom >= 0 && zoom <= 2) said.zoom = zoom;
  for (const kind of kinds) {
    const id = number(kind);
    const position = id === undefined ? -1 : positionOf(trace, kind, id);
    if (position >= 0) Object.assign(said, { kind, position });
  }
  const at = number("at");
  if (at !== undefined && trace.position(at) >= 0) said.moment = trace.position(at);
  const range = (parts.get("range") ?? "").split("-").map((id) => (/^\d+$/.test(id) ? trace.position(Number(id)) : -1));
  if (range.length === 2 && range[0] >= 0 && range[0] <= range[1]) said.range = range;
  const only = number("only");
  if (only !== undefined && trace.nodes.id.indexOf(only) >= 0) said.only = trace.nodes.id.indexOf(only);
  const line = lineOf(trace, parts.get("line") ?? "");
  if (line !== undefined) said.line = line;
  return said;
}

/** A line of source that something is known of, from its text; undefined for any other. */
function lineOf(trace, text) {
  const [, name, number] = /^(.+):(\d+)$/.exec(text) ?? [];
  const file = name === undefined ? -1 : trace.words.indexOf(name);
  return trace.figures.get(file)?.some(([line]) => line === Number(number)) ? [file, Number(number)] : undefined;
}

function positionOf(trace, kind, id) {
  if (kind === "call") return trace.position(id);
  if (kind === "subscription") return trace.subscriptions.id.indexOf(id);
  return kind === "node" ? trace.nodes.id.indexOf(id) : id;
}

/** Keeps the address and what is shown the same. A choice, a view or a zoom is a step that Back takes back; a step of the
 * replay changes the address in its place. */
export class Address {
  constructor(state, views, side) {
    Object.assign(this, { state, views, side });
    this.last = "";
    this.writes = [];
    addEventListener("hashchange", () => this.read());
    state.watch((changed) => {
      if (["choice", "zoom", "kept", "view"].some((change) => changed.has(change))) this.write();
      else if (changed.has("moment")) this.replaceSoon();
    });
  }

  /** Puts all that is shown into the address, so that Back leads here again. */
  replace() {
    const { text } = this;
    if (text === this.last) return;
    this.last = text;
    history.replaceState(null, "", `#${text}`);
  }

  replaceSoon() {
    if (this.isReading) return;
    clearTimeout(this.replacing);
    this.replacing = setTimeout(() => this.replace(), pauseBeforeReplacing);
  }

  get text() {
    return addressOf(this.state, this.views.current, this.side);
  }

  write() {
    if (this.isReading) return;
    const text = this.text;
    if (text === this.last) return;
    clearTimeout(this.waiting);
    clearTimeout(this.replacing);
    const now = performance.now();
    this.writes = this.writes.filter((time) => now - time < period);
    if (this.writes.length >= mostWrites) {
      this.waiting = setTimeout(() => this.write(), 1_000);
      return;
    }
    this.writes.push(now);
    this.last = text;
    location.hash = text;
  }

  /** Takes over what the address says. */
  read() {
    const text = location.hash.replace(/^#/, "");
    if (text === this.last) return;
    const said = readAddress(this.state.trace, text);
    // The other trace is another page of the same file.
    if (said.side && this.side && said.side !== this.side) return void location.reload();
    this.last = text;
    this.isReading = true;
    this.apply(said);
    this.isReading = false;
  }

  apply({ view, zoom, kind, position, moment, range, only, line }) {
    const { state, views } = this;
    if (zoom !== undefined && zoom !== state.zoom) state.setZoom(zoom);
    if (String(range) !== String(state.range) || only !== state.only || String(line) !== String(state.line)) {
      Object.assign(state, { range, only, line });
      state.narrow();
    }
    const most = { edge: state.graph.edges.length, box: state.graph.boxes.length }[kind] ?? Infinity;
    if (kind && position < most) state.choose(kind, position);
    if (moment !== undefined && kind !== "call") state.go(moment);
    if (view) views.open(view);
  }
}
