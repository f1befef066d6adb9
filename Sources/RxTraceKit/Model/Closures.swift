extension Trace {
    /// Something that a closure of the user's is there for. The core says it of each label; every reader of a trace goes
    /// by it, and by no label.
    public enum ClosureKind: UInt8, Sendable, CaseIterable {
        /// Is told of elements.
        case next
        /// Is told of errors.
        case error
        /// Is told of completion.
        case completed
        /// Is told that a subscription begins.
        case begins
        /// Is told that a subscription has ended, by whatever.
        case ended
        /// Brings a source about, once per subscription: its side effect.
        case creates
        /// Gives an observable.
        case makes
        /// Gives a value.
        case computes
        /// Is handed an error and gives an observable to go on with.
        case answers
        /// Undoes, as a disposable is disposed.
        case disposes
        /// Is work of a scheduler.
        case works
        /// Is none of the user's, but the library's own doing with an object outside: it adds or removes an observer there.
        case outside

        /// The word of the trace document, in the `kinds` of a closure.
        public var name: String { String(describing: self) }

        /// That of the closures that are told of events of a kind.
        init(toldOf kind: Trace.Event.Kind) {
            switch kind {
            case .next: self = .next
            case .error: self = .error
            case .completed: self = .completed
            }
        }

        /// Those of an observer's closures and of `do`'s.
        static let toldOfEvents: ClosureKinds = [.next, .error, .completed]
    }

    /// The kinds of the user's closures, by the labels of the calls that ran them.
    ///
    /// ```swift
    /// if source.closures[call.label].contains(.computes) { pure += 1 }
    /// ```
    public struct Closures: Sendable, Equatable, ExpressibleByDictionaryLiteral {
        private var kinds: [String: Set<ClosureKind>]

        public init(dictionaryLiteral elements: (String, Set<ClosureKind>)...) {
            kinds = Dictionary(elements) { first, _ in first }
        }

        init(_ kinds: [String: Set<ClosureKind>]) { self.kinds = kinds }

        /// The labels that are known, from A on.
        public var labels: [String] { kinds.keys.sorted() }

        /// Whether nothing is known of them.
        public var isEmpty: Bool { kinds.isEmpty }

        /// The kinds of the closures with a label; none where it is not known.
        public subscript(label: String?) -> Set<ClosureKind> {
            get { label.flatMap { kinds[$0] } ?? [] }
            set { if let label { kinds[label] = newValue } }
        }

        /// The same as bits.
        func kinds(of label: String?) -> ClosureKinds { ClosureKinds(self[label]) }
    }
}

/// Kinds of closures as bits, for where they are looked at for every call of the user's code.
struct ClosureKinds: Hashable, ExpressibleByArrayLiteral {
    private var bits: UInt16 = 0

    init(_ kinds: some Sequence<Trace.ClosureKind>) {
        for kind in kinds { bits |= 1 << UInt16(kind.rawValue) }
    }

    init(arrayLiteral kinds: Trace.ClosureKind...) { self.init(kinds) }

    var isEmpty: Bool { bits == 0 }

    func contains(_ kind: Trace.ClosureKind) -> Bool { bits & 1 << UInt16(kind.rawValue) != 0 }

    func isDisjoint(with others: ClosureKinds) -> Bool { bits & others.bits == 0 }

    func union(_ others: ClosureKinds) -> ClosureKinds {
        var all = self
        all.bits |= others.bits
        return all
    }
}
