/// Elements that are kept in order, to be handed on together as one array.
@usableFromInline
struct KeptElements<Element> {
    @usableFromInline var elements: [Element] = []
    @usableFromInline var origins = KeptOrigins()

    @inlinable init() {}

    @inlinable var count: Int { elements.count }

    @inlinable mutating func append(_ element: ElementWithOrigin<Element>) {
        origins.set(element.origin, at: elements.count)
        elements.append(element.value)
    }
}

/// Kept elements that wait, first in first out, with their origins.
@usableFromInline
package struct KeptQueue<Element> {
    @usableFromInline var waiting = WaitingQueue<Element>()
    /// By the places in `waiting`.
    @usableFromInline var origins = KeptOrigins()

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { waiting.isEmpty }

    /// The element that is to be taken out next.
    @inlinable package var first: Element? { waiting.next }

    @inlinable package mutating func append(_ element: ElementWithOrigin<Element>) {
        origins.set(element.origin, at: waiting.elements.count)
        waiting.append(element.value)
    }

    @inlinable package mutating func removeFirst() -> ElementWithOrigin<Element>? {
        let index = waiting.first
        guard let element = waiting.removeFirst() else { return nil }
        let origin = origins[index]
        // The places before have been given up.
        if waiting.first == 0 { origins.removeFirst(index + 1) }
        return ElementWithOrigin(element, from: origin)
    }
}

/// The latest elements, as many as `limit` allows, with their origins.
@usableFromInline
package struct LatestElements<Element> {
    @usableFromInline let limit: Int
    @usableFromInline var elements: ContiguousArray<Element> = []
    @usableFromInline var origins = KeptOrigins()
    /// Where the oldest is, once there are as many as there may be.
    @usableFromInline var oldest = 0

    @inlinable package init(limit: Int) {
        self.limit = limit
    }

    /// Returns the element that gives way, which its caller releases outside of its lock.
    @inlinable package mutating func append(_ element: ElementWithOrigin<Element>) -> Element? {
        if elements.count < limit {
            origins.set(element.origin, at: elements.count)
            elements.append(element.value)
            return nil
        }
        guard limit > 0 else { return nil }
        let replaced = exchange(&elements[oldest], with: element.value)
        origins.set(element.origin, at: oldest)
        oldest = oldest + 1 == limit ? 0 : oldest + 1
        return .some(replaced)
    }

    /// From the oldest to the latest.
    @inlinable package func visit(_ body: (ElementWithOrigin<Element>) -> Void) {
        for index in oldest..<elements.count { body(ElementWithOrigin(elements[index], from: origins[index])) }
        for index in 0..<oldest { body(ElementWithOrigin(elements[index], from: origins[index])) }
    }

    /// Returns the elements there were, which its caller releases outside of its lock.
    @inlinable package mutating func removeAll() -> ContiguousArray<Element> {
        defer {
            elements = []
            origins = KeptOrigins()
            oldest = 0
        }
        return elements
    }
}
