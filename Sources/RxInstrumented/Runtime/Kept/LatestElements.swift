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
