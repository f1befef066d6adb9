/// What passed along an edge of a graph, or along it at a time.
struct GraphPassage {
    /// So many elements of an edge have their values told.
    static let mostValues = 5

    private(set) var count = 0
    private(set) var next = 0
    private(set) var error = 0
    private(set) var completed = 0
    /// Of scheduled work, how much of it never ran.
    private(set) var idle = 0
    /// How many elements were sent before their observers came, and how many errors went no further.
    private(set) var replayed = 0
    private(set) var retried = 0
    private(set) var caught = 0
    /// The first values of elements.
    private(set) var values: [String] = []
    /// The texts of the first errors.
    private(set) var errors: [String] = []
    /// Of disposables that were inserted, the first that are known, by the positions of their nodes; of what came to or from
    /// parts of a box, those parts.
    private(set) var objects: [Int] = []

    /// Whether the values of all elements are known, and few.
    var hasAllValues: Bool { next > 0 && values.count == next }
    /// Whether all that was inserted is known, and little.
    var hasAllObjects: Bool { !objects.isEmpty && objects.count == count }

    /// The part of a box that all came to or from, by the position of its node; nil where there are several, or none.
    var onlyObject: Int? {
        guard let first = objects.first, objects.count == min(count, Self.mostValues) else { return nil }
        return objects.allSatisfy { $0 == first } ? first : nil
    }

    /// - Parameters:
    ///   - call: that which was handed what passed.
    ///   - step: the time it passed.
    ///   - value: what it is called where the graph tells it better than the call does.
    ///   - part: the part of a box that it came to or from, where the step does not tell it.
    mutating func add(
        _ call: borrowing Trace.Call, _ step: GraphEdges.Step, value: String? = nil, part: Int? = nil
    ) {
        count += 1
        if let object = step.object ?? part, objects.count < Self.mostValues { objects.append(object) }
        if step.isIdle { idle += 1 }
        switch step.manner {
        case .plain: break
        case .replayed: replayed += 1
        case .retried: retried += 1
        case .caught: caught += 1
        }
        switch call.eventKind {
        case .next:
            next += 1
            if values.count < Self.mostValues, let value = value ?? call.eventValue { values.append(value) }
        case .error:
            error += 1
            if errors.count < Self.mostValues, let text = call.eventValue { errors.append(text) }
        case .completed: completed += 1
        case nil: break
        }
    }
}
