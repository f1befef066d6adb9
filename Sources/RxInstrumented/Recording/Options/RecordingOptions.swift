import CRxTraceBuffer
import RxTraceKit

/// The settings of a recording: which calls and values it keeps.
///
/// ```swift
/// var options = RecordingOptions(values: .none)
/// options.last = .calls(100_000)
/// try Trace.start("server", to: "server.rxtrace", options: options)
/// ```
///
/// Calls that are left out are counted by reason in `Trace.drops`.
public struct RecordingOptions: Sendable {
    /// Which threads' calls a recording contains.
    public enum Scope: Sendable {
        /// All calls, on all threads.
        case process
        /// Calls of the recording thread, and of the work that they schedule, on any thread. Independent calls of other
        /// threads are left out. Meant for tests that run in parallel.
        case caused
    }

    /// How much of a recording's end is kept.
    public enum Length: Sendable, Equatable {
        /// At least so many calls, and at most twice as many plus those of a quarter of a second.
        case calls(Int)
        /// At most so many bytes plus the calls of a quarter of a second, and at least half as many.
        case bytes(Int)
    }

    /// How much is kept of the events' values.
    public var values: RecordedValues
    /// Whether the calls of all threads are recorded, or only those that the recording thread causes.
    public var scope: Scope
    /// The most bytes of records in memory; a record has 32. Further calls are dropped and counted.
    public var memoryLimit: Int
    /// How much of the recording's end is kept while it runs. nil for all of the recording.
    ///
    /// Earlier calls are then missing: kept calls do not hang below them, and a subscription's `subscribe` may be gone.
    public var last: Length?
    /// The most bytes of the recording's file, or of a recording in memory. nil for no limit. Later calls are not
    /// recorded. The file may be longer by the calls of a quarter of a second: by some 30,000 per thread.
    public var fileLimit: Int?
    /// One of every `sample` subscriptions is recorded, beginning with the first.
    ///
    /// A subscription is recorded as a whole, with its inner subscriptions, events and end on all threads, or not at
    /// all. A subscription that a handler makes belongs to the handler's subscription.
    public var sample: Int
    /// Patterns of types or names of observables. Only subscriptions to matching ones are recorded; all if empty.
    ///
    /// ```swift
    /// options.recordOnly = ["search*"]  // those to an observable.traced("search results"), say
    /// ```
    public var recordOnly: [String]
    /// Patterns of types or names of observables. Subscriptions to matching ones are not recorded.
    public var recordExcept: [String]
    /// Whether places in the source are recorded.
    public var hasSites: Bool
    /// Whether work is followed that the program hands to queues, tasks and threads without a scheduler. Its calls then
    /// hang below the `hop` that handed it on.
    public var hasHops: Bool

    /// Creates options. By default, all calls of all threads are recorded, with short values.
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

    /// The least `Length.bytes`, because about as much is written at once.
    static let leastBytes = 1_000_000

    /// `memoryLimit` in chunks.
    var chunkLimit: UInt64 { UInt64(max(1, memoryLimit / Int(TRACE_CHUNK_BYTES))) }

    /// How many chunks may wait for the writer. More than the recording keeps would be written in vain.
    var waitingChunkLimit: UInt64 {
        var records = fileLimit.map { $0 / 16 } ?? Int.max
        switch last {
        case nil: break
        case .calls(let count): records = min(records, count)
        case .bytes(let count): records = min(records, count / 8)
        }
        return min(chunkLimit, UInt64(max(records, 1 << 15) / Int(TRACE_CHUNK_RECORDS)) + 1)
    }

    /// Whether the recording may drop calls because of its length.
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

/// How the program hands on work without a scheduler, in the order of TRACE_HOP_… in TraceHops.h.
enum HopLabel: String, CaseIterable {
    case async = "DispatchQueue.async"
    case asyncAfter = "DispatchQueue.asyncAfter"
    case groupNotify = "DispatchGroup.notify"
    case itemNotify = "DispatchWorkItem.notify"
    case source = "DispatchSource"
    case operation = "OperationQueue"
    /// Another part of Foundation, which hands the program's work to a queue.
    case foundation = "Foundation"
    case task = "Task"
    case asyncLet = "async let"
    case thread = "Thread"
    case pthread = "pthread_create"

    /// Sets whether hops are recorded from now on.
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
