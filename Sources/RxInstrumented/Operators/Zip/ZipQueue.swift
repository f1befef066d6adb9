/// The elements of one source that wait for those of the others, first in first out.
@usableFromInline
final class ZipQueue<Element> {
    @usableFromInline let joint: SourceJoint
    @usableFromInline let bit: UInt8
    @exclusivity(unchecked) @usableFromInline var elements = WaitingElements<Element>()

    @inlinable init(_ joint: SourceJoint, bit: UInt8) {
        self.joint = joint
        self.bit = bit
    }

    @inlinable func append(_ element: Element) {
        elements.append(element)
        joint.missing &= ~bit
    }

    /// Takes the first element out; asked only when each source has one.
    @inlinable func take() -> Element {
        guard let element = elements.removeFirst() else {
            preconditionFailure("zip combines before an element of each source waits")
        }
        if elements.isEmpty { joint.missing |= bit }
        return element
    }
}

/// Elements that wait, first in first out.
///
/// The first has a place of its own: while the sources keep step, nothing else is used.
@usableFromInline
struct WaitingElements<Element> {
    @usableFromInline var first: Element?
    @usableFromInline var rest = WaitingQueue<Element>()

    @inlinable init() {}

    @inlinable var isEmpty: Bool {
        if case .none = first { true } else { false }
    }

    @inlinable mutating func append(_ element: Element) {
        if isEmpty { first = .some(element) } else { rest.append(element) }
    }

    @inlinable mutating func removeFirst() -> Element? {
        let element = first
        first = rest.isEmpty ? nil : rest.removeFirst()
        return element
    }
}
