// The figures of the operators as a table: sorted by a click on its head; a click on a row looks at that operator alone.

import { element, oncePerFrame } from "./dom.mjs";
import { placeOfOperator } from "./places.mjs";
import { statistics, statsColumns } from "./stats.mjs";
import { counted, duration, grouped, nodeKind, nodeName, shown, siteText } from "./text.mjs";

const mostRows = 1_000;

export class StatsView {
  constructor(container, state) {
    this.state = state;
    this.container = container;
    this.sorting = { key: "calls", isDown: true };
    this.draw = oncePerFrame(() => this.drawTable());
    state.watch((changed) => ["kept", "view", "zoom"].some((change) => changed.has(change)) && this.draw());
    new ResizeObserver(this.draw).observe(container);
  }

  /** The figures are added up when they are looked at, and anew when the range is another. */
  get rows() {
    const { trace, range } = this.state;
    if (this.rowsFound === undefined || this.rangeOfRows !== range) {
      this.rangeOfRows = range;
      this.rowsFound = statistics(trace, this.state.homes, (call) => range === undefined || (call >= range[0] && call <= range[1]));
    }
    return this.rowsFound;
  }

  drawTable() {
    if (this.container.clientHeight === 0) return;
    const { key, isDown } = this.sorting;
    const { trace } = this.state;
    // The library's own parts are told where the zoom shows them.
    const rows = this.rows.filter(({ node }) => this.state.zoom === 2 || trace.nodes.inside[node] === 0).sort((one, other) => ((other[key] ?? 0) - (one[key] ?? 0)) * (isDown ? 1 : -1) || one.node - other.node);
    // Columns that say nothing are left out.
    const columns = statsColumns.filter(({ key }) => key === "calls" || rows.some((row) => row[key] > 0));
    const table = element(
      "table", { class: "stats" },
      element("caption", {}, this.caption(rows)),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "operator"), ...columns.map((column) => this.head(column)))),
      element("tbody", {}, ...rows.slice(0, mostRows).map((row) => this.row(row, columns))),
    );
    this.container.replaceChildren(table);
  }

  caption(rows) {
    const left = rows.length - mostRows;
    const more = left > 0 ? `, ${counted(left, "more operator")} not shown` : "";
    return `${this.state.range ? "In the chosen range" : "In the whole trace"}${more}. A click on an operator shows its calls alone.`;
  }

  head(column) {
    const { key, isDown } = this.sorting;
    const isSorted = column.key === key;
    const sort = () => {
      this.sorting = { key: column.key, isDown: isSorted ? !isDown : true };
      this.drawTable();
      this.container.querySelector(`[data-key="${column.key}"]`)?.focus();
    };
    const sign = isSorted ? (isDown ? " ▼" : " ▲") : "";
    return element(
      "th", { scope: "col", class: column.isMinor ? "minor" : undefined, "aria-sort": isSorted ? (isDown ? "descending" : "ascending") : "none" },
      element("button", { type: "button", class: "link", title: column.tip, "data-key": column.key, onclick: sort }, column.name + sign),
    );
  }

  row(row, columns) {
    const { state } = this;
    const { trace } = state;
    const isOnly = state.only === row.node;
    const { makers, words } = state.makers;
    const kind = nodeKind(trace, row.node);
    const maker = makers[row.node] >= 0 ? nodeName(trace, makers[row.node]) : kind === "" && words.has(row.node) ? shown(words.get(row.node), 40) : undefined;
    const site = siteText(trace, ...placeOfOperator(trace, row.node, makers)).replace(/^.*\//, "");
    const choose = () => {
      state.setOnly(isOnly ? undefined : row.node);
      if (!isOnly) state.choose("node", row.node);
    };
    return element(
      "tr", { class: isOnly ? "chosen" : undefined },
      element(
        "th", { scope: "row" },
        element("button", { type: "button", class: "link", "aria-pressed": String(isOnly), onclick: choose }, nodeName(trace, row.node) + (maker === undefined ? "" : ` of ${maker}`)),
        kind ? ` ${kind}` : "", " ", site ? element("bdi", { class: "site" }, site) : "",
      ),
      ...columns.map(({ key, isTime, isMinor }) => element("td", { class: isMinor ? "minor" : undefined }, !row[key] ? "" : isTime ? duration(row[key]) : grouped(row[key]))),
    );
  }
}
