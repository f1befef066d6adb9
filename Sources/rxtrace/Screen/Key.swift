/// A key of the keyboard, as far as a screen of ours has a use for it.
enum Key: Equatable {
    case character(Character)
    case up, down, left, right, pageUp, pageDown, home, end, enter, escape, backspace, tab
    /// A letter with the control key.
    case control(Character)
    /// A button of the mouse was pressed at a column and a row, from 0.
    case click(column: Int, row: Int)
    /// The wheel was turned by so many steps, down where they are positive, over a column and a row.
    case wheel(steps: Int, column: Int, row: Int)
}

/// Makes keys of the bytes that a terminal sends.
struct KeyParser {
    private var rest: [UInt8] = []

    /// Whether a key has begun of which bytes are missing, as far as is known.
    var isPending: Bool { !rest.isEmpty }

    /// The keys that are complete. What is begun waits for the bytes that follow, but for a lone escape where
    /// `isComplete` says that nothing follows at once.
    mutating func keys(_ bytes: some Sequence<UInt8>, isComplete: Bool = true) -> [Key] {
        rest += bytes
        var keys: [Key] = []
        while let first = rest.first {
            guard let (key, count) = first == 0x1B ? escape(isComplete) : character(first) else { break }
            rest.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    private func character(_ first: UInt8) -> (Key?, Int)? {
        switch first {
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x09: return (.tab, 1)
        case 1..<0x1B: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0..<0x20: return (nil, 1)
        case ..<0x80: return (.character(Character(Unicode.Scalar(first))), 1)
        default: break
        }
        let length = first >= 0xF8 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard rest.count >= length else { return nil }
        let text = String(decoding: rest.prefix(length), as: UTF8.self)
        // Bytes that are no text come out as the sign for such.
        guard text.count == 1, let character = text.first, character != "\u{FFFD}" else { return (nil, 1) }
        return (.character(character), length)
    }

    /// A sequence of ECMA-48: an escape, `[` or `O`, parameters, and a letter or `~`.
    private func escape(_ isComplete: Bool) -> (Key?, Int)? {
        guard rest.count > 1 else { return isComplete ? (.escape, 1) : nil }
        guard rest[1] == UInt8(ascii: "[") || rest[1] == UInt8(ascii: "O") else { return (.escape, 1) }
        guard let end = rest.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(rest[$0]) }) else {
            return isComplete || rest.count > 16 ? (nil, rest.count) : nil
        }
        let parameters = String(decoding: rest[2..<end], as: UTF8.self)
        return (Self.key(Character(Unicode.Scalar(rest[end])), parameters), end + 1)
    }

    /// What a terminal tells of the mouse in its "SGR" mode: `<` and the button, the column and the row, from 1.
    private static func mouse(_ parameters: String) -> Key? {
        let numbers = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        let (column, row) = (max(0, numbers[1] - 1), max(0, numbers[2] - 1))
        return switch numbers[0] & ~0b1_1100 {
        case 0: .click(column: column, row: row)
        case 64: .wheel(steps: -3, column: column, row: row)
        case 65: .wheel(steps: 3, column: column, row: row)
        default: nil
        }
    }

    private static func key(_ letter: Character, _ parameters: String) -> Key? {
        switch (letter, parameters) {
        case ("A", _): .up
        case ("B", _): .down
        case ("C", _): .right
        case ("D", _): .left
        case ("M", _) where parameters.hasPrefix("<"): mouse(parameters)
        case ("H", _), ("~", "1"), ("~", "7"): .home
        case ("F", _), ("~", "4"), ("~", "8"): .end
        case ("~", "5"): .pageUp
        case ("~", "6"): .pageDown
        default: nil
        }
    }
}
