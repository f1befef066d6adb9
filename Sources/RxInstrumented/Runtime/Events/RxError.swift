import Foundation
import Synchronization

/// Errors of the reactive core itself.
public enum RxError: Error, CustomDebugStringConvertible {
    /// An unknown error.
    case unknown
    /// A disposed object was used.
    case disposed(object: AnyObject)
    /// A counter overflowed.
    case overflow
    /// An argument is outside of its range.
    case argumentOutOfRange
    /// A sequence has no element although one was required.
    case noElements
    /// A sequence has more than one element although one was required.
    case moreThanOneElement
    /// The time for an event is up.
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

    // RxSwift's name, not this module's: programs compare the domain of an `NSError` and show its description.
    public var _domain: String { "RxSwift.RxError" }
}

/// Reports a mistake of the program. A debug build of the library traps; a release build writes to standard error.
package func fatalErrorInDebug(_ message: @autoclosure () -> String) {
    #if DEBUG
        fatalError(message())
    #else
        FileHandle.standardError.write(Data("\(message())\n".utf8))
    #endif
}

/// Reports an error that reached a binder or a relay, which take no errors.
@usableFromInline
package func reportBindingError(_ error: any Error) {
    fatalErrorInDebug("Binding error: \(error)")
}

/// Hooks that change the whole library's behaviour.
public enum Hooks {
    /// Takes the subscription's call stack, empty unless captured, and the error.
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void
    /// Returns the current call stack, one line per frame.
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    private struct State {
        var defaultErrorHandler: DefaultErrorHandler = { callStack, error in
            // As in RxSwift, a release build prints nothing.
            #if DEBUG
                print("Unhandled error happened: \(error)")
                if !callStack.isEmpty { print("subscription called from:\n\(callStack.joined(separator: "\n"))") }
            #endif
        }
        var captureCallstack: CustomCaptureSubscriptionCallstack = { Foundation.Thread.callStackSymbols }
    }

    // Unsafe because the user's closures are not `Sendable`. They are only moved under the lock, and run outside of it.
    nonisolated(unsafe) private static var state = State()
    private static let lock = Lock<Void>(())
    private static let recordsCallStack = Atomic<Bool>(false)

    /// Whether a subscription without `onError` captures its call stack for ``defaultErrorHandler``, which is slow.
    public static var recordCallStackOnError: Bool {
        get {
            recordsCallStack.touches(false)
            return recordsCallStack.load(ordering: .relaxed)
        }
        set {
            recordsCallStack.touches(true)
            recordsCallStack.store(newValue, ordering: .relaxed)
        }
    }

    /// Handles an error that no `onError` takes. By default, a debug build of the library prints the error, and a
    /// release build does nothing.
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
        // The former closure is released outside of the lock.
        withExtendedLifetime(former) {}
    }
}
