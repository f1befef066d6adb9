import CRxTraceBuffer
import RxTraceKit

/// Settings of a recording: which calls and values it keeps.
///
/// ```swift
/// var options = RecordingOptions(values: .none)
/// options.last = .calls(100_000)
/// try Trace.start("server", to: "server.rxtrace", options: options)
/// ```
///
/// Calls that are left out are counted, by reason: `Trace.drops`.
public struct RecordingOptions: Sendable {
    /// Which calls belong to a recording.
    public enum Scope: Sendable {
        /// All calls that are made while it runs, on any thread.
        case process
        /// Calls of the thread that records, and the work they schedule, on whichever thread that runs: calls that
        /// other threads make at the same time on their own account are left out. Tests that run side by side want
        /// this.
        case caused
    }

    /// How much of a recording's end is kept.
    public enum Length: Sendable, Equatable {
        /// At least so many calls; up to twice as many, and those recorded in a quarter of a second.
        case calls(Int)
        /// So many bytes of a file at most, but for the calls of a quarter of a second; at least half of that.
        case bytes(Int)
    }

    /// How much of the events' values is kept.
    public var values: RecordedValues
    /// The calls that are recorded: those of all threads, or those that the recording thread causes.
    public var scope: Scope
    /// How many bytes of records are kept at most; a record has 32. Calls beyond are counted as dropped.
    public var memoryLimit: Int
    /// How much of the recording's end is kept, as it goes on; nil for all of it.
    ///
    /// The calls that are left may miss earlier ones: calls hang below none that were made before, and the subscribe of
    /// a subscription that has gone on since may be gone.
    public var last: Length?
    /// How many bytes the recording's file may have, or a recording in memory once it is written; nil for any number.
    /// Later calls are not recorded. The file may be longer by the calls of a quarter of a second.
    public var fileLimit: Int?
    /// Of how many subscriptions one is recorded, the first, and then each after so many.
    ///
    /// A subscription is recorded whole or not at all: with its own subscriptions in turn, all its events and its end,
    /// on all threads. A subscription that a handler makes goes with the subscription of the handler.
    public var sample: Int
    /// Patterns of the types or names of observables: only subscriptions to such are recorded; none for all.
    ///
    /// ```swift
    /// options.recordOnly = ["search*"]  // those to an observable.traced("search results"), say
    /// ```
    public var recordOnly: [String]
    /// Likewise, of those that are not recorded.
    public var recordExcept: [String]
    /// Whether places in the source are kept.
    public var hasSites: Bool
    /// Whether work is followed that the program hands to queues, tasks and threads by itself, rather than by a
    /// scheduler: what it does then hangs below the call that handed it on.
    public var hasHops: Bool

    /// Makes options: without any, all calls of all threads, with short values.
    public init(
        values: RecordedValues = .short, scope: Scope = .process, memoryLimit: Int = 4 << 30, last: Length? = nil,
        fileLimit: Int? = nil, sample: Int = 1, recordOnly: [String] = [], recordExcept: [String] = [],
        hasSites: Bool = true, hasHops: Bool = true
    ) {
        self.values = values
        self.scope = scope
        self.memoryLimit = memoryLimit
        self.last = last
        self.fileLimit = fileLimit
        self.sample = sample
        self.recordOnly = recordOnly
        self.recordExcept = recordExcept
        self.hasSites = hasSites
        self.hasHops = hasHops
    }

    /// There is no use in keeping less: that much is written at once.
    static let leastBytes = 1_000_000

    /// As many of the recorder's pieces of memory.
    var chunkLimit: UInt64 { UInt64(max(1, memoryLimit / Int(TRACE_CHUNK_BYTES))) }

    /// How many of these may wait for the writer. More at once than is to be kept would be written in vain.
    var waitingChunkLimit: UInt64 {
        var records = fileLimit.map { $0 / 16 } ?? Int.max
        switch last {
        case nil: break
        case .calls(let count): records = min(records, count)
        case .bytes(let count): records = min(records, count / 8)
        }
        return min(chunkLimit, UInt64(max(records, 1 << 15) / Int(TRACE_CHUNK_RECORDS)) + 1)
    }

    /// Whether not all that is recorded may be kept.
    var isLimited: Bool { last != nil || fileLimit != nil }

    /// Applies the options from now on. Returns whether subscriptions are left out.
    func apply() -> Bool {
        RecordedValues.current.store(values.rawValue, ordering: .relaxed)
        RecordedSites.areKept.store(hasSites, ordering: .relaxed)
        HopLabel.apply(hasHops, hasSites: hasSites)
        let selection = SubscriptionSelection(only: recordOnly, except: recordExcept, sample: sample)
        SubscriptionSelection.current.withLock { $0 = selection }
        return selection != nil
    }
}

#if Interposing
    import CRxTraceInterposing
#endif

/// By what the program handed on work itself, in the order of CRxTraceBuffer's TRACE_HOP_….
enum HopLabel: String, CaseIterable {
    case async = "DispatchQueue.async"
    case asyncAfter = "DispatchQueue.asyncAfter"
    case groupNotify = "DispatchGroup.notify"
    case itemNotify = "DispatchWorkItem.notify"
    case source = "DispatchSource"
    case operation = "OperationQueue"
    /// Another part of Foundation, which handed it to a queue for the program.
    case foundation = "Foundation"
    case task = "Task"
    case asyncLet = "async let"
    case thread = "Thread"
    case pthread = "pthread_create"

    /// Lets recordings that start from now on have hops, or none.
    static func apply(_ isRecorded: Bool, hasSites: Bool) {
        guard isRecorded else { return rxtrace_ignore_hops() }
        #if Interposing
            rxtrace_interpose()
        #endif
        rxtrace_record_hops(
            rxtrace_hop_words(
                hop: Trace.Operation.hop.rawValue, invoke: Trace.Operation.invoke.rawValue,
                first_label: UInt8(HandlerLabel.allCases.count), has_sites: hasSites))
    }
}
