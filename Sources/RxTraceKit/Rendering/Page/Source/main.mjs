// Puts the page together from the trace that is in it.

import { Trace } from "./trace.mjs";
import { CallTree } from "./tree.mjs";
import { State } from "./state.mjs";
import { search, matchFrom } from "./search.mjs";
import { TreeView } from "./treeview.mjs";
import { DetailsView } from "./details.mjs";
import { Comparison } from "./comparison.mjs";
import { Scrubber } from "./scrubber.mjs";
import { Views } from "./views.mjs";
import { element } from "./dom.mjs";
import { counted, grouped, shown } from "./text.mjs";

function byId(id) {
  return document.getElementById(id);
}

/** The search field: matches are counted while somebody types, and Enter goes from one to the next. */
function connectSearch(state) {
  const query = byId("query");
  const tell = () => {
    const count = state.matches.length;
    byId("match-count").textContent = query.value.trim() === "" ? "" : counted(count, "call");
  };
  const go = (direction) => {
    const call = matchFrom(state.matches, state.moment, direction);
    if (call >= 0) state.choose("call", call);
  };
  query.addEventListener("input", () => {
    state.setMatches(search(state.trace, query.value));
    tell();
  });
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    go(1);
  });
  byId("previous-match").addEventListener("click", () => go(-1));
  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      go(-1);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === query || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    query.focus();
  });
}

function showTitle(trace) {
  document.title = `${shown(trace.scenario)} · rxtrace`;
  byId("title").replaceChildren(element("bdi", {}, shown(trace.scenario)));
  byId("summary").replaceChildren(
    ...[...trace.summary, ...trace.notes].map((line, index) =>
      element("span", { class: index < trace.summary.length ? "" : "alarm" }, shown(line)),
    ),
  );
}

/** The trace of the page; of two, the one that the address names, and how they differ. */
function readData() {
  const data = JSON.parse(byId("trace").textContent);
  byId("trace").replaceChildren();
  if (data.format !== "rxtrace-comparison") return { trace: new Trace(data) };
  const traces = { old: new Trace(data.old), new: new Trace(data.new) };
  const side = location.hash.startsWith("#old") ? "old" : "new";
  return { trace: traces[side], compared: { comparison: new Comparison(data), traces, side } };
}

function start() {
  const { trace, compared } = readData();
  showTitle(trace);
  const state = new State(trace);
  // A long trace shows the user's own calls; the rest is one choice away.
  if (trace.count > 200_000) state.zoom = 0;
  if (trace.level.every((level) => level > state.zoom)) state.zoom = 2;
  const zoom = byId("zoom");
  zoom.value = String(state.zoom);
  zoom.addEventListener("change", () => state.setZoom(Number(zoom.value)));
  if (compared) state.marks = compared.comparison.marksOf(compared.side);
  new TreeView(byId("tree"), state, (level) => new CallTree(trace, level));
  new DetailsView(byId("details"), state);
  new Views(state, compared);
  new Scrubber(byId("scrubber"), byId("live"), state);
  connectSearch(state);
  // The page opens on the whole run, as it ended.
  state.moment = Math.max(0, trace.count - 1);
  state.tell("moment");
  // An address may name a call: `trace.html#@12`.
  const named = /@(\d+)$/.exec(location.hash);
  if (named) state.choose("call", trace.position(Number(named[1])));
  document.body.classList.add("ready");
  document.body.dataset.calls = grouped(trace.count);
}

start();
