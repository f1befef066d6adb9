/// Reads JSON token by token from an input that comes in blocks.
///
/// Nothing but the current block, and the string being read, is in memory. The caller pulls: it opens a container,
/// asks for the next key or element until there is none, and reads or skips each value.
///
/// ```swift
/// try scanner.beginObject()
/// while let key = try scanner.nextKey() {
///     if key == "id" { id = try scanner.readInteger() } else { try scanner.skipValue() }
/// }
/// ```
struct JSONScanner {
    /// Why reading stopped, and where.
    struct Failure: Error {
        enum Reason {
            /// The input ended within a value.
            case ended
            /// The bytes read are not JSON, or not the value asked for.
            case malformed(String)
            /// The input itself failed.
            case input(any Error)
        }

        var reason: Reason
        var offset: Int
        var line: Int
    }

    /// Containers may not nest deeper; a trace document nests four levels.
    static let depthLimit = 128

    private enum Container {
        case object, array
    }

    private let nextBlock: () throws -> [UInt8]?
    private var block: [UInt8] = []
    private var index = 0
    private var blockOffset = 0
    /// The containers that are open, and of each whether an element of it was already begun.
    private var open: [(container: Container, isBegun: Bool)] = []

    /// The line, from 1, that is being read. A newline can stand between tokens only, so counting there is enough.
    private(set) var line = 1

    /// - Parameter nextBlock: gives the next bytes of the input, nil at its end.
    init(_ nextBlock: @escaping () throws -> [UInt8]?) {
        self.nextBlock = nextBlock
    }

    /// How many bytes were read.
    var offset: Int { blockOffset + index }

    func failure(_ message: String) -> Failure {
        Failure(reason: .malformed(message), offset: offset, line: line)
    }

    // MARK: Bytes

    /// The next byte, which stays the next one; nil at the end of the input.
    mutating func peek() throws -> UInt8? {
        while index == block.count {
            blockOffset += block.count
            index = 0
            block = []
            do {
                guard let next = try nextBlock() else { return nil }
                block = next
            } catch {
                throw Failure(reason: .input(error), offset: offset, line: line)
            }
        }
        return block[index]
    }

    /// Takes the next byte, which must be there.
    mutating func take() throws -> UInt8 {
        guard let byte = try peek() else { throw Failure(reason: .ended, offset: offset, line: line) }
        index += 1
        return byte
    }

    /// Takes the bytes of the current block up to the first that `isEnd` holds for.
    mutating func takeRun(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while index < block.count, !isEnd(block[index]) { index += 1 }
        return block[start..<index]
    }

    /// The next byte that is not white space, which stays the next one; nil at the end of the input.
    mutating func peekToken() throws -> UInt8? {
        while let byte = try peek() {
            switch byte {
            case 0x20, 0x09, 0x0D: break
            case 0x0A: line += 1
            default: return byte
            }
            index += 1
        }
        return nil
    }

    /// The next byte that is not white space, which must be there and stays the next one.
    mutating func requireToken() throws -> UInt8 {
        guard let byte = try peekToken() else { throw Failure(reason: .ended, offset: offset, line: line) }
        return byte
    }

    // MARK: Containers

    mutating func beginObject() throws {
        guard try requireToken() == UInt8(ascii: "{") else { throw failure("an object is expected here") }
        try begin(.object)
    }

    mutating func beginArray() throws {
        guard try requireToken() == UInt8(ascii: "[") else { throw failure("a list is expected here") }
        try begin(.array)
    }

    /// The key of the object's next member, whose value is to be read or skipped; nil when the object closes.
    mutating func nextKey() throws -> String? {
        guard try advance(closing: UInt8(ascii: "}")) else { return nil }
        let key = try readString()
        guard try requireToken() == UInt8(ascii: ":") else { throw failure("a colon is missing here") }
        index += 1
        return key
    }

    /// Whether the array has a next element, which is to be read or skipped; false when it closes.
    mutating func nextElement() throws -> Bool {
        try advance(closing: UInt8(ascii: "]"))
    }

    private mutating func begin(_ container: Container) throws {
        guard open.count < Self.depthLimit else {
            throw failure("values nest deeper than \(Self.depthLimit) levels")
        }
        index += 1
        open.append((container, false))
    }

    private mutating func advance(closing: UInt8) throws -> Bool {
        let byte = try requireToken()
        if byte == closing {
            index += 1
            open.removeLast()
            return false
        }
        if open[open.count - 1].isBegun {
            guard byte == UInt8(ascii: ",") else { throw failure("a comma is missing here") }
            index += 1
        } else {
            open[open.count - 1].isBegun = true
        }
        return true
    }

    // MARK: Any value

    /// Reads over the next value, whatever it is.
    mutating func skipValue() throws {
        let level = open.count
        while true {
            switch try requireToken() {
            case UInt8(ascii: "{"): try begin(.object)
            case UInt8(ascii: "["): try begin(.array)
            default: try skipScalar()
            }
            // Leaves every container that ends here, up to the next value or the level it all began at.
            while true {
                guard open.count > level, let innermost = open.last else { return }
                let goesOn =
                    switch innermost.container {
                    case .object: try nextKey() != nil
                    case .array: try nextElement()
                    }
                if goesOn { break }
            }
        }
    }
}
