// The search field: matches are counted while somebody types, and Enter goes from one to the next.

import { matchFrom, search } from "./search.mjs";
import { byId } from "./dom.mjs";
import { counted, grouped } from "./text.mjs";

export class SearchField {
  constructor(state) {
    this.state = state;
    this.query = byId("query");
    this.query.addEventListener("input", () => state.setMatches(search(state.trace, this.query.value)));
    byId("search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.go(1);
    });
    byId("previous-match").addEventListener("click", () => this.go(-1));
    this.query.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return this.leave();
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.go(-1);
    });
    state.watch((changed) => (changed.has("matches") || changed.has("moment")) && this.tell());
  }

  go(direction) {
    const { matches, moment, chosen } = this.state;
    // At first, the match that the replay stands at is one to go to.
    const isAt = chosen.kind === "call" && chosen.position === moment;
    const call = matchFrom(matches, isAt ? moment : moment - direction, direction);
    if (call >= 0) this.state.choose("call", call);
  }

  /** "3 of 7": the match that the replay stands at. */
  tell() {
    const { matches, moment } = this.state;
    const at = this.state.isMatch(moment) ? matches.indexOf(moment) + 1 : 0;
    const text = at > 0 ? `${grouped(at)} of ${grouped(matches.length)}` : counted(matches.length, "call");
    byId("match-count").textContent = this.query.value.trim() === "" ? "" : text;
  }

  /** Empties the field, and gives the keys back to the page. */
  leave() {
    this.query.value = "";
    this.state.setMatches(search(this.state.trace, ""));
    this.query.blur();
  }

  focus() {
    this.query.focus();
  }
}
