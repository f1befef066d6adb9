extension Trace.Node {
    /// Whether it is ReactiveObjC's, which has words of its own: `sendCompleted()` for `onCompleted()`.
    var isReactiveObjC: Bool { type.hasPrefix("RAC") }

    /// Whether the user's code can send it no end: a relay, which has none, or a subject that the library made for its own
    /// use, as one within a command.
    var hasNoEnd: Bool {
        guard role == .subject else { return false }
        return type.hasSuffix("Relay") || behaviors.contains(.inside) || isReactiveObjC && site == nil && !isEarly
    }

    /// Whether it is a subject that keeps the latest element alone, for those who subscribe later.
    var keepsLatestAlone: Bool {
        ["AsyncSubject", "BehaviorRelay", "BehaviorSubject", "RACBehaviorSubject", "ReplayOne"].contains(type)
    }
}
