/// One JSON object on one line, built key by key; a key without a value is left out.
struct JSONObjectText {
    private var members = ""

    /// The object's text, such as `{"id": 0, "name": "main"}`.
    var text: String { "{" + members + "}" }

    /// The members without the braces around them, for an object that goes on over further lines.
    var open: String { "{" + members }

    mutating func add(_ key: String, _ value: String?) {
        guard let value else { return }
        begin(key)
        JSONText.append(value, to: &members)
    }

    mutating func add(_ key: String, _ value: (some BinaryInteger)?) {
        guard let value else { return }
        begin(key)
        members += String(value)
    }

    mutating func add(_ key: String, _ value: Bool) {
        begin(key)
        members += value ? "true" : "false"
    }

    mutating func add(_ key: String, _ value: JSONObjectText?) {
        guard let value else { return }
        begin(key)
        members += value.text
    }

    /// Keys are words of the trace document, which need no escaping.
    private mutating func begin(_ key: String) {
        members += members.isEmpty ? "\"" : ", \""
        members += key
        members += "\": "
    }
}
