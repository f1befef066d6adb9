extension Trace {
    /// An object of the reactive chain: an observable, a sink, an observer, a disposable, a scheduler.
    public struct Node: Sendable, Equatable, Identifiable {
        public var id: Int
        /// The name without generic arguments, such as `MapSink`.
        public var type: String
        /// The name with its generic arguments, such as `Map<Int, String>`.
        public var generic: String?
        /// The part that it plays.
        public var role: Role
        /// Where the user's code made it.
        public var site: Site?
        /// A name that tells it from others of its type, such as a scheduler's queue label or what `traced` gave it.
        public var name: String?
        /// What the user's source calls it: the variable, property or parameter that it was made for; nil where the source
        /// does not say, or was not read.
        public var variable: String?
        /// What the user's source hands to the operator that makes it, such as `maxConcurrent: 2`; nil where it hands
        /// nothing or a closure, or was not read.
        package var arguments: String?
        /// Whether it was made before the recording began, so that the trace does not show how.
        ///
        /// Schedulers, and nodes that stand for objects that are not the library's, are never said to be: most are made
        /// once in a process, by whoever needs them first.
        public var isEarly: Bool
        /// The node's behaviors. Empty where they are not known, and for a node that does nothing of note.
        public var behaviors: Behaviors
        /// The node it works for: a sink's observable, an inner observer's sink, the object whose end a subject tells;
        /// nil where there is none or it is not known.
        public var owner: Int?

        /// Makes a node; what is not given is not known.
        public init(
            id: Int, type: String, generic: String? = nil, role: Role, site: Site? = nil, name: String? = nil,
            variable: String? = nil, isEarly: Bool = false, behaviors: Behaviors = [], owner: Int? = nil
        ) {
            self.id = id
            self.type = type
            self.generic = generic
            self.role = role
            self.site = site
            self.name = name
            self.variable = variable
            self.isEarly = isEarly
            self.behaviors = behaviors
            self.owner = owner
        }
    }

    /// The part that a node plays.
    public enum Role: UInt8, Sendable, CaseIterable {
        /// Is subscribed to, and makes a sink for each observer.
        case observable
        /// Is subscribed to, and begins when it is connected.
        case connectable
        /// Is sent events, and sends them to its observers.
        case subject
        /// Stands between a source and an observer, for one subscription.
        case sink
        /// Is sent events, and sends none.
        case observer
        /// Ends something when it is disposed.
        case disposable
        /// Holds disposables, and disposes them when it is released.
        case bag
        /// Decides when and where work runs.
        case scheduler
        /// A piece of work that a scheduler was handed.
        case item
        /// An object that is none of the library's, such as a notification centre or one whose end is watched.
        case object

        /// Its word, such as `observable`.
        public var name: String { String(describing: self) }

        /// Whether ``Trace/Node/isEarly`` is told of nodes that play it.
        var canBeEarly: Bool { self != .scheduler && self != .object }
    }

    /// A place in source code.
    public struct Site: Sendable, Hashable, CustomStringConvertible {
        /// The file, from the package's folder on where that is known.
        public var file: String
        /// The line, from 1.
        public var line: Int

        /// Makes a place.
        public init(file: String, line: Int) {
            self.file = file
            self.line = line
        }

        public var description: String { "\(file):\(line)" }
    }

    /// A thread that made calls; in the canonical form, the scheduler whose work ran.
    public struct Thread: Sendable, Equatable, Identifiable {
        public var id: Int
        /// `main`, the queue's label or a number; in the canonical form, the scheduler's name.
        public var name: String
        /// Whether it is one of a pool that runs whatever work comes next: Dispatch's. Work that follows other work on
        /// such a thread has nothing to do with it.
        public var isPooled: Bool

        /// Makes a thread.
        public init(id: Int, name: String, isPooled: Bool = false) {
            self.id = id
            self.name = name
            self.isPooled = isPooled
        }
    }

    /// The connection of one observer to one observable, from `subscribe` to its end.
    ///
    /// The linear chain of sinks an outer subscribe sets up is one subscription; each observable that an operator
    /// subscribes besides (the inner ones of `flatMap`, the sources of `combineLatest` or `concat`, each attempt of
    /// `retry`) is one of its own, with the outer one as ``parent``.
    public struct Subscription: Sendable, Equatable, Identifiable {
        public var id: Int
        /// The subscription in which an operator made this one; nil where the user subscribed.
        public var parent: Int?
        /// The observable that was subscribed.
        public var node: Int
        /// Its name in the user's code.
        public var name: String?
        /// Where the user's code subscribed.
        public var site: Site?
        /// Why it ended: completed, error, disposed, bag, take, switch, connection; nil while it lives.
        public var ended: String?

        /// Makes a subscription; without `ended`, one that lives.
        public init(
            id: Int, parent: Int? = nil, node: Int, name: String? = nil, site: Site? = nil, ended: String? = nil
        ) {
            self.id = id
            self.parent = parent
            self.node = node
            self.name = name
            self.site = site
            self.ended = ended
        }
    }
}
