#if DEBUG || TRACE_RESOURCES
    import Synchronization

    /// Counts the observables, subjects, sinks, observers and disposables in the process, for tests that look for
    /// leaks. Only in debug builds, and where `TRACE_RESOURCES` is defined.
    ///
    /// ```swift
    /// let before = Resources.total
    /// useTheScreen()
    /// #expect(Resources.total == before)
    /// ```
    ///
    /// A subject counts twice, because it is an observable, too. Work that still runs on another thread may hold
    /// objects for a moment. Thread-safe.
    ///
    /// As in RxSwift, `import RxSwift` makes it visible only where `TRACE_RESOURCES` is defined; `import
    /// RxInstrumented` does so in debug builds, too.
    public struct Resources {
        private static let count = Atomic<Int32>(0)
        private static let serialDispatchQueueObservables = Atomic<Int32>(0)

        /// The current number of objects.
        public static var total: Int32 {
            // Each object's beginning and end changes it, and does not tell.
            tellsOfTouch(nil, true)
            return count.load(ordering: .sequentiallyConsistent)
        }

        /// The current number of observables of `observe(on:)` with a serial dispatch queue's scheduler.
        public static var numberOfSerialDispatchQueueObservables: Int32 {
            tellsOfTouch(nil, true)
            return serialDispatchQueueObservables.load(ordering: .sequentiallyConsistent)
        }

        @usableFromInline static func countSerialDispatchQueueObservable(_ change: Int32) {
            serialDispatchQueueObservables.add(change, ordering: .sequentiallyConsistent)
        }

        /// Counts another object, for types of the program. Returns the new number.
        public static func incrementTotal() -> Int32 {
            count.add(1, ordering: .sequentiallyConsistent).newValue
        }

        /// Counts an object's end. Returns the new number.
        public static func decrementTotal() -> Int32 {
            count.subtract(1, ordering: .sequentiallyConsistent).newValue
        }
    }

    private let deepestTailRecursion = Atomic<Int>(0)

    /// The most sequences of sources that a `concat`, `catch` or `retry` has kept at once. Only in debug builds.
    public var maxTailRecursiveSinkStackSize: Int {
        get {
            deepestTailRecursion.touches(false)
            return deepestTailRecursion.load(ordering: .relaxed)
        }
        set {
            deepestTailRecursion.touches(true)
            deepestTailRecursion.store(newValue, ordering: .relaxed)
        }
    }
#endif
