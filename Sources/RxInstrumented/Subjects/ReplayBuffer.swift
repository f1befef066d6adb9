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

    @inlinable mutating func append(_ element: Element) {
        if elements.count < limit {
            elements.append(element)
        } else if limit > 0 {
            elements[oldest] = element
            oldest = oldest + 1 == limit ? 0 : oldest + 1
        }
    }

    /// From the oldest to the latest.
    @inlinable func visit(_ body: (Element) -> Void) {
        for index in oldest..<elements.count { body(elements[index]) }
        for index in 0..<oldest { body(elements[index]) }
    }

    @inlinable mutating func removeAll() {
        elements = []
        oldest = 0
    }
}
