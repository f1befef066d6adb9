/// The elements of one source that wait for those of the others, first in first out.
@usableFromInline
final class ZipQueue<Element> {
    @usableFromInline let joint: SourceJoint
    @usableFromInline let bit: UInt8
    @usableFromInline let elements = GatedValue(WaitingElements<Element>())

    @inlinable init(_ joint: SourceJoint, bit: UInt8) {
        self.joint = joint
        self.bit = bit
    }

    @inlinable func append(_ element: Element) {
        elements.value.append(element)
        joint.missing.value &= ~bit
    }

    /// Takes the first element out; asked only when each source has one.
    @inlinable func take() -> Element {
        guard let element = elements.value.removeFirst() else {
            preconditionFailure("zip combines before an element of each source waits")
        }
        if elements.value.isEmpty { joint.missing.value |= bit }
        return element
    }
}

/// Elements that wait, first in first out.
///
/// The first has a place of its own: while the sources keep step, nothing else is used.
@usableFromInline
struct WaitingElements<Element> {
    @usableFromInline var first: Element?
    @usableFromInline var rest: ContiguousArray<Element?> = []
    /// Where `rest` begins; what is before has been taken.
    @usableFromInline var start = 0

    @inlinable init() {}

    @inlinable var isEmpty: Bool {
        if case .none = first { true } else { false }
    }

    @inlinable mutating func append(_ element: Element) {
        if isEmpty { first = .some(element) } else { rest.append(.some(element)) }
    }

    @inlinable mutating func removeFirst() -> Element? {
        let element = first
        if start == rest.count { first = nil } else { advance() }
        return element
    }

    @inlinable mutating func advance() {
        first = rest[start]
        rest[start] = nil
        start += 1
        if start == rest.count {
            rest.removeAll(keepingCapacity: true)
            start = 0
        } else if start >= 64 && start * 2 >= rest.count {
            rest.removeFirst(start)
            start = 0
        }
    }
}
