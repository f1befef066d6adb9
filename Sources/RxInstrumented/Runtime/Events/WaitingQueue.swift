/// Values that wait, first in first out.
@usableFromInline
package struct WaitingQueue<Element> {
    @usableFromInline var elements: ContiguousArray<Element?> = []
    /// Where the queue begins; the elements before have been taken.
    @usableFromInline var first = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { first == elements.count }

    /// Those that wait, from the next on.
    package var all: [Element] { elements[first...].compactMap { $0 } }

    /// The element that is to be taken out next.
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

/// One element, for ever.
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
