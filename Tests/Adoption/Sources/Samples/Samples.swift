import TraceKit
import Yardstick

/// Queries to try the search with, the longest last.
public enum Samples {
    public static let queries = ["rx", "rxswift", "reactive"].sorted { first, second in
        Yardstick.length(of: first) < Yardstick.length(of: second)
    }

    public static let trace = TraceKit.line(queries)
}
