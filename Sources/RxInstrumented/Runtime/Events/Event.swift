/// One delivery of an observable sequence: any number of elements come, then at most one `error` or `completed`.
@frozen public enum Event<Element> {
    /// The next element of the sequence.
    case next(Element)
    /// The sequence failed. No event follows.
    case error(any Error)
    /// The sequence ended without an error. No event follows.
    case completed
}

extension Event: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

extension Event {
    /// Whether the event is the last of its sequence.
    @inlinable public var isStopEvent: Bool {
        switch self {
        case .next: false
        case .error, .completed: true
        }
    }

    /// The element of a `next` event.
    @inlinable public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error of an `error` event.
    @inlinable public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether this is the `completed` event.
    @inlinable public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    /// The event with its element transformed. If `transform` throws, an `error` event.
    @inlinable public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
        do {
            switch self {
            case .next(let element): return .next(try transform(element))
            case .error(let error): return .error(error)
            case .completed: return .completed
            }
        } catch {
            return .error(error)
        }
    }
}

/// A type that can be turned into an ``Event``.
public protocol EventConvertible {
    /// The type of the event's element.
    associatedtype Element
    /// The event that the value represents.
    var event: Event<Element> { get }
}

extension Event: EventConvertible {
    /// The event itself.
    @inlinable public var event: Event<Element> { self }
}
