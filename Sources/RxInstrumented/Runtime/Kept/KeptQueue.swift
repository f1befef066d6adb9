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
