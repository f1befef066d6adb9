import Foundation

/// A value whose elements come in another order in each process, and so in its description.
protocol UnorderedText {
    /// Its description with the elements in the order of their texts.
    var orderedText: String { get }
}

extension Dictionary: UnorderedText {
    var orderedText: String {
        if isEmpty { return "[:]" }
        return "[\(map { "\(inner($0.key)): \(inner($0.value))" }.sorted().joined(separator: ", "))]"
    }
}

extension Set: UnorderedText {
    var orderedText: String { "[\(map { inner($0) }.sorted().joined(separator: ", "))]" }
}

extension Array: UnorderedText where Element: UnorderedText {
    var orderedText: String { "[\(map(\.orderedText).joined(separator: ", "))]" }
}

extension Optional: UnorderedText where Wrapped: UnorderedText {
    var orderedText: String { map { "Optional(\($0.orderedText))" } ?? "nil" }
}

extension Notification: UnorderedText {
    var orderedText: String {
        // The order of one entry, or of none, is the same always.
        guard let userInfo, userInfo.count > 1 else { return description }
        return
            "name = \(name.rawValue), object = \(object.map { "\($0)" } ?? "nil"), userInfo = \(userInfo.orderedText)"
    }
}

extension NSError: UnorderedText {
    var orderedText: String {
        // The order of one entry, or of none, is the same always.
        guard userInfo.count > 1 else { return description }
        let entries = userInfo.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ", ")
        return "Error Domain=\(domain) Code=\(code) \"\(localizedDescription)\" UserInfo={\(entries)}"
    }
}

/// The description of an element within another's.
private func inner<Element>(_ element: Element) -> String {
    if type(of: element) is any UnorderedText.Type, let unordered = element as? any UnorderedText {
        return unordered.orderedText
    }
    return String(reflecting: element)
}
