extension Trace {
    /// Subscriptions made at one place that were still alive at the end of a recording.
    public struct LeakGroup: Sendable, Equatable {
        /// The keeper that holds subscriptions alive.
        public enum Keeper: String, Sendable, CaseIterable {
            /// They are in a dispose bag that was never released.
            case bag
            /// They belong to a connection that nobody disposed: `connect()` without `refCount()`.
            case connection
            /// The same place subscribed again without disposing its subscription before.
            case replaced
            /// Their source never ended, and nobody disposed them.
            case source
        }

        /// Who keeps the subscriptions alive.
        public var keeper: Keeper
        /// How certain it is that they are leaked: a note where the only bag of its kind was alive as the program ended.
        public var severity: Finding.Severity
        /// The dispose bags that such subscriptions entered; nil where none keeps them.
        public var bags: Bags?
        /// Where they were subscribed; for a connection, where it is thrown away, or else where the connectable was made.
        public var site: Site?
        /// The type of the observable subscribed to.
        public var observable: String
        /// The same in the words of the user's code, such as `map`.
        public var written: String
        /// The name that tells it from others of its type.
        public var observableName: String?
        /// What the user's source calls the observable; nil where it does not say.
        public var variable: String?
        /// Its name in the user's code.
        public var name: String?
        /// What there is to say of their source.
        package var source = SourceKind()
        /// Their ids, in the order they were made.
        public var subscriptions: [Int]
        /// Nanoseconds that the oldest lived; nil in a trace without times.
        public var age: UInt64?
        /// The last event any of them was handed, and the call that did so.
        public var lastEvent: LastEvent?
        /// The calls that show it.
        public var evidence: [Finding.Evidence]

        /// The dispose bags of one kind: those that the subscriptions of one place entered.
        public struct Bags: Sendable, Equatable {
            /// How many were made.
            public var made: Int
            /// How many were never released.
            public var alive: Int
            /// The closure that keeps the bag's owner, for which nobody else need hold it: it captures `self`, which has the
            /// bag. nil where the source shows none.
            public var closure: KeepingClosure?

            /// Whether they tell little: the program may just have ended while it used the one; or it released others of
            /// the line, so that none of these keeps itself.
            public var isWeak: Bool { (alive <= 1 || alive < made) && closure == nil }

            /// What became of the other bags that the line filled, behind a sentence on one; empty where it was the only one.
            var others: String {
                if made <= 1 { return "" }
                let verb = alive == 1 ? "is" : "are"
                let fate = alive == made ? "none was released" : "\(alive) \(verb) alive at the end"
                return "; of the \(made) bags that this line filled \(fate)"
            }

            private var keepers: String {
                if made == 1 { return "a DisposeBag, which nobody has released" }
                if alive == made { return "\(made) DisposeBags, of which none was released" }
                let bags = alive == 1 ? "one DisposeBag" : "\(alive) DisposeBags"
                return "\(bags) that nobody has released, of the \(made) that this line filled"
            }

            var explanation: String {
                "kept by \(keepers)"
                    + (closure.map { "; \($0.name) at \($0.site) captures the owner" } ?? "")
            }

            /// Who keeps the bag's owner, as evidence.
            func keeping(_ subscription: Trace.Site?) -> Trace.Finding.Evidence? {
                guard let closure else { return nil }
                let holder = subscription.map { $0.file == closure.site.file ? " of :\($0.line)" : " at \($0)" } ?? ""
                return .init(
                    "self is captured by \(closure.name), which the subscription\(holder) holds", site: closure.site)
            }

            /// The way out, in one line.
            var remedy: String {
                if let closure {
                    return closure.isMethod
                        ? "hand \(closure.operation) a closure with [weak self] in place of the method"
                        : "capture self weakly in the closure of \(closure.operation): [weak self]"
                }
                return isWeak
                    ? "should the owner be gone by now? Then find the closure that captures self"
                    : Keeper.bag.remedy
            }
        }

        /// How a source may be ended, and by which words.
        package struct SourceKind: Sendable, Equatable {
            /// Whether it is ReactiveObjC's.
            package var isReactiveObjC = false
            /// Whether nobody can send it an end: a relay, or the library's own.
            package var hasNoEnd = false
            /// Whether it ends with an object of the user's, such as a command or the one whose property is observed.
            package var isOwners = false
            /// Whether it is a connectable to which no connection lives.
            package var isUnconnected = false
        }

        /// The last event that one of the subscriptions was sent.
        public struct LastEvent: Sendable, Equatable {
            /// The call that handed it to the observer.
            public var call: Int
            /// Such as `next(Grace)`.
            public var text: String
            /// Nanoseconds before the end; nil in a trace without times.
            public var age: UInt64?
        }

        /// A sentence about them.
        public var explanation: String { bags?.explanation ?? source.explanation(of: keeper) ?? keeper.explanation }

        /// The way out, in one line.
        public var remedy: String { bags?.remedy ?? source.remedy(of: keeper) ?? keeper.remedy }

        /// How many there are.
        public var count: Int { subscriptions.count }

        /// Whether one of `patterns` names the place, the observable, the keeper or the subscription.
        public func isNamed(by patterns: [TracePattern]) -> Bool {
            patterns.contains { pattern in
                pattern.matches(observable) || pattern.matches(written) || pattern.matches(keeper.rawValue)
                    || [name, observableName, variable].contains { $0.map { pattern.matches($0) } == true }
                    || site.map { pattern.matches($0) } == true
            }
        }
    }
}
