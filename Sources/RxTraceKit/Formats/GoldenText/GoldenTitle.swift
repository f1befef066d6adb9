/// What a row says first: `on MapSink next(10)`. Calls of one title are told apart by where they stand.
struct GoldenTitle: Hashable {
    var operation: Trace.Operation
    var label: String?
    /// The type of the receiver's node, and the name that the program gave it; nil without a node.
    var receiver: Receiver?
    /// The type that received the call where it is not the node's.
    var type: String?
    var event: Trace.Event?

    /// The objects that a row does not tell apart by itself.
    struct Receiver: Hashable {
        var type: String
        var name: String?

        init(type: String, name: String?) {
            self.type = type
            self.name = name
        }

        init(_ node: Trace.Node) { self.init(type: node.type, name: node.name) }

        var text: String {
            GoldenWord.written(type) + (name.map { " " + GoldenWord.quoted($0) } ?? "")
        }

        init(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) {
            type = try cursor.word()
            guard cursor.isNext(" \"") else { return }
            _ = cursor.take(" ")
            name = try cursor.quoted()
        }
    }

    /// Which of the objects of a name a row means.
    enum Mark {
        /// The one of a number, from 1, in the order in which rows tell them.
        case number(Int)
        /// The one of a number, from 1, going back through those that were called.
        case recent(Int)
    }

    init(_ call: Trace.Call, _ node: Trace.Node?) {
        operation = call.operation
        label = call.label
        receiver = node.map(Receiver.init)
        type = call.type
        event = call.event
    }

    private static let none = "-"

    /// - Parameter mark: which of the objects it is, where that has to be told.
    func text(mark: String = "") -> String {
        var text = short(mark: mark, label: label)
        if let event {
            if receiver == nil, type == nil { text += " " + Self.none }
            text += " " + event.kind.name
            if let value = event.value { text += "(" + GoldenWord.bracketed(value) + ")" }
        }
        return text
    }

    /// Without what the call was handed: what rows below call it by.
    var short: String { short(mark: "", label: nil) }

    private func short(mark: String, label: String?) -> String {
        var text = operation.name
        if let label { text += " " + GoldenWord.written(label) + ":" }
        if let receiver {
            text += " " + receiver.text + mark
        } else if type != nil {
            text += " " + Self.none
        }
        if let type { text += " as " + GoldenWord.written(type) }
        return text
    }

    /// Takes a title, and the number of its receiver where there is one.
    static func read(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) -> (title: GoldenTitle, mark: Mark?) {
        var (title, mark) = try readShort(&cursor)
        for kind in Trace.Event.Kind.allCases where title.event == nil && cursor.take(" " + kind.name) {
            title.event = Trace.Event(kind, value: cursor.take("(") ? try cursor.bracketed() : nil)
        }
        return (title, mark)
    }

    private static func readShort(
        _ cursor: inout GoldenCursor
    ) throws(GoldenText.Damage) -> (title: GoldenTitle, mark: Mark?) {
        let word = try cursor.word()
        guard let operation = Trace.Operation(name: word) else { throw GoldenText.Damage("'\(word)' is no operation") }
        var title = GoldenTitle(Trace.Call(id: 0, operation: operation), nil)
        var mark: Mark?
        var label = cursor
        if label.take(" "), let text = try? label.word(), label.take(":") {
            title.label = text
            cursor = label
        }
        guard !cursor.take(" " + none) else {
            if cursor.take(" as ") { title.type = try cursor.word() }
            return (title, nil)
        }
        var receiver = cursor
        guard receiver.take(" "), let found = try? Receiver(&receiver) else { return (title, nil) }
        title.receiver = found
        cursor = receiver
        if cursor.take("#") {
            mark = .number(try cursor.number())
        } else if cursor.take("~") {
            mark = .recent(try cursor.number())
        }
        if cursor.take(" as ") { title.type = try cursor.word() }
        return (title, mark)
    }
}
