import RxInstrumented

// What RxSwift's own tests find by `@testable import RxSwift`: the core's containers, in RxSwift's words. To everybody else
// none of it is there.

/// A producer of the core, as a type to ask for: its members are the core's own.
typealias Producer<Element> = RxInstrumented.Producer<Element>

/// The key of a value in a ``Bag``.
struct BagKey: Hashable {
    fileprivate let number: UInt64
}

/// The core's bag: values in the order they were inserted, each removable by its key.
struct Bag<T>: CustomDebugStringConvertible {
    typealias KeyType = BagKey

    fileprivate var values = RxInstrumented.Bag<T>()

    init() {}

    var count: Int { values.count }
    var debugDescription: String { "\(count) elements in Bag" }

    mutating func insert(_ element: T) -> BagKey { BagKey(number: values.insert(element).number) }

    mutating func removeKey(_ key: BagKey) -> T? { values.remove(.init(number: key.number)) }

    mutating func removeAll() { values.removeAll() }

    func forEach(_ action: (T) -> Void) { values.visit(action) }
}

/// Sends `event` to each observer of a bag.
func dispatch<Element>(_ bag: Bag<(Event<Element>) -> Void>, _ event: Event<Element>) {
    bag.values.visit { $0(event) }
}

/// Disposes of all that a bag holds.
func disposeAll(in bag: Bag<any Disposable>) {
    bag.values.visit { $0.dispose() }
}

/// The core's queue: values that wait, first in first out.
struct Queue<T>: Sequence {
    private var values = WaitingQueue<T>()

    /// - Parameter capacity: how many values it is to have room for. It finds room as they come.
    init(capacity: Int) {}

    var isEmpty: Bool { values.isEmpty }
    var count: Int { values.all.count }

    /// The value that is to be taken out next.
    ///
    /// - Precondition: the queue is not empty.
    func peek() -> T {
        guard let next = values.next else { preconditionFailure("An empty queue has no next value.") }
        return next
    }

    mutating func enqueue(_ element: T) { values.append(element) }

    mutating func dequeue() -> T? { values.removeFirst() }

    func makeIterator() -> AnyIterator<T> { AnyIterator(values.all.makeIterator()) }
}

/// A value by reference.
final class RxMutableBox<T>: CustomDebugStringConvertible {
    var value: T

    init(_ value: T) { self.value = value }

    var debugDescription: String { "MutatingBox(\(value))" }
}
