/// The characters a tree is drawn with.
public struct BranchStyle: Sendable, Equatable {
    public var branch: String
    public var lastBranch: String
    /// Before the only row below another.
    public var step: String
    public var bar: String
    public var blank: String
    /// Before and after the depth of a row that is too deep to be indented further.
    public var deep: String
    public var arrow: String
    public var backArrow: String
    public var separator: String
    public var times: String
    public var ellipsis: String

    /// Box drawing characters, for terminals and editors of today.
    public static let unicode = BranchStyle(
        branch: "├─ ", lastBranch: "└─ ", step: "↳ ", bar: "│ ", blank: "  ", deep: "╌", arrow: "→", backArrow: "←",
        separator: "·",
        times: "×", ellipsis: "…")

    /// Seven-bit characters only; the traced program's own names and values stay as they are.
    public static let ascii = BranchStyle(
        branch: "|- ", lastBranch: "`- ", step: "> ", bar: "| ", blank: "  ", deep: "~", arrow: "->", backArrow: "<-",
        separator: "-", times: "x", ellipsis: "...")
}
