/// A binary heap: the element that comes first by an order is taken first.
struct PriorityQueue<Element> {
    private var elements: [Element] = []
    private let comesBefore: (Element, Element) -> Bool

    init(comesBefore: @escaping (Element, Element) -> Bool) {
        self.comesBefore = comesBefore
    }

    /// All elements, the one that comes first first.
    var inOrder: [Element] { elements.sorted(by: comesBefore) }

    func peek() -> Element? { elements.first }

    mutating func enqueue(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard comesBefore(elements[child], elements[parent]) else { break }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func dequeue() -> Element? {
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
