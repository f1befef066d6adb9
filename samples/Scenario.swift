/// A small program that shows one thing about reactive code.
public struct Scenario: Sendable {
    /// What it is called on the command line, such as `create-subscribe`.
    public let name: String
    /// What to look at, in one line.
    public let summary: String
    /// Whether it has to be run on the main thread, outside of the main queue, whose work it may wait for.
    public let needsMainThread: Bool
    /// Runs it; what it sets off is done when this returns.
    public let run: @Sendable () -> Void

    public init(
        name: String, summary: String, needsMainThread: Bool = false, run: @escaping @Sendable () -> Void
    ) {
        self.name = name
        self.summary = summary
        self.needsMainThread = needsMainThread
        self.run = run
    }
}
