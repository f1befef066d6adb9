import RxTraceExploring

/// What two orders of a test's threads have to agree in, beside how they end and the issues they record, to have one outcome.
public enum ComparedOutcome: String, Sendable {
    /// The events of each subscription of the test's, and what it prints.
    case all
    /// What it prints.
    case output
    /// The events of each subscription of the test's.
    case events
    /// What lint and the search for leaks find.
    case findings
    /// The events, what it prints, and the trace's canonical form.
    case trace

    var aspect: OrderOutcome.Aspect { OrderOutcome.Aspect(rawValue: rawValue) ?? .all }
}
