/// The elements that a subject is sent, counted for those whose chain has ended: what each of them would have taken since.
struct LaterElements {
    /// Elements of one kind.
    struct Elements {
        var count = 0
        var last: (call: Trace.Call, site: Trace.Site?)?

        fileprivate mutating func add(_ call: Trace.Call, _ site: Trace.Site?) {
            count += 1
            last = (call, site)
        }
    }

    /// The elements that a chain would have taken.
    enum Kind {
        case all
        case filled
        case some([String])
        case none
    }

    /// A chain's end: how many of its elements there were by then.
    struct Mark {
        fileprivate var all = 0
        fileprivate var filled = 0
        fileprivate var values: [String: Int] = [:]
        fileprivate let kind: Kind
    }

    private var all = Elements()
    private var filled = Elements()
    /// Those values alone that somebody has asked for.
    private var values: [String: Elements] = [:]

    /// Takes an element with a value.
    mutating func add(_ call: Trace.Call, _ value: String, isEmpty: Bool, at site: Trace.Site?) {
        all.add(call, site)
        if !isEmpty { filled.add(call, site) }
        if !values.isEmpty { values[value]?.add(call, site) }
    }

    /// Marks where a chain ends.
    mutating func mark(_ kind: Kind) -> Mark {
        var mark = Mark(all: all.count, filled: filled.count, kind: kind)
        guard case .some(let wanted) = kind else { return mark }
        for value in wanted { mark.values[value] = values[value, default: Elements()].count }
        for value in wanted where values[value] == nil { values[value] = Elements() }
        return mark
    }

    /// The elements that came since, of the kind that was marked.
    func since(_ mark: Mark) -> Elements {
        func later(_ elements: Elements, _ before: Int) -> Elements {
            elements.count > before ? Elements(count: elements.count - before, last: elements.last) : Elements()
        }
        switch mark.kind {
        case .all: return later(all, mark.all)
        case .filled: return later(filled, mark.filled)
        case .none: return Elements()
        case .some:
            return mark.values.reduce(into: Elements()) { sum, wanted in
                let one = later(values[wanted.key] ?? Elements(), wanted.value)
                sum.count += one.count
                if one.last?.call.id ?? 0 > sum.last?.call.id ?? 0 { sum.last = one.last }
            }
        }
    }
}
