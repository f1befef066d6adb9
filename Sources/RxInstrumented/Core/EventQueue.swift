/// Values that wait, first in first out.
@usableFromInline
struct EventQueue<Element> {
    @usableFromInline var events: ContiguousArray<Event<Element>?> = []
    @usableFromInline var first = 0

    @inlinable init() {}

    @inlinable var isEmpty: Bool { first == events.count }

    @inlinable mutating func append(_ event: Event<Element>) {
        events.append(event)
    }

    @inlinable mutating func removeFirst() -> Event<Element>? {
        guard first < events.count else { return nil }
        let event = events[first]
        events[first] = nil
        first += 1
        if first == events.count {
            events.removeAll(keepingCapacity: true)
            first = 0
        } else if first >= 64 && first * 2 >= events.count {
            events.removeFirst(first)
            first = 0
        }
        return event
    }
}
