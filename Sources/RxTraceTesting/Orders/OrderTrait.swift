import Testing

/// Runs each test that has it in a process of its own, whose threads run one at a time: in many orders, or in one.
public struct OrderTrait: TestTrait, SuiteTrait, TestScoping {
    private let request: OrderRequest

    fileprivate init(_ request: OrderRequest) { self.request = request }

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil, !ControlledBody.isUnderCommand else { return try await function() }
        switch ControlledBody.asked {
        case ControlledBody.wholeTest: await ControlledBody.run(function)
        // A closure of the test's is run under control: what is around it runs as ever.
        case .some: try await function()
        case nil:
            let location = test.sourceLocation
            let failure = await request.failureAside(of: test, body: ControlledBody.wholeTest, file: location.filePath)
            if let failure { Issue.record(Comment(rawValue: failure), sourceLocation: location) }
        }
    }
}

extension Trait where Self == OrderTrait {
    /// Runs the test in every order that its threads allow, and fails it where it has more than one outcome, or one with an
    /// issue, an error, a deadlock, a trap or no end:
    ///
    /// ```swift
    /// @Test(.orders(500)) func searchesOnce() async { … }
    /// ```
    ///
    /// As ``expectOneOutcome(orders:order:like:seed:comparing:timeout:in:fileID:filePath:line:column:_:)`` does with a closure. A suite
    /// that has the trait gives it to each of its tests.
    ///
    /// - Parameters:
    ///   - count: how many orders are run at most.
    ///   - seed: begins what is chosen by chance with another number, where there are more.
    ///   - comparing: what two orders have to agree in.
    public static func orders(_ count: Int, seed: Int = 1, comparing: ComparedOutcome = .all) -> OrderTrait {
        OrderTrait(OrderRequest(orders: count, seed: seed, comparing: comparing))
    }

    /// Runs the test in one order, by the token that a failure tells:
    ///
    /// ```swift
    /// @Test(.order("3f.1-5ded")) func searchesOnce() async { … }
    /// ```
    public static func order(_ token: String) -> OrderTrait { OrderTrait(OrderRequest(order: token)) }

    /// Runs the test in the order that leads along a recording of it, which was made without control, and fails it where none
    /// leads to the end:
    ///
    /// ```swift
    /// @Test(.like("crash.rxtrace")) func searchesOnce() async { … }
    /// ```
    ///
    /// - Parameter recording: the file's path, from the folder that the tests run in.
    public static func like(_ recording: String) -> OrderTrait { OrderTrait(OrderRequest(like: recording)) }

    /// Runs the test with time of its own: it stands still while a thread can go on, and then jumps to the next timer. A
    /// minute of `debounce` takes none, and is a minute by every clock.
    ///
    /// ```swift
    /// @Test(.virtualTime) func asksOnceTypingIsOver() async { … }
    /// ```
    public static var virtualTime: OrderTrait { OrderTrait(OrderRequest(order: "usual")) }
}
