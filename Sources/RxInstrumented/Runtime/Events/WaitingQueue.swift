/// A first-in, first-out queue.
@usableFromInline
package struct WaitingQueue<Element> {
    @usableFromInline var elements: ContiguousArray<Element?> = []
    /// The index of the next element. The places before are empty.
    @usableFromInline var first = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { first == elements.count }

    /// The waiting elements, the next one first.
    package var all: [Element] { elements[first...].compactMap { $0 } }

    /// The element that ``removeFirst()`` would return.
    @inlinable package var next: Element? { first < elements.count ? elements[first] : nil }

    @inlinable package mutating func append(_ element: Element) {
        elements.append(.some(element))
    }

    @inlinable package mutating func removeFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        if first == elements.count {
            elements.removeAll(keepingCapacity: true)
            first = 0
        } else if first >= 64 && first * 2 >= elements.count {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }
}

/// An endless sequence of one repeated element.
@usableFromInline
struct InfiniteSequence<Element>: Sequence {
    @usableFromInline let repeated: Element

    @inlinable init(repeating element: Element) {
        repeated = element
    }

    @inlinable func makeIterator() -> Iterator {
        Iterator(repeated: repeated)
    }

    @usableFromInline
    struct Iterator: IteratorProtocol {
        @usableFromInline let repeated: Element

        @inlinable init(repeated: Element) {
            self.repeated = repeated
        }

        @inlinable mutating func next() -> Element? { repeated }
    }
}
