// The answers: the findings of lint and leaks, each with links to the calls that prove it.

import { element, link } from "./dom.mjs";
import { callText, counted, shown } from "./text.mjs";

export class AnswersView {
  constructor(container, state, compared) {
    this.state = state;
    const { findings } = state.trace;
    if (compared) {
      const other = compared.side === "old" ? "new" : "old";
      container.append(element("p", { class: "note" }, `These are of the ${compared.side} trace. The ${other} one has ${counted(compared.traces[other].findings.length, "finding")}.`));
    }
    if (findings.length === 0) {
      container.append(element("p", { class: "note" }, "No findings: neither lint nor leaks has anything to say."));
      return;
    }
    container.append(element("ol", { class: "findings" }, ...findings.map((finding) => this.finding(finding))));
  }

  finding(finding) {
    const proof = finding.evidence.map((each) => element("li", {}, this.evidence(each)));
    const first = finding.evidence.map((each) => this.position(each)).find((call) => call >= 0);
    const message = shown(finding.message);
    return element(
      "li",
      { class: finding.severity },
      element("span", { class: "severity" }, finding.severity),
      " ",
      first === undefined ? element("bdi", {}, message) : link(message, () => this.state.choose("call", first)),
      element("span", { class: "rule" }, ` ${finding.rule} `),
      finding.file === undefined ? "" : element("bdi", { class: "site" }, `${shown(finding.file)}:${finding.line}`),
      element("ul", {}, ...proof),
      finding.remedy === "" ? "" : element("div", { class: "remedy" }, `What to do: ${shown(finding.remedy)}`),
    );
  }

  position(evidence) {
    return evidence.call > 0 ? this.state.trace.position(evidence.call) : -1;
  }

  evidence(evidence) {
    const call = this.position(evidence);
    if (call < 0) return element("bdi", {}, shown(evidence.text));
    return link(`@${evidence.call} ${shown(evidence.text)}`, () => this.state.choose("call", call), {
      title: callText(this.state.trace, call),
    });
  }
}
