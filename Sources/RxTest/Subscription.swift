/// When a test's observable was subscribed to, and until when.
public struct Subscription {
    /// The time of the subscription.
    public let subscribe: Int
    /// The time it was disposed of; `Int.max` for one that was not.
    public let unsubscribe: Int

    /// A subscription that was not disposed of.
    public init(_ subscribe: Int) {
        self.init(subscribe, .max)
    }

    /// Makes a span of virtual time, from the subscribe to the disposal.
    public init(_ subscribe: Int, _ unsubscribe: Int) {
        self.subscribe = subscribe
        self.unsubscribe = unsubscribe
    }
}

/// Whether both spans begin and end at the same time.
public func == (lhs: Subscription, rhs: Subscription) -> Bool {
    lhs.subscribe == rhs.subscribe && lhs.unsubscribe == rhs.unsubscribe
}

extension Subscription: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(subscribe)
        hasher.combine(unsubscribe)
    }
}

extension Subscription: CustomDebugStringConvertible {
    public var debugDescription: String {
        "(\(subscribe) : \(unsubscribe == .max ? "Infinity" : String(unsubscribe)))"
    }
}
