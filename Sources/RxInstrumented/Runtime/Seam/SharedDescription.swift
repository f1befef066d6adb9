import CRxTraceBuffer

/// Descriptions of values that go through several calls unchanged: each is made once, by the outermost.
///
/// A value within a call is the one that the call was handed where it has the same type and the same bits, if that one is
/// still there and cannot have changed:
///
/// - It is there: each recording point keeps its event alive until its call is closed (`close(_:keeping:)`), and what was
///   noted of a call is forgotten as it is closed. Nothing is kept of the value but bits and text, no reference.
/// - It cannot have changed: its type is one whose bits, and the memory they own by themselves, are all there is of it
///   (``ValueKind/unchanging``). Memory of arrays, strings, indirect cases and their kind is written in place only where
///   nobody else has it, and the event has.
///
/// So an address that is equal is that of memory which was not let go of in between. Objects, and whatever may hold one,
/// are described again by each call. The bits between parts of a value say nothing; where they differ, a value is described
/// again too.
enum SharedDescription {
    /// The description of the value, where a call that the thread is in was handed it. One that was cut counts as one more.
    static func find<Value>(_ value: Value) -> rxtrace_description? {
        guard isWorthIt(Value.self) else { return nil }
        let found = withUnsafeBytes(of: value) {
            rxtrace_find_description(address(of: Value.self), $0.baseAddress, $0.count)
        }
        guard let found else { return nil }
        if found.pointee.is_cut { rxtrace_note_description(0, true) }
        return found.pointee
    }

    /// Lets the calls within `call` have the text of the value that it was handed.
    static func share<Value>(_ value: Value, _ text: UnsafeBufferPointer<UInt8>, isCut: Bool, by call: UInt64) {
        guard call != 0, isWorthIt(Value.self), ValueKind.of(Value.self) == .unchanging else { return }
        withUnsafeBytes(of: value) {
            rxtrace_share_description(
                call, address(of: Value.self), $0.baseAddress, $0.count, text.baseAddress, text.count, isCut)
        }
    }

    /// A string is its own description.
    private static func isWorthIt(_ type: Any.Type) -> Bool { type != String.self }

    private static func address(of type: Any.Type) -> UnsafeRawPointer {
        unsafeBitCast(type, to: UnsafeRawPointer.self)
    }
}

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
