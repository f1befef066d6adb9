import Foundation

/// A value whose description is the standard library's to say: it is written piece by piece here, and no longer than it is
/// kept. Elements that come in another order in each process are in the order of their texts.
protocol StandardText {
    /// Writes the description, until the text is full.
    func describe(to text: inout BoundedText)
}

extension StandardText where Self: Collection {
    fileprivate func describeElements(to text: inout BoundedText) {
        text.write("[")
        var isFirst = true
        for element in self {
            if !isFirst { text.write(", ") }
            isFirst = false
            StandardDescription.describeInner(element, to: &text)
            if text.isFull { return }
        }
        text.write("]")
    }

    /// - Parameter write: writes an element's text.
    fileprivate func describeSorted(
        _ word: String, to text: inout BoundedText, _ write: (Element, inout BoundedText) -> Void
    ) {
        // Sorting takes all the texts, however few are kept.
        guard count <= StandardDescription.mostSorted else { return text.write("[\(count) \(word)]") }
        let texts = map { element in
            var inner = text.other
            write(element, &inner)
            return inner.start
        }
        text.write("[\(texts.sorted().joined(separator: ", "))]")
    }
}

extension Array: StandardText {
    func describe(to text: inout BoundedText) { describeElements(to: &text) }
}

extension ContiguousArray: StandardText {
    func describe(to text: inout BoundedText) { describeElements(to: &text) }
}

extension ArraySlice: StandardText {
    func describe(to text: inout BoundedText) { describeElements(to: &text) }
}

extension Set: StandardText {
    func describe(to text: inout BoundedText) {
        describeSorted("elements", to: &text) { StandardDescription.describeInner($0, to: &$1) }
    }
}

extension Dictionary: StandardText {
    func describe(to text: inout BoundedText) {
        if isEmpty { return text.write("[:]") }
        describeSorted("entries", to: &text) { entry, inner in
            StandardDescription.describeInner(entry.key, to: &inner)
            inner.write(": ")
            StandardDescription.describeInner(entry.value, to: &inner)
        }
    }
}

extension Optional: StandardText {
    func describe(to text: inout BoundedText) {
        guard let content = self else { return text.write("nil") }
        text.write("Optional(")
        StandardDescription.describeInner(content, to: &text)
        text.write(")")
    }
}

extension Notification: StandardText {
    func describe(to text: inout BoundedText) {
        // The order of one entry, or of none, is the same always.
        guard let userInfo, userInfo.count > 1 else { return text.write(description) }
        text.write("name = \(name.rawValue), object = \(object.map { "\($0)" } ?? "nil"), userInfo = ")
        userInfo.describe(to: &text)
    }
}

extension NSError: StandardText {
    func describe(to text: inout BoundedText) {
        // The order of one entry, or of none, is the same always.
        guard userInfo.count > 1 else { return text.write(description) }
        let entries = userInfo.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ", ")
        text.write("Error Domain=\(domain) Code=\(code) \"\(localizedDescription)\" UserInfo={\(entries)}")
    }
}
