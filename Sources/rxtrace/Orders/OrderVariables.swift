/// The variables by which a program is asked to run its threads in an order (TurnStart.c).
enum OrderVariables {
    private static let order = "RXTRACE_ORDER"
    private static let processor = "RXTRACE_ORDER_PROCESSOR"
    /// Sets and dictionaries then have one order, too; and no other process looks at one that traps.
    private static let others = ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]

    /// - Parameters:
    ///   - log: the path of a file that is there, for the log.
    ///   - processor: the number of the one it runs on; nil for any.
    static func environment(_ asked: ThreadOrder, log: String, processor number: Int? = nil) -> [String: String] {
        var variables = others
        variables[order] = asked.variable
        variables[OrderLog.variable] = log
        variables[processor] = number.map { String($0) }
        return variables
    }
}
