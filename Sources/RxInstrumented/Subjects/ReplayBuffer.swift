/// The latest elements, as many as `limit` allows.
@usableFromInline
struct ReplayBuffer<Element> {
    @usableFromInline let limit: Int
    @usableFromInline var elements: ContiguousArray<Element> = []
    /// Where the oldest is, once the buffer is full.
    @usableFromInline var oldest = 0

    @inlinable init(limit: Int) {
        self.limit = limit
    }

    /// Returns the element that gives way, which its caller releases outside of its lock.
    @inlinable mutating func append(_ element: Element) -> Element? {
        if elements.count < limit {
            elements.append(element)
            return nil
        }
        guard limit > 0 else { return nil }
        let replaced = elements[oldest]
        elements[oldest] = element
        oldest = oldest + 1 == limit ? 0 : oldest + 1
        return .some(replaced)
    }

    /// From the oldest to the latest.
    @inlinable func visit(_ body: (Element) -> Void) {
        for index in oldest..<elements.count { body(elements[index]) }
        for index in 0..<oldest { body(elements[index]) }
    }

    /// Returns the elements there were, which its caller releases outside of its lock.
    @inlinable mutating func removeAll() -> ContiguousArray<Element> {
        defer {
            elements = []
            oldest = 0
        }
        return elements
    }
}
