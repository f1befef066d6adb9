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
