/// A type of the standard library or of this one whose description is written part by part, up to the limit. Elements
/// whose order differs from process to process are sorted by their texts.
protocol StandardText {
    /// Writes the description until the text is full.
    func describe(to text: inout BoundedText)
    /// Writes the description as a part of another one. Some types then put their name in front.
    func describeWithin(to text: inout BoundedText)
}

extension StandardText {
    func describeWithin(to text: inout BoundedText) { describe(to: &text) }
}

extension StandardText where Self: Collection {
    fileprivate func describeElements(to text: inout BoundedText) {
        text.write("[")
        var isFirst = true
        for element in self {
            if !isFirst { text.write(", ") }
            isFirst = false
            StandardDescription.describe(element, isInner: true, to: &text)
            if text.isFull { return }
        }
        text.write("]")
    }

    fileprivate func describeElements(named name: String, to text: inout BoundedText) {
        text.write("\(name)(")
        describeElements(to: &text)
        text.write(")")
    }

    /// - Parameter write: writes an element's text.
    fileprivate func describeSorted(
        _ word: String, to text: inout BoundedText, _ write: (Element, inout BoundedText) -> Void
    ) {
        // Sorting needs the texts of all elements, however few are kept.
        guard count <= StandardDescription.mostSorted else { return text.write("[\(count) \(word)]") }
        let parts = map { element in
            var part = text.part
            write(element, &part)
            return part
        }
        text.write("[")
        text.write(parts.sorted { $0.start < $1.start }, with: ", ")
        text.write("]")
    }
}

extension BoundedText {
    mutating func write(_ parts: [BoundedText], with separator: String) {
        var isFirst = true
        for part in parts {
            if !isFirst { write(separator) }
            isFirst = false
            write(part)
            if isFull { return }
        }
    }

    fileprivate mutating func write<Key, Value>(_ key: Key, _ value: Value) {
        StandardDescription.describe(key, isInner: true, to: &self)
        write(": ")
        StandardDescription.describe(value, isInner: true, to: &self)
    }
}

extension Array: StandardText {
    func describe(to text: inout BoundedText) { describeElements(to: &text) }
}

extension ContiguousArray: StandardText {
    func describe(to text: inout BoundedText) { describeElements(to: &text) }
    func describeWithin(to text: inout BoundedText) { describeElements(named: "ContiguousArray", to: &text) }
}

extension ArraySlice: StandardText {
    func describe(to text: inout BoundedText) { describeElements(to: &text) }
    func describeWithin(to text: inout BoundedText) { describeElements(named: "ArraySlice", to: &text) }
}

extension CollectionOfOne: StandardText {
    func describe(to text: inout BoundedText) {
        text.write("CollectionOfOne(")
        StandardDescription.describe(self[startIndex], isInner: true, to: &text)
        text.write(")")
    }
}

extension Set: StandardText {
    func describe(to text: inout BoundedText) {
        describeSorted("elements", to: &text) { StandardDescription.describe($0, isInner: true, to: &$1) }
    }
}

extension Dictionary: StandardText {
    func describe(to text: inout BoundedText) {
        if isEmpty { return text.write("[:]") }
        describeSorted("entries", to: &text) { $1.write($0.key, $0.value) }
    }
}

extension KeyValuePairs: StandardText {
    func describe(to text: inout BoundedText) {
        if isEmpty { return text.write("[:]") }
        text.write("[")
        var isFirst = true
        for (key, value) in self {
            if !isFirst { text.write(", ") }
            isFirst = false
            text.write(key, value)
            if text.isFull { return }
        }
        text.write("]")
    }
}

extension AnyHashable: StandardText {
    func describe(to text: inout BoundedText) { StandardDescription.describe(base, to: &text) }

    func describeWithin(to text: inout BoundedText) {
        text.write("AnyHashable(")
        StandardDescription.describe(base, isInner: true, to: &text)
        text.write(")")
    }
}

extension Optional: StandardText {
    func describe(to text: inout BoundedText) {
        guard let content = self else { return text.write("nil") }
        text.write("Optional(")
        StandardDescription.describe(content, isInner: true, to: &text)
        text.write(")")
    }
}

extension Event: StandardText {
    func describe(to text: inout BoundedText) {
        switch self {
        case .next(let element):
            text.write("next(")
            StandardDescription.describe(element, to: &text)
            text.write(")")
        case .error(let error):
            text.write("error(")
            StandardDescription.describe(error, to: &text)
            text.write(")")
        case .completed: text.write("completed")
        }
    }
}
