/// A part of a piece of code in which nothing but set-up happens: observables come to be, are subscribed to, enter bags.
struct Stretch: Hashable {
    var thread: Int
    /// The call whose code runs; nil for the thread's own.
    var caller: Int?
    /// How many deeds there were in it before.
    var deeds: Int
}

extension Trace.Subscription {
    /// Whether an event ended it, rather than that somebody left it.
    var endedByEvent: Bool { ended == Trace.Event.Kind.completed.name || ended == Trace.Event.Kind.error.name }
}

/// The facts a walk has found out about one subscription so far.
struct SubscriptionFacts {
    /// The call that began it.
    var call: Int
    var start: UInt64?
    /// The user's subscription that led to it; itself for one that none led to.
    var root: Int
    /// Whether it was made while its root was being set up, rather than on an event.
    var isSetup: Bool
    /// The connectable whose connection it is a part of.
    var connectable: Int?
    /// The bag its disposable is in.
    var bag: Int?
    /// The call that inserted it there.
    var insertion: Int?
    /// The CompositeDisposable or the like that its disposable was added to by the user's code.
    var holder: Int?
    /// The call with which it ended, as far as the walk has come.
    var end: Int?
    /// Whether that call was a disposal from outside, rather than its last event.
    var isDisposed = false
    /// Where it was begun: two that were begun in the same stretch of code have nothing but other set-up between.
    var stretch: Stretch
    /// Whether it ended by an event before its subscribe returned.
    var endsWithin = false
    /// The observables subscribed in it, from the user's side upward.
    var chain: [Int] = []
}
