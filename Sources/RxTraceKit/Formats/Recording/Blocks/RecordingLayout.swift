/// How a recording file is laid out. docs/recording-format.md is the whole of it, for readers in other languages; a test
/// reads recordings by that page alone.
///
/// A file is ``magic`` and then blocks, each written as a whole and never changed. A block is a ``BlockHead`` of
/// ``headerSize`` bytes and its payload.
///
/// Numbers are little-endian; `varint` is seven bits a byte, the lowest first.
///
/// The payload of a block of calls starts with ``callsHeaderSize`` bytes: how many bytes the definitions have and how
/// many calls there are (4 each), then which of its thread's calls the first one is, and the ticks at which the first
/// and the last one started (8 each), then how many calls were open around the first one (8). The definitions follow (``Definition``), then the calls:
///
/// - byte 0: in the low half, the operation, or ``otherOperation`` for one whose number is in a byte of its own, behind
///   these three; then how `start` is kept (``startSizes``) and how `duration` is
///   (``durationSizes``, the last for a call that was still open), two bits each
/// - byte 1: the event's kind and value kind, the handler's label, or the subscribe's flags
/// - byte 2: how the node is kept (``nodeSizes``, two bits), how the value is (``valueSizes``, three bits), and how
///   many calls ended between the last one and this, up to 6 (three bits; 7: two bytes follow)
/// - `start` as ticks since the last call's, `duration` in ticks
/// - the node: as the last one, as a signed byte's distance from it, or its number
/// - the value: none, as the last, or in zigzag form
///
/// A call's details follow it, in bytes that begin with ``attachment`` and an ``Attachment``.
package enum RecordingLayout {
    package static let magic: [UInt8] = [0x8A, 0x52, 0x58, 0x54, 0x0D, 0x0A, 0x1A, UInt8(version)]
    /// The version this module writes; the last byte of ``magic``.
    package static let version = 3
    package static let sync: UInt32 = 0x6B6C_6258
    package static let headerSize = BlockHead.size
    package static let callsHeaderSize = 40
    /// No payload is longer: a block that claims to be is damaged.
    package static let maximumPayload = 1 << 26
    /// In place of an operation, in byte 0.
    package static let attachment: UInt8 = 0x0F
    /// Likewise, for operations from this number on.
    package static let otherOperation: UInt8 = 0x0E
    /// How many operations there is room for. The recorder keeps the numbers above for records that are no calls.
    package static let operationLimit = 0xE0
    /// A ticket has the number of its range, from 1, above so many bits. A range is one thread's.
    package static let ticketRangeBits: UInt64 = 20

    package enum BlockKind: UInt8 {
        /// ``RecordingAbout`` as JSON; the first block.
        case about = 1
        /// Calls of one thread.
        case calls
        /// The clocks, and how many calls were dropped so far, for want of memory, beyond the limit, before the last
        /// part, not sampled and so on: numbers of 8 bytes.
        case clock
        /// The recording ended in good order. Nothing follows.
        case end = 6
        /// The numbers of nodes that were made before the recording began, each a varint.
        case early
        /// The files of code that the program had in memory: ``ProgramImage``.
        case images
        /// The traceparent of the program that the recorded one works for. The last one counts.
        case parent
        /// Stands for blocks that came before the part that is kept: how many, a number of 8 bytes.
        case dropped
        /// What the recorder could not do, in words.
        case note
        /// A part of a ``RecordingIndex``, in a file of its own or behind all other blocks but the end's.
        case index
        /// Places that the stacks lead to, and names of the source: ``RecordedPlaces``.
        case places
        /// Files of source: ``Trace/PackedSource``.
        case source
    }

    /// The kinds of blocks that were made of a recording after it had ended: its additions. They stand right before its
    /// end, and ``RecordingCompletion`` keeps those that it does not know.
    static let additions: ClosedRange<UInt8> = 12...31

    /// The kinds of definition; each begins with one byte of these.
    package enum Definition: UInt8 {
        /// A type: its number and its name.
        case type = 1
        /// Return addresses that led to a call, innermost first: number, count, distances in zigzag form.
        case stack
        /// A node: its number, role, behaviors, type and owner.
        case node
        /// A node's name.
        case name
        /// How long one of the thread's calls took that an earlier block holds as open.
        case close
        /// The value of such a call, where it was not known.
        case value
        /// The thread: 1 if it is the main thread, and a number that tells it from others alive.
        case thread
        /// Something was kept of one of the thread's calls: which, and which of the thread's tickets names it.
        case kept
    }

    /// The kinds of attachment.
    package enum Attachment: UInt8 {
        /// A value's text, or a mark's.
        case text = 1
        /// The receiver's type, where it is not the node's.
        case type
        /// The stack that led to the call.
        case stack
        /// The ticket of the call that handed in the element.
        case origin
    }

    /// No call starts later, in ticks, and none is deeper: greater numbers are damage.
    static let latestStart = 1 << 62 as UInt64
    static let deepest = Int32(UInt16.max)
    /// No thread has more calls.
    static let callLimit = 1 << 48

    package static let startSizes = [0, 1, 2, 8]
    package static let durationSizes = [1, 2, 4, 0]
    package static let nodeSizes = [0, 1, 4, 0]
    package static let valueSizes = [0, 0, 1, 2, 4, 8]
}
