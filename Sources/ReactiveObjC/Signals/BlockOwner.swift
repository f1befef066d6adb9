import RxInstrumented

/// The owner of the user's blocks: the signal that is subscribed to or, for as long as the subscription lasts, its
/// passthrough subscriber.
protocol BlockOwner: TracedObject {}

extension BlockOwner {
    /// Runs a block of the user's that this holds.
    func handle<Result>(_ label: HandlerLabel, _ body: () throws -> Result) rethrows -> Result {
        try recordedHandler(label, self, body)
    }
}
