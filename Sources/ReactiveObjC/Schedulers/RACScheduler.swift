import Foundation
import RxInstrumented
import RxTraceKit

/// Decides when and on which thread blocks run.
///
/// ```swift
/// RACScheduler.mainThreadScheduler.schedule { print("on the main thread") }
/// ```
///
/// While a block runs, its scheduler is the thread's ``currentScheduler``.
public class RACScheduler: RecordedObject {
    /// How soon a background scheduler's blocks run, compared to other work.
    public enum Priority: Sendable {
        /// Before other work.
        case high
        /// As other work.
        case `default`
        /// After other work.
        case low
        /// When there is nothing else to do.
        case background

        var qualityOfService: DispatchQoS.QoSClass {
            switch self {
            case .high: .userInitiated
            case .default: .default
            case .low: .utility
            case .background: .background
            }
        }
    }

    private static let libraryName = "org.reactivecocoa.ReactiveObjC."

    /// Says which scheduler it is, such as `org.reactivecocoa.ReactiveObjC.RACScheduler.mainThreadScheduler`.
    public let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    public override var recordedRole: Trace.Role { .scheduler }

    /// The name; of the library's own schedulers, the part that tells them apart.
    public override var recordedName: String? {
        name.hasPrefix(Self.libraryName) ? String(name.dropFirst(Self.libraryName.count)) : name
    }

    // MARK: Schedulers

    /// Runs each block at once, on the thread that schedules it.
    public static let immediateScheduler: RACScheduler = RACImmediateScheduler()

    /// Runs blocks on the main queue, one after the other; never at once.
    public static let mainThreadScheduler: RACScheduler = RACTargetQueueScheduler(
        name: libraryName + "RACScheduler.mainThreadScheduler", targetQueue: .main)

    /// The scheduler by which signals run their `didSubscribe` block: at once where a scheduler's block or the main
    /// thread subscribes, otherwise on a background scheduler.
    public static let subscriptionScheduler: RACScheduler = RACSubscriptionScheduler()

    /// A new scheduler that runs blocks in the background, one after the other.
    public static func scheduler(
        priority: Priority = .default, name: String = "org.reactivecocoa.ReactiveObjC.RACScheduler.backgroundScheduler"
    ) -> RACScheduler {
        RACTargetQueueScheduler(name: name, targetQueue: .global(qos: priority.qualityOfService))
    }

    /// The scheduler whose block this thread runs; otherwise, on the main thread or queue, that of the main thread.
    /// Nil on any other thread.
    public static var currentScheduler: RACScheduler? {
        if let scheduler = CurrentScheduler.get() { return scheduler }
        return isOnMainThread ? mainThreadScheduler : nil
    }

    /// Whether the main queue, or the main thread, runs the caller.
    static var isOnMainThread: Bool { DispatchQueue.isMainOrOfMainThread }

    // MARK: Scheduling

    /// Runs `block` when and where the scheduler decides.
    ///
    /// - Returns: a disposable that keeps the block from running if it is disposed before; nil where it has already
    ///   run.
    @discardableResult
    public final func schedule(_ block: @escaping () -> Void) -> RACDisposable? {
        recordedSchedule(self) { ticket in schedule(block, ticket: ticket) }
    }

    /// Runs `block` at `date` or soon after.
    ///
    /// - Returns: a disposable that keeps the block from running if it is disposed before; nil where it has already
    ///   run.
    @discardableResult
    public final func after(_ date: Date, schedule block: @escaping () -> Void) -> RACDisposable? {
        recordedSchedule(self) { ticket in schedule(block, after: date, ticket: ticket) }
    }

    /// Runs `block` when `delay` seconds have passed, or soon after.
    ///
    /// - Returns: a disposable that keeps the block from running if it is disposed before; nil where it has already
    ///   run.
    @discardableResult
    public final func afterDelay(_ delay: TimeInterval, schedule block: @escaping () -> Void) -> RACDisposable? {
        after(Date(timeIntervalSinceNow: delay), schedule: block)
    }

    /// Does the work of ``schedule(_:)``; each kind says for itself how.
    func schedule(_ block: @escaping () -> Void, ticket: CauseID) -> RACDisposable? {
        preconditionFailure("\(type(of: self)) does not say when blocks run")
    }

    /// Does the work of ``after(_:schedule:)``.
    func schedule(_ block: @escaping () -> Void, after date: Date, ticket: CauseID) -> RACDisposable? {
        preconditionFailure("\(type(of: self)) does not say when blocks run")
    }

    /// Runs `block` as work of this scheduler; afterwards the thread is the scheduler's again that it was before.
    final func performAsCurrentScheduler(_ block: () -> Void) {
        let previous = CurrentScheduler.get()
        CurrentScheduler.set(self)
        defer { CurrentScheduler.set(previous) }
        block()
    }
}
