/// The ways out of a wait without end.
extension EndlessWait {
    static let endRemedy = "send onCompleted() after the last element"

    /// What ends a source: a relay has no onCompleted(), and a signal another.
    private static func ways(of source: Trace.Node) -> String {
        if source.isReactiveObjC { return "take(_:), take(until:) or sendCompleted()" }
        return source.hasNoEnd ? "take(_:) or take(until:)" : "take(_:), take(until:) or onCompleted()"
    }

    /// The way out for an operator that gives its result at the end of a source, or goes on to the next one then.
    static func remedy(for source: Trace.Node, isNext: Bool) -> String {
        isNext
            ? "merge the two; or end the first: \(ways(of: source))"
            : "end the source: \(ways(of: source)); or use scan"
    }
}
