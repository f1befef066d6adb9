import CRxTraceBuffer

/// The start of a description: the rest of a long one is neither kept nor, where that can be seen, made.
///
/// What writes to it asks ``takesMore()`` before it goes on to a part, and before it goes deeper: a value may be nested
/// deeper than the stack is.
struct BoundedText: TextOutputStream {
    private(set) var start = ""
    /// Whether there was more.
    private(set) var isFull = false
    private let limit: Int
    /// Below this address of the stack nothing is described any more.
    private let lowest: UInt

    /// What is no part of the text in the end, such as the address of a private type's context, may make up most of it.
    private static let bytesACharacter = 16
    /// So many bytes of the stack are left to what describes a part by itself: the standard library's reflection takes the
    /// most, to find a type's name.
    private static let sparedStack: UInt = 24 << 10

    init(characters: Int) {
        self.init(limit: characters * Self.bytesACharacter, lowest: rxtrace_stack_lowest(Self.sparedStack))
    }

    private init(limit: Int, lowest: UInt) {
        self.limit = limit
        self.lowest = lowest
    }

    /// An empty one for a part of the text that follows a bracket: no longer than what is left of this one.
    var part: BoundedText { BoundedText(limit: max(0, limit - start.utf8.count - 1), lowest: lowest) }

    /// Whether there is room for more, in the text and on the stack.
    mutating func takesMore() -> Bool {
        if !isFull, rxtrace_stack_address() < lowest { isFull = true }
        return !isFull
    }

    mutating func write(_ text: String) {
        guard !isFull else { return }
        let room = limit - start.utf8.count
        if text.utf8.count <= room {
            start += text
        } else {
            isFull = true
            start += String(decoding: text.utf8.prefix(room), as: UTF8.self)
        }
    }

    /// Writes a text that may be the start of a longer one.
    mutating func write(_ part: BoundedText) {
        write(part.start)
        if part.isFull { isFull = true }
    }
}
