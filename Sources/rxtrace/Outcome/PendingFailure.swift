import Synchronization

/// A failure that is told, and ends the command with its status, when all else is done: the rendering comes first.
enum PendingFailure {
    private static let first = Mutex<CommandFailure?>(nil)

    /// The failure that is kept; nil for none.
    static var current: CommandFailure? { first.withLock { $0 } }

    /// Keeps a failure, if it is the first.
    static func set(_ failure: CommandFailure?) {
        first.withLock { $0 = $0 ?? failure }
    }
}
