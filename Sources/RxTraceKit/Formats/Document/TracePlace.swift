/// Which row of a trace is being read, for messages.
struct TracePlace {
    enum Kind: String, CaseIterable {
        case thread, node, subscription, closure, call

        /// The kind of the rows under a key of the document, such as `calls`.
        init?(section key: String) {
            guard let kind = Self.allCases.first(where: { $0.rawValue + "s" == key }) else { return nil }
            self = kind
        }
    }

    /// The row that is being read; its id is nil until that was read.
    private var current: (kind: Kind, id: Int?)?
    /// The last row that was read whole.
    private var previous: (kind: Kind, id: Int?)?

    mutating func enter(_ kind: Kind) {
        current = (kind, nil)
    }

    mutating func found(id: Int) {
        current?.id = id
    }

    mutating func leave() {
        previous = current
        current = nil
    }

    /// Where an input that is cut short ends, such as `in the middle of call 812`.
    var ofEnd: String {
        if let current, let name = Self.name(current) { return "in the middle of \(name)" }
        return previous.flatMap(Self.name).map { "after \($0)" } ?? "in the header"
    }

    /// Where damage was found, such as `in call 812`.
    var ofDamage: String {
        if let current, let name = Self.name(current) { return "in \(name)" }
        return previous.flatMap(Self.name).map { "after \($0)" } ?? "in the header"
    }

    private static func name(_ row: (kind: Kind, id: Int?)) -> String? {
        row.id.map { "\(row.kind.rawValue) \($0)" }
    }
}
