import Foundation
import Synchronization

/// Errors of the reactive core itself.
public enum RxError: Error, CustomDebugStringConvertible {
    /// An error of which nothing is known.
    case unknown
    /// A disposed object was used.
    case disposed(object: AnyObject)
    /// A count became too large.
    case overflow
    /// An argument is outside of what the operator takes.
    case argumentOutOfRange
    /// A sequence that was to have an element has none.
    case noElements
    /// A sequence that was to have one element has more.
    case moreThanOneElement
    /// Nothing came in time.
    case timeout

    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .disposed(let object): "Object `\(object)` was already disposed."
        case .overflow: "Arithmetic overflow occurred."
        case .argumentOutOfRange: "Argument out of range."
        case .noElements: "Sequence doesn't contain any elements."
        case .moreThanOneElement: "Sequence contains more than one element."
        case .timeout: "Sequence timeout."
        }
    }

    // As of RxSwift, whatever module it is in here: programs compare an `NSError`'s domain, and show its description.
    public var _domain: String { "RxSwift.RxError" }
}

/// Stops a debug build of the library with a message about a mistake of the program's; a release build only reports it
/// on standard error.
package func fatalErrorInDebug(_ message: @autoclosure () -> String) {
    #if DEBUG
        fatalError(message())
    #else
        FileHandle.standardError.write(Data("\(message())\n".utf8))
    #endif
}

/// Reports an error that reached a binder or a relay, neither of which can take it.
@usableFromInline
package func reportBindingError(_ error: any Error) {
    fatalErrorInDebug("Binding error: \(error)")
}

/// Hooks by which a program changes the library as a whole.
public enum Hooks {
    /// Is given the call stack of the subscription, if it was kept, and the error.
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void
    /// Gives the call stack of where it is called, a line per frame.
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    private struct State {
        var defaultErrorHandler: DefaultErrorHandler = { callStack, error in
            // As RxSwift's, a release build is silent: its standard output is the program's own.
            #if DEBUG
                print("Unhandled error happened: \(error)")
                if !callStack.isEmpty { print("subscription called from:\n\(callStack.joined(separator: "\n"))") }
            #endif
        }
        var captureCallstack: CustomCaptureSubscriptionCallstack = { Foundation.Thread.callStackSymbols }
    }

    // The closures are the user's and not `Sendable`; they are only moved under the lock, and run outside of it.
    nonisolated(unsafe) private static var state = State()
    private static let lock = Lock<Void>(())
    private static let recordsCallStack = Atomic<Bool>(false)

    /// Whether a subscription without `onError` remembers its call stack, for ``defaultErrorHandler``. Costly.
    public static var recordCallStackOnError: Bool {
        get { recordsCallStack.load(ordering: .relaxed) }
        set { recordsCallStack.store(newValue, ordering: .relaxed) }
    }

    /// Handles an error that no `onError` takes. Unless replaced, a debug build of the library prints it, and a release
    /// build does nothing.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { lock.withLock { _ in state.defaultErrorHandler } }
        set { set(\.defaultErrorHandler, newValue) }
    }

    /// Captures the call stack of a subscription when ``recordCallStackOnError`` is set.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { lock.withLock { _ in state.captureCallstack } }
        set { set(\.captureCallstack, newValue) }
    }

    private static func set<Handler>(_ path: WritableKeyPath<State, Handler>, _ handler: Handler) {
        let former = lock.withLock { _ in
            defer { state[keyPath: path] = handler }
            return state[keyPath: path]
        }
        // The former closure is let go outside of the lock.
        withExtendedLifetime(former) {}
    }
}
