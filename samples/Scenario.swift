/// A small program that shows one thing about reactive code.
public struct Scenario: Sendable {
    /// What it is called on the command line, such as `create-subscribe`.
    public let name: String
    /// What to look at, in one line.
    public let summary: String
    /// Runs it; what it sets off is done when this returns.
    public let run: @Sendable () -> Void

    public init(name: String, summary: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.summary = summary
        self.run = run
    }
}
