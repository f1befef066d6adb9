/// Draws the lines that join a tree's rows, remembering which of the levels above go on.
struct TreeBranches {
    static let columnsPerLevel = 2

    private let style: BranchStyle
    private let limit: Int
    /// What stands before a row's own branch, by depth.
    private var prefixes = [""]

    init(style: BranchStyle, limit: Int) {
        self.style = style
        self.limit = limit
    }

    /// What to draw before the row, which is to be the last at its level or not.
    mutating func enter(depth: Int, isLast: Bool) -> String {
        let branch = isLast ? style.lastBranch : style.branch
        guard depth < limit else {
            return "\(prefixes[min(limit, prefixes.count - 1)])\(branch.dropLast())\(style.deep)\(depth)\(style.deep) "
        }
        let prefix = prefixes[depth]
        prefixes.removeLast(prefixes.count - depth - 1)
        prefixes.append(prefix + (isLast ? style.blank : style.bar))
        return prefix + branch
    }
}
