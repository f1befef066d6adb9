#if DEBUG || TRACE_RESOURCES
    import Synchronization

    /// How many observables, subjects, sinks, observers and disposables there are in the process: in debug builds, and
    /// where `TRACE_RESOURCES` is defined, for tests that look for leaks.
    ///
    /// ```swift
    /// let before = Resources.total
    /// useTheScreen()
    /// #expect(Resources.total == before)
    /// ```
    ///
    /// A subject counts twice: as an observable too. Work that still runs on another thread may hold some for a moment.
    /// May be used from any thread.
    ///
    /// `import RxSwift` brings it where `TRACE_RESOURCES` is defined, as RxSwift does, and `import RxInstrumented` in
    /// debug builds too.
    public struct Resources {
        private static let count = Atomic<Int32>(0)
        private static let serialDispatchQueueObservables = Atomic<Int32>(0)

        /// How many there are now.
        public static var total: Int32 { count.load(ordering: .sequentiallyConsistent) }

        /// How many observables there are of `observe(on:)` with a serial dispatch queue's scheduler.
        public static var numberOfSerialDispatchQueueObservables: Int32 {
            serialDispatchQueueObservables.load(ordering: .sequentiallyConsistent)
        }

        @usableFromInline static func countSerialDispatchQueueObservable(_ change: Int32) {
            serialDispatchQueueObservables.add(change, ordering: .sequentiallyConsistent)
        }

        /// Counts one more: for types of the program's own. Returns how many there are then.
        public static func incrementTotal() -> Int32 {
            count.add(1, ordering: .sequentiallyConsistent).newValue
        }

        /// Counts one less. Returns how many there are then.
        public static func decrementTotal() -> Int32 {
            count.subtract(1, ordering: .sequentiallyConsistent).newValue
        }
    }

    private let deepestTailRecursion = Atomic<Int>(0)

    /// How many sequences of sources a `concat`, `catch` or `retry` has kept at most, in debug builds.
    public var maxTailRecursiveSinkStackSize: Int {
        get { deepestTailRecursion.load(ordering: .relaxed) }
        set { deepestTailRecursion.store(newValue, ordering: .relaxed) }
    }
#endif
