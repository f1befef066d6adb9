/// Neighbouring pieces of an alignment that are told in one way.
enum PieceRun: Equatable {
    case told([String])
    /// So many that both lists have.
    case sum(Int)
    case gone([String])

    /// A list of no more parts is told whole.
    private static let short = 5

    /// Three and more that both have are a sum, but for the one before a piece that has moved: it tells where to. Where all is
    /// told, all can see what is not there.
    static func runs(of pieces: [PartAlignment.Piece]) -> [PieceRun] {
        var builder = Builder()
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .same(let part, _): builder.same.append(part)
            case .own(let part, let isMoved):
                builder.endSame(keepsLast: isMoved && index > 0)
                builder.told.append(part)
            case .gone(let part): builder.gone(part)
            }
        }
        builder.endSame(keepsLast: false)
        builder.endTold()
        let parts = pieces.compactMap(\.part)
        guard parts.count > Self.short, builder.runs.contains(where: \.isSum) else {
            return parts.isEmpty ? [] : [.told(parts)]
        }
        return builder.runs
    }

    private var isSum: Bool { if case .sum = self { true } else { false } }

    private struct Builder {
        var runs: [PieceRun] = []
        var same: [String] = []
        var told: [String] = []

        mutating func endTold() {
            if !told.isEmpty { runs.append(.told(told)) }
            told = []
        }

        mutating func endSame(keepsLast: Bool) {
            let kept = same.suffix(keepsLast ? 1 : 0)
            let count = same.count - kept.count
            if count >= OutcomePhrase.fewest {
                endTold()
                runs.append(.sum(count))
                told += kept
            } else {
                told += same
            }
            same = []
        }

        mutating func gone(_ part: String) {
            endSame(keepsLast: false)
            endTold()
            if case .gone(let parts)? = runs.last {
                runs[runs.count - 1] = .gone(parts + [part])
            } else {
                runs.append(.gone([part]))
            }
        }
    }
}
