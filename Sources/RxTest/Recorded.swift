public import RxInstrumented

/// A value, mostly an event, and the virtual time it came at.
public struct Recorded<Value>: CustomDebugStringConvertible {
    /// The virtual time of the event.
    public let time: TestTime
    /// The event.
    public let value: Value

    /// Makes an event at a virtual time.
    public init(time: TestTime, value: Value) {
        self.time = time
        self.value = value
    }
}

extension Recorded {
    public var debugDescription: String {
        "\(value) @ \(time)"
    }
}

extension Recorded: Equatable where Value: Equatable {
    public static func == (lhs: Recorded<Value>, rhs: Recorded<Value>) -> Bool {
        lhs.time == rhs.time && lhs.value == rhs.value
    }
}

extension Recorded {
    /// An element at a time: `.next(210, "a")`.
    public static func next<T>(_ time: TestTime, _ element: T) -> Recorded<Event<T>> where Value == Event<T> {
        Recorded(time: time, value: .next(element))
    }

    /// The end of a sequence at a time; the type can be named where nothing else tells it.
    public static func completed<T>(
        _ time: TestTime, _: T.Type = T.self
    ) -> Recorded<Event<T>> where Value == Event<T> {
        Recorded(time: time, value: .completed)
    }

    /// An error at a time; the type can be named where nothing else tells it.
    public static func error<T>(
        _ time: TestTime, _ error: any Error, _: T.Type = T.self
    ) -> Recorded<Event<T>> where Value == Event<T> {
        Recorded(time: time, value: .error(error))
    }

    /// A list of events, where its type is not told by what it is compared with.
    ///
    /// ```swift
    /// let expected = Recorded.events(.next(210, 1), .completed(220))
    /// ```
    public static func events<T>(
        _ recordedEvents: Recorded<Event<T>>...
    ) -> [Recorded<Event<T>>] where Value == Event<T> {
        recordedEvents
    }

    /// A list of events, where its type is not told by what it is compared with.
    public static func events<T>(
        _ recordedEvents: [Recorded<Event<T>>]
    ) -> [Recorded<Event<T>>] where Value == Event<T> {
        recordedEvents
    }
}

/// Errors are equal if they read the same; on Apple's platforms, their domains and codes have to be equal too.
extension Event: Equatable where Element: Equatable {
    public static func == (lhs: Event<Element>, rhs: Event<Element>) -> Bool {
        switch (lhs, rhs) {
        case (.next(let left), .next(let right)): left == right
        case (.error(let left), .error(let right)): areEqual(left, right)
        case (.completed, .completed): true
        default: false
        }
    }
}

/// Errors are compared as those of ``Event`` are.
extension MaybeEvent: Equatable where Element: Equatable {
    public static func == (lhs: MaybeEvent<Element>, rhs: MaybeEvent<Element>) -> Bool {
        switch (lhs, rhs) {
        case (.success(let left), .success(let right)): left == right
        case (.error(let left), .error(let right)): areEqual(left, right)
        case (.completed, .completed): true
        default: false
        }
    }
}

/// Errors are compared as those of ``Event`` are.
extension CompletableEvent: Equatable {
    public static func == (lhs: CompletableEvent, rhs: CompletableEvent) -> Bool {
        switch (lhs, rhs) {
        case (.error(let left), .error(let right)): areEqual(left, right)
        case (.completed, .completed): true
        default: false
        }
    }
}

/// A `SingleEvent` is a `Result`, whose equality is the standard library's to say.
func areEqual<Element: Equatable>(_ lhs: SingleEvent<Element>, _ rhs: SingleEvent<Element>) -> Bool {
    switch (lhs, rhs) {
    case (.success(let left), .success(let right)): left == right
    case (.failure(let left), .failure(let right)): areEqual(left, right)
    default: false
    }
}

private func areEqual(_ lhs: any Error, _ rhs: any Error) -> Bool {
    #if canImport(Darwin)
        guard lhs._domain == rhs._domain, lhs._code == rhs._code else { return false }
    #endif
    return "\(lhs)" == "\(rhs)"
}

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
