/// Elements, with their origins, that are handed on together as one array.
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

/// A first-in, first-out queue of elements with their origins.
@usableFromInline
package struct KeptQueue<Element> {
    @usableFromInline var waiting = WaitingQueue<Element>()
    /// By index in `waiting.elements`.
    @usableFromInline var origins = KeptOrigins()

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { waiting.isEmpty }

    /// The element that ``removeFirst()`` would return.
    @inlinable package var first: Element? { waiting.next }

    @inlinable package mutating func append(_ element: ElementWithOrigin<Element>) {
        origins.set(element.origin, at: waiting.elements.count)
        waiting.append(element.value)
    }

    @inlinable package mutating func removeFirst() -> ElementWithOrigin<Element>? {
        let index = waiting.first
        guard let element = waiting.removeFirst() else { return nil }
        let origin = origins[index]
        // `waiting` has dropped its empty places.
        if waiting.first == 0 { origins.removeFirst(index + 1) }
        return ElementWithOrigin(element, from: origin)
    }
}

/// The latest elements, at most `limit`, with their origins.
@usableFromInline
package struct LatestElements<Element> {
    @usableFromInline let limit: Int
    @usableFromInline var elements: ContiguousArray<Element> = []
    @usableFromInline var origins = KeptOrigins()
    /// The index of the oldest element in the full ring; 0 before the ring is full.
    @usableFromInline var oldest = 0

    @inlinable package init(limit: Int) {
        self.limit = limit
    }

    /// Returns the element that is replaced, for the caller to release outside of the caller's lock.
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

    /// Visits the elements from the oldest to the latest.
    @inlinable package func visit(_ body: (ElementWithOrigin<Element>) -> Void) {
        for index in oldest..<elements.count { body(ElementWithOrigin(elements[index], from: origins[index])) }
        for index in 0..<oldest { body(ElementWithOrigin(elements[index], from: origins[index])) }
    }

    /// Returns the removed elements, for the caller to release outside of the caller's lock.
    @inlinable package mutating func removeAll() -> ContiguousArray<Element> {
        defer {
            elements = []
            origins = KeptOrigins()
            oldest = 0
        }
        return elements
    }
}
