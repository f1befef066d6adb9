/// Draws the lines that join a tree's rows, remembering which of the levels above go on.
struct TreeBranches {
    static let columnsPerLevel = 2

    enum Place {
        /// One of several, or the last of them.
        case branch, lastBranch
        /// The only one below its row, drawn without going a level deeper where that row is one too.
        case step
    }

    private let style: BranchStyle
    private let limit: Int
    /// The text before a row's own branch, by level.
    private var prefixes = [""]

    init(style: BranchStyle, limit: Int) {
        self.style = style
        self.limit = limit
    }

    /// The branches to draw before a row.
    mutating func enter(level: Int, _ place: Place) -> String {
        let branch =
            switch place {
            case .branch: style.branch
            case .lastBranch: style.lastBranch
            case .step: style.step
            }
        guard level < limit else {
            return "\(prefixes[min(limit, prefixes.count - 1)])\(branch.dropLast())\(style.deep)\(level)\(style.deep) "
        }
        let prefix = prefixes[level]
        prefixes.removeLast(prefixes.count - level - 1)
        prefixes.append(prefix + (place == .branch ? style.bar : style.blank))
        return prefix + branch
    }
}
