/// The latest elements, as many as `limit` allows, with their origins.
@usableFromInline
struct LatestElements<Element> {
    @usableFromInline let limit: Int
    @usableFromInline var elements: ContiguousArray<Element> = []
    @usableFromInline var origins = KeptOrigins()
    /// Where the oldest is, once there are as many as there may be.
    @usableFromInline var oldest = 0

    @inlinable init(limit: Int) {
        self.limit = limit
    }

    /// Returns the element that gives way, which its caller releases outside of its lock.
    @inlinable @discardableResult
    mutating func append(_ element: Kept<Element>) -> Element? {
        if elements.count < limit {
            origins.set(element.origin, at: elements.count)
            elements.append(element.value)
            return nil
        }
        guard limit > 0 else { return nil }
        let replaced = elements[oldest]
        origins.set(element.origin, at: oldest)
        elements[oldest] = element.value
        oldest = oldest + 1 == limit ? 0 : oldest + 1
        return .some(replaced)
    }

    /// From the oldest to the latest.
    @inlinable func visit(_ body: (Kept<Element>) -> Void) {
        for index in oldest..<elements.count { body(Kept(elements[index], from: origins[index])) }
        for index in 0..<oldest { body(Kept(elements[index], from: origins[index])) }
    }

    /// Returns the elements there were, which its caller releases outside of its lock.
    @inlinable mutating func removeAll() -> ContiguousArray<Element> {
        defer {
            elements = []
            origins = KeptOrigins()
            oldest = 0
        }
        return elements
    }
}
