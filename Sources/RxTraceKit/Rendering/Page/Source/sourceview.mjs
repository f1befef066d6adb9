// The source with what each line did beside it; a click on a line's number looks at its calls alone.

import { element, link, oncePerFrame } from "./dom.mjs";
import { placeOf } from "./places.mjs";
import { marginColumns, marginNumber, sourceLines } from "./sourcelines.mjs";
import { duration, grouped, shown } from "./text.mjs";

const mostLines = 4_000;

export class SourceView {
  constructor(container, state) {
    this.container = container;
    this.state = state;
    const { trace } = state;
    this.files = Array.from(trace.sources.keys());
    this.select = element(
      "select", { "aria-label": "File", onchange: () => this.choose(Number(this.select.value)) },
      ...this.files.map((file) => element("option", { value: file }, shown(trace.words[file]))),
    );
    this.select.hidden = this.files.length === 0;
    this.note = element("span", { class: "note" });
    this.scroller = element("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": "Lines of source" });
    container.append(element("div", { class: "bar" }, this.select, this.note), this.scroller);
    this.file = this.files[0];
    this.draw = oncePerFrame(() => this.drawLines());
    new ResizeObserver(this.draw).observe(container);
    state.watch(() => this.draw());
  }

  choose(file) {
    this.file = file;
    // Somebody reads this one: the replay does not turn the page.
    this.isHeld = true;
    this.draw();
  }

  drawLines() {
    if (this.container.clientHeight === 0) return;
    const { state } = this;
    if (this.files.length === 0) {
      this.note.textContent = "The trace names no line of source.";
      return;
    }
    const [file, line] = placeOf(state.trace, state.moment);
    const isOther = state.moment !== this.moment;
    this.moment = state.moment;
    if (isOther && this.files.includes(file) && (file !== this.file || state.hasMoved)) {
      if (!this.isHeld) this.file = file;
      this.isHeld = false;
    }
    if (this.file !== this.fileShown) this.fill();
    for (const [number, row] of this.rows) {
      const isNow = file === this.file && number === line;
      if (isNow && isOther) row.scrollIntoView({ block: "nearest" });
      row.classList.toggle("now", isNow);
      const isOnly = state.line !== undefined && state.line[0] === this.file && state.line[1] === number;
      row.classList.toggle("chosen", isOnly);
      row.querySelector("button")?.setAttribute("aria-pressed", String(isOnly));
    }
  }

  /** Draws another file. */
  fill() {
    const { trace } = this.state;
    this.fileShown = this.file;
    this.select.value = String(this.file);
    const lines = sourceLines(trace, this.file);
    const columns = marginColumns.filter(({ key }) => lines.some(({ figures }) => marginNumber(figures, key) !== undefined));
    const most = Math.max(1, ...lines.map(({ figures }) => figures?.time ?? 0));
    this.note.textContent = lines.length > mostLines ? `the first ${grouped(mostLines)} of ${grouped(lines.length)} lines`
      : trace.sources.get(this.file).size > 0 ? "" : "The source is not in this page.";
    this.rows = new Map();
    const body = element("tbody");
    for (const row of lines.slice(0, mostLines)) {
      if (row.isAfterGap) body.append(element("tr", { class: "gap" }, element("td", { colspan: columns.length }), element("td", {}, "⋮"), element("td")));
      body.append(this.line(row, columns, most), ...row.findings.map((finding) => this.finding(finding, columns)));
    }
    this.scroller.replaceChildren(element(
      "table", { class: "margin" },
      element("caption", { class: "unseen" }, "Lines of source with what each did"),
      element("thead", {}, element(
        "tr", {}, ...columns.map(({ name, tip }) => element("th", { scope: "col", title: tip }, name)),
        element("th", { scope: "col" }, "line"), element("th", { scope: "col", class: "code" }, "source"),
      )),
      body,
    ));
  }

  line({ number, text, figures }, columns, most) {
    const { state } = this;
    const { trace } = state;
    const cells = columns.map(({ key, name, isTime }) => {
      const value = marginNumber(figures, key);
      const cell = element("td", { class: key, "data-name": name }, value === undefined ? "" : isTime ? duration(value) : grouped(value));
      if (key === "time" && value > 0) cell.style.setProperty("--share", value / most);
      return cell;
    });
    const only = () => {
      const isOnly = state.line !== undefined && state.line[0] === this.file && state.line[1] === number;
      state.setLine(isOnly ? undefined : [this.file, number]);
    };
    const threads = (figures?.threads ?? []).map((thread) => shown(trace.threads[thread])).join(", ");
    const name = figures ? link(String(number), only, { "aria-label": `Line ${number}: its calls alone`, title: threads ? `on ${threads}` : undefined }) : String(number);
    const row = element(
      "tr", { class: figures ? "active" : undefined }, ...cells, element("th", { scope: "row" }, name),
      element("td", { class: "code" }, text === undefined ? "" : element("bdi", { dir: "ltr" }, shown(text).replace(/\\t/g, "    "))),
    );
    this.rows.set(number, row);
    return row;
  }

  finding(finding, columns) {
    const { trace } = this.state;
    const call = finding.evidence.map((each) => (each.call > 0 ? trace.position(each.call) : -1)).find((each) => each >= 0);
    const message = shown(finding.message);
    return element(
      "tr", { class: `found ${finding.severity}` }, element("td", { colspan: columns.length + 1 }),
      element(
        "td", {},
        element(
          "div", {}, element("span", { class: "severity" }, finding.severity), " ",
          call === undefined ? element("bdi", {}, message) : link(message, () => this.state.choose("call", call)),
          element("span", { class: "rule" }, ` ${finding.rule}`),
        ),
      ),
    );
  }
}
