/// A binary heap: the element that comes first by an order is taken first.
package struct PriorityQueue<Element> {
    @usableFromInline var elements: [Element] = []
    @usableFromInline let comesBefore: (Element, Element) -> Bool

    @inlinable package init(comesBefore: @escaping (Element, Element) -> Bool) {
        self.comesBefore = comesBefore
    }

    /// All elements, the one that comes first first.
    @inlinable package var inOrder: [Element] { elements.sorted(by: comesBefore) }

    /// The element that comes first.
    @inlinable package func peek() -> Element? { elements.first }

    @inlinable package mutating func enqueue(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard comesBefore(elements[child], elements[parent]) else { break }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the element that comes first.
    @inlinable package mutating func dequeue() -> Element? {
        guard !elements.isEmpty else { return nil }
        elements.swapAt(0, elements.count - 1)
        let first = elements.removeLast()
        var parent = 0
        while true {
            var next = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < elements.count && comesBefore(elements[child], elements[next]) {
                next = child
            }
            guard next != parent else { return first }
            elements.swapAt(parent, next)
            parent = next
        }
    }
}
