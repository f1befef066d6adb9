/// The variables by which a program is asked to run its threads in an order (TurnStart.c).
package enum OrderVariables {
    private static let order = "RXTRACE_ORDER"
    private static let start = "RXTRACE_ORDER_FROM"
    private static let time = "RXTRACE_ORDER_TIME"
    private static let processor = "RXTRACE_ORDER_PROCESSOR"
    /// Sets and dictionaries then have one order, too; and no other process looks at one that traps.
    private static let others = ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]

    /// What a process runs.
    package enum Asked {
        case order(ThreadOrder)
        /// Orders that it is asked for later, each in a child of its own (``ForkServer``).
        case served
    }

    /// - Parameters:
    ///   - start: from where on the order varies.
    ///   - log: the path of a file that is there, for the log.
    ///   - hasRealTime: whether its clocks are the system's.
    ///   - processor: the number of the one it runs on; nil for any.
    package static func environment(
        _ asked: Asked, from start: OrderStart = .program, log: String, hasRealTime: Bool = false,
        processor number: Int? = nil
    ) -> [String: String] {
        var variables = others
        switch asked {
        case .order(let asked): variables[order] = asked.variable
        case .served: variables[order] = "served"
        }
        variables[OrderLog.variable] = log
        variables[Self.start] = start.rawValue
        variables[time] = hasRealTime ? "real" : ""
        variables[processor] = number.map { String($0) }
        return variables
    }
}

/// From where on the order of a program's threads varies; before, it is the usual one.
package enum OrderStart: String, Sendable {
    case program = ""
    /// Where the program says so: for a test, whose library has done much by then.
    case mark
    /// The first call of the reactive library that is a switching point, or that hands on work of the program's own.
    case call
}
