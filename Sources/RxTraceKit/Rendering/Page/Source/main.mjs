// Puts the page together from the trace that is in it.

import { Trace } from "./trace.mjs";
import { CallTree } from "./tree.mjs";
import { State } from "./state.mjs";
import { SearchField } from "./searchfield.mjs";
import { TreeView } from "./treeview.mjs";
import { DetailsView } from "./details.mjs";
import { Comparison } from "./comparison.mjs";
import { Scrubber } from "./scrubber.mjs";
import { Views } from "./views.mjs";
import { Address, readAddress } from "./address.mjs";
import { Keys } from "./keys.mjs";
import { Narrowing } from "./narrowing.mjs";
import { Panes } from "./panes.mjs";
import { Theme } from "./theme.mjs";
import { byId, element } from "./dom.mjs";
import { grouped, shown } from "./text.mjs";

function showTitle(trace, compared) {
  const names = compared ? [compared.traces.old, compared.traces.new].map(({ scenario }) => shown(scenario)) : [shown(trace.scenario)];
  document.title = `${names.join(" | ")} · rxtrace`;
  byId("title").replaceChildren(...names.flatMap((name, index) => [index > 0 ? " | " : "", element("bdi", {}, name)]));
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
  const side = readAddress(traces.new, location.hash).side === "old" ? "old" : "new";
  return { trace: traces[side], compared: { comparison: new Comparison(data), traces, side } };
}

/** The call that proves a finding first; -1 for none. */
function firstProof(trace) {
  for (const { evidence } of trace.findings) {
    for (const { call } of evidence) if (call > 0 && trace.position(call) >= 0) return trace.position(call);
  }
  return -1;
}

/** Paper has no panes and no folds, and is light: the whole tree and the whole graph. */
function connectPrinting(tree, views, theme) {
  const print = (isPrinting) => {
    document.body.classList.toggle("onpaper", isPrinting);
    theme.show(isPrinting);
    tree.print(isPrinting);
    views.graph.hasMoved = false;
    views.graph.resize();
  };
  addEventListener("beforeprint", () => {
    print(true);
    views.graph.fit();
    // All of it, whatever size the paper turns out to have.
    views.graph.hasMoved = true;
  });
  addEventListener("afterprint", () => print(false));
}

function copyLink(address, live) {
  const told = (text) => (live.textContent = text);
  address.replace();
  navigator.clipboard?.writeText(location.href).then(() => told("The link is copied."), () => told("The browser refuses: copy the address from its bar."));
}

function connectKeys({ scrubber, views, panes, narrowing, searchField, theme, address }) {
  const byNumber = Object.fromEntries(views.names.map((name, index) => [index + 1, () => views.open(name)]));
  const keys = new Keys({
    ...scrubber.actions, ...byNumber,
    "/": () => searchField.focus(),
    l: () => panes.enlarge("views"),
    t: () => theme.change(),
    ...(views.comparison ? { n: () => views.comparison.go(1), N: () => views.comparison.go(-1) } : {}),
    Escape: () => narrowing.clear(),
  }, views.names.length);
  byId("help").addEventListener("click", () => keys.show());
  byId("copy").addEventListener("click", () => copyLink(address, byId("live")));
}

function start() {
  const { trace, compared } = readData();
  showTitle(trace, compared);
  const state = new State(trace);
  // A long trace shows the user's own calls; the rest is one choice away.
  if (trace.count > 200_000) state.zoom = 0;
  if (trace.level.every((_, call) => !trace.isShown(call, state.zoom))) state.zoom = 2;
  const said = readAddress(trace, location.hash);
  const found = said.kind ? -1 : firstProof(trace);
  // The page opens on the whole run as it ended, or where something is amiss. The zoom may hide that call: its row is the
  // one that it came of.
  state.moment = found >= 0 ? found : Math.max(0, trace.count - 1);
  state.chosen = { kind: "call", position: state.moment };
  if (compared) state.marks = compared.comparison.marksOf(compared.side);
  const panes = new Panes(document.querySelector("main"));
  const tree = new TreeView(byId("tree"), state, (level, keeps) => new CallTree(trace, level, keeps));
  new DetailsView(byId("details-content"), state);
  const views = new Views(state, compared);
  const scrubber = new Scrubber(byId("scrubber"), byId("live"), state);
  const searchField = new SearchField(state);
  const narrowing = new Narrowing(byId("narrowing"), state);
  const theme = new Theme(byId("theme"), () => state.tell("theme"));
  const zoom = byId("zoom");
  zoom.addEventListener("change", () => state.setZoom(Number(zoom.value)));
  state.watch(() => (zoom.value = String(state.zoom)));
  const address = new Address(state, views, compared?.side);
  connectKeys({ scrubber, views, panes, narrowing, searchField, theme, address });
  connectPrinting(tree, views, theme);
  state.tell("moment", "chosen");
  if (!said.kind) {
    tree.tree.reveal(state.chosen.position);
    tree.relay();
    // Once there are rows, with the bar by which they are moved sideways.
    const show = () => !state.hasMoved && tree.show(tree.tree.nearestRow(state.chosen.position));
    show();
    requestAnimationFrame(() => requestAnimationFrame(show));
  }
  address.apply(said);
  address.replace();
  if (compared && !said.kind) panes.enlarge("views");
  document.body.classList.add("ready");
  document.body.dataset.calls = grouped(trace.count);
}

start();
