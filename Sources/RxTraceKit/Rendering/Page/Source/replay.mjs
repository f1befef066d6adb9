// Where the replay goes from a moment: the next call that shows, over a call, back, along a chain.

/** The moments of a replay, of the calls that a tree shows. */
export class Replay {
  /** @param level gives the zoom: calls of a higher level are passed by */
  constructor(trace, level) {
    this.trace = trace;
    this.level = level;
  }

  shows(call) {
    return this.trace.isShown(call, this.level());
  }

  /** The next call that shows after one; the last moment there is where none does. */
  next(call) {
    for (let each = call + 1; each < this.trace.count; each += 1) if (this.shows(each)) return each;
    return call;
  }

  previous(call) {
    for (let each = call - 1; each >= 0; each -= 1) if (this.shows(each)) return each;
    return call;
  }

  /** The next call that is not made within this one. */
  over(call) {
    for (let each = this.trace.last[call] + 1; each < this.trace.count; each += 1) if (this.shows(each)) return each;
    return call;
  }

  /** The next event, or call where there is none, of a subscription or of those within it. */
  nextOfChain(call, subscription) {
    if (subscription < 0) return this.next(call);
    const family = this.trace.family(this.trace.root(subscription));
    for (let each = call + 1; each < this.trace.count; each += 1) {
      if (this.trace.kind[each] > 0 && this.shows(each) && family.has(this.trace.subscription[each])) return each;
    }
    return call;
  }
}
