/// A row of a golden trace as it is written.
struct GoldenRow {
    /// What a row tells of an object that it is the first to tell.
    struct Object {
        var role = Trace.Role.object
        var isEarly = false
        var place: String?
        var generic: Generic = .type

        enum Generic {
            case none, type
            case arguments(String)
            case text(String)
        }

        /// A node of a name, without its number.
        func node(_ receiver: GoldenTitle.Receiver, _ places: [String: Trace.Site]) throws -> Trace.Node {
            let generic: String? =
                switch generic {
                case .none: nil
                case .type: receiver.type
                case .arguments(let arguments): receiver.type + arguments
                case .text(let text): text
                }
            return Trace.Node(
                id: 0, type: receiver.type, generic: generic, role: role, site: try place.map { try places.site($0) },
                name: receiver.name, isEarly: isEarly)
        }
    }

    /// One of several of a name, by its number.
    struct Reference {
        var receiver: GoldenTitle.Receiver?
        var number = 1
    }

    struct Subscription {
        var name: String?
        /// The one it was made in; nil for that of the row above, no receiver and number 0 for none.
        var parent: Reference?
        /// What it is to; nil for the row's own object.
        var node: Reference?
        var place: String?
        var ended: String?
    }

    struct Call {
        var title: GoldenTitle
        /// How many calls of the title before, or behind where it is negative.
        var distance = 1
    }

    var column = 0
    var isWork = false
    var title: GoldenTitle
    var mark: GoldenTitle.Mark?
    /// Whether it is the first to tell of its object, which the file describes at its end; ``object`` is set where it does
    /// so itself.
    var isNew = false
    var object: Object?
    var subscription: Subscription?
    /// The subscription it belongs to, where it says so; number 0 for none.
    var belongs: Reference?
    var place: String?
    var thread: String?
    var isInside = false
    var inside: Call?
    var origin: Call?
    var parts: [Call] = []
    var works: Int?
    /// The name of the call that makes it, and how many of that name come first.
    var caller: (short: String, number: Int)?

    init(_ line: Substring) throws(GoldenText.Damage) {
        column = line.prefix { $0 == " " }.utf8.count
        var cursor = GoldenCursor(line.dropFirst(column))
        isWork = cursor.take(GoldenText.workMark)
        (title, mark) = try GoldenTitle.read(&cursor)
        while cursor.take("; ") { try readDetail(&cursor) }
        if cursor.take(GoldenText.parentMark) {
            let (title, mark) = try GoldenTitle.read(&cursor)
            guard title.event == nil, title.label == nil else { throw GoldenText.Damage("a caller has but a name") }
            // A title without a receiver, or with a type of its own, has it at the end.
            let last = cursor.take("#") ? try cursor.number() : 1
            if case .number(let number) = mark { caller = (title.short, number) } else { caller = (title.short, last) }
        }
        guard cursor.isAtEnd else { throw GoldenText.Damage("'\(cursor.rest.prefix(20))' is no part of a row") }
    }

    private mutating func readDetail(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) {
        let word = try cursor.word()
        switch word {
        case "new":
            isNew = true
            guard cursor.isNext(" "), !cursor.isNext(GoldenText.parentMark) else { return }
            try cursor.require(" ")
            object = try Object(&cursor)
        case "begins": subscription = try Subscription(&cursor)
        case "of":
            try cursor.require(" ")
            belongs = try Reference.orNone(&cursor)
        case "at":
            try cursor.require(" ")
            place = try GoldenPlaces.name(&cursor)
        case "thread":
            try cursor.require(" ")
            thread = try cursor.word()
        case "inside":
            isInside = true
            if !cursor.isNext(GoldenText.parentMark), cursor.take(" "), !cursor.isAtEnd { inside = try Call(&cursor) }
        case "from":
            try cursor.require(" ")
            origin = try Call(&cursor)
        case "made":
            try cursor.require(" of ")
            repeat { parts.append(try Call(&cursor)) } while cursor.take(" + ")
        case "never":
            try cursor.require(" ran")
            works = 0
        case "ran":
            guard !cursor.take(" once") else {
                works = 1
                return
            }
            try cursor.require(" ")
            works = try cursor.number()
            try cursor.require(" times")
        default: throw GoldenText.Damage("'\(word)' is nothing that a row says")
        }
    }
}

extension GoldenRow.Reference {
    init(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) {
        if !cursor.take("-") { receiver = try GoldenTitle.Receiver(&cursor) }
        if cursor.take("#") { number = try cursor.number() }
    }

    static func orNone(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) -> Self {
        cursor.take("none") ? Self(receiver: nil, number: 0) : try Self(&cursor)
    }
}

extension GoldenRow.Call {
    init(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) {
        let (title, mark) = try GoldenTitle.read(&cursor)
        guard mark == nil else { throw GoldenText.Damage("a call is named without a number") }
        self.title = title
        var rest = cursor
        guard rest.take(" "), let count = try? rest.number() else { return }
        if rest.take(" before") {
            distance = count
        } else {
            try rest.require(" after")
            distance = -count
        }
        guard distance != 0 else { throw GoldenText.Damage("a call is 1 before or after, or more") }
        cursor = rest
    }
}

extension GoldenRow.Object {
    /// Takes what follows a space.
    init(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) {
        let word = try cursor.word()
        guard let role = GoldenTree.roles[word] else { throw GoldenText.Damage("'\(word)' is no role") }
        self.role = role
        isEarly = cursor.take(" early")
        if cursor.take(" at ") { place = try GoldenPlaces.name(&cursor) }
        if cursor.take(" untyped") {
            generic = .none
        } else if cursor.take(" typed ") {
            generic = .text(try cursor.quoted())
        } else if cursor.isNext(" <"), !cursor.isNext(GoldenText.parentMark) {
            _ = cursor.take(" ")
            generic = .arguments(try cursor.genericArguments())
        }
    }
}

extension GoldenRow.Subscription {
    init(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) {
        if cursor.take(" named ") { name = try cursor.quoted() }
        if cursor.take(" within ") { parent = try .orNone(&cursor) }
        if cursor.take(" to ") { node = try GoldenRow.Reference(&cursor) }
        if cursor.take(" at ") { place = try GoldenPlaces.name(&cursor) }
        try cursor.require(", ")
        if !cursor.take("-") { ended = try cursor.word() }
    }
}

extension [String: Trace.Site] {
    func site(_ place: String) throws -> Trace.Site {
        guard let site = self[place] else { throw GoldenText.Damage("there is no place '\(place)'") }
        return site
    }
}
