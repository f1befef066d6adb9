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
