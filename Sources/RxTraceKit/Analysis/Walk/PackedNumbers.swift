/// A number for each call, added call by call, in a few bits each: most calls have the number of one of their neighbours,
/// or one close to their own position.
///
/// ```swift
/// var above = PackedNumbers()
/// above.append(0)
/// print(above[0])
/// ```
package struct PackedNumbers {
    private static let blockSize = 256
    /// Numbers so close below their position, counted from 1, are kept as the distance.
    private static let nearest: UInt32 = 64

    /// Numbers in a row, each by a code of so many bits: first come the codes of ``others``, then those of distances.
    private struct Block {
        var words: UInt32
        var others: UInt32
        var otherCount: UInt16
        var bits: UInt8
    }

    private var blocks: [Block] = []
    private var words: [UInt64] = []
    /// For each block, the different numbers of it that are not near.
    private var others: [UInt32] = []
    /// The numbers after the last block.
    private var rest: [UInt32] = []

    package init() { rest.reserveCapacity(Self.blockSize) }

    package var count: Int { blocks.count * Self.blockSize + rest.count }

    package mutating func append(_ number: UInt32) {
        rest.append(number)
        if rest.count == Self.blockSize { pack() }
    }

    package subscript(position: Int) -> UInt32 {
        let index = position / Self.blockSize
        let place = position % Self.blockSize
        guard index < blocks.count else { return rest[place] }
        let block = blocks[index]
        let code = code(at: place, of: block)
        if code < UInt32(block.otherCount) { return others[Int(block.others + code)] }
        return UInt32(truncatingIfNeeded: position + 1) - (code - UInt32(block.otherCount))
    }

    private func code(at place: Int, of block: Block) -> UInt32 {
        let bits = Int(block.bits)
        guard bits > 0 else { return 0 }
        let word = Int(block.words) + place * bits / 64
        let offset = UInt64(place * bits % 64)
        var code = words[word] >> offset
        if offset + UInt64(bits) > 64 { code |= words[word + 1] << (64 - offset) }
        return UInt32(truncatingIfNeeded: code & (1 << UInt64(bits) - 1))
    }

    private mutating func pack() {
        let first = UInt32(truncatingIfNeeded: blocks.count * Self.blockSize)
        let start = others.count
        var codes = rest
        var farthest: UInt32?
        for place in rest.indices {
            let end = first + UInt32(place) + 1
            if rest[place] <= end, end - rest[place] < Self.nearest {
                farthest = max(farthest ?? 0, end - rest[place])
            } else {
                // Neighbours share them: there are few.
                let known = others[start...].firstIndex(of: rest[place]) ?? others.count
                if known == others.count { others.append(rest[place]) }
                codes[place] = UInt32(known - start)
            }
        }
        let otherCount = UInt32(others.count - start)
        let greatest = farthest.map { otherCount + $0 } ?? (max(otherCount, 1) - 1)
        let bits = UInt32.bitWidth - greatest.leadingZeroBitCount
        blocks.append(
            Block(
                words: UInt32(words.count), others: UInt32(start), otherCount: UInt16(otherCount), bits: UInt8(bits)))
        var word: UInt64 = 0
        var filled = 0
        for place in rest.indices where bits > 0 {
            let end = first + UInt32(place) + 1
            let isNear = rest[place] <= end && end - rest[place] < Self.nearest
            let code = UInt64(isNear ? otherCount + (end - rest[place]) : codes[place])
            word |= code << UInt64(filled)
            filled += bits
            if filled >= 64 {
                words.append(word)
                filled -= 64
                word = filled == 0 ? 0 : code >> UInt64(bits - filled)
            }
        }
        rest.removeAll(keepingCapacity: true)
    }
}
