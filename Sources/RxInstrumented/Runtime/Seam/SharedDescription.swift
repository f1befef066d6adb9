import CRxTraceBuffer

/// Shares the description of a value that goes unchanged through several nested calls. Only the outermost call makes
/// it.
///
/// A value in an inner call counts as the outer call's if type and bits are equal. This is sound, because the outer
/// call's value is still alive and has not changed:
///
/// - It is alive: each recording point keeps its event alive until its call is closed (`close(_:keeping:)`). As a call
///   is closed, its description is forgotten. Only bits and text are kept of the value, no reference.
/// - It has not changed: its type has no content but its bits and the memory that they own (``ValueKind/unchanging``).
///   Such memory (of arrays, strings, indirect cases) is written in place only if it has one owner, and here the event
///   is a further one.
///
/// So equal addresses mean the same, unchanged memory. Objects, and values that may contain one, are described by each
/// call. So is a value whose padding differs.
enum SharedDescription {
    /// The description that an open call of the thread made of the value. Counts it as cut once more if it was cut.
    static func find<Value>(_ value: Value) -> rxtrace_description? {
        guard isWorthIt(Value.self) else { return nil }
        let found = withUnsafeBytes(of: value) {
            rxtrace_find_description(address(of: Value.self), $0.baseAddress, $0.count)
        }
        guard let found else { return nil }
        if found.pointee.is_cut { rxtrace_note_description(0, true) }
        return found.pointee
    }

    /// Shares the text of the value of `call` with the calls within it.
    static func share<Value>(_ value: Value, _ text: UnsafeBufferPointer<UInt8>, isCut: Bool, by call: UInt64) {
        guard call != 0, isWorthIt(Value.self), ValueKind.of(Value.self) == .unchanging else { return }
        withUnsafeBytes(of: value) {
            rxtrace_share_description(
                call, address(of: Value.self), $0.baseAddress, $0.count, text.baseAddress, text.count, isCut)
        }
    }

    /// Not for a string, which is its own description.
    private static func isWorthIt(_ type: Any.Type) -> Bool { type != String.self }

    private static func address(of type: Any.Type) -> UnsafeRawPointer {
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }
}

/// A text of limited length: the start of a description, whose rest is not kept and, if possible, not made.
///
/// A writer asks ``takesMore()`` before each part, which also checks for room on the stack: a value may be nested too
/// deep for it.
struct BoundedText: TextOutputStream {
    private(set) var start = ""
    /// Whether more was written than there is room for.
    private(set) var isFull = false
    private let limit: Int
    /// The lowest stack address at which parts are still described.
    private let lowest: UInt

    /// Generous, because parts that are removed later, such as the contexts of private types, may make up most of the
    /// text.
    private static let bytesACharacter = 16
    /// How many bytes of the stack are left for describing one part. The standard library needs the most, to find a
    /// type's name.
    private static let sparedStack: UInt = 24 << 10

    init(characters: Int) {
        self.init(limit: characters * Self.bytesACharacter, lowest: rxtrace_stack_lowest(Self.sparedStack))
    }

    private init(limit: Int, lowest: UInt) {
        self.limit = limit
        self.lowest = lowest
    }

    /// An empty text for a part behind a bracket, limited to the room that is left in this text.
    var part: BoundedText { BoundedText(limit: max(0, limit - start.utf8.count - 1), lowest: lowest) }

    /// Whether there is room for more in the text and on the stack.
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

    /// Appends a limited text, and is full if that is.
    mutating func write(_ part: BoundedText) {
        write(part.start)
        if part.isFull { isFull = true }
    }
}
