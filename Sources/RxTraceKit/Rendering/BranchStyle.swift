/// The characters a tree is drawn with.
public struct BranchStyle: Sendable, Equatable {
    /// Leads to a call that others follow.
    public var branch: String
    /// Leads to the last call.
    public var lastBranch: String
    /// Before the only row below another.
    public var step: String
    /// Passes by what is below a call that others follow.
    public var bar: String
    /// Stands before what is below the last call.
    public var blank: String
    /// Before and after the depth of a row that is too deep to be indented further.
    public var deep: String
    /// From the one to the other.
    public var arrow: String
    /// Back to the cause.
    public var backArrow: String
    /// Stands between two statements.
    public var separator: String
    /// Stands before a number of repetitions.
    public var times: String
    /// Stands for text that is left out.
    public var ellipsis: String
    /// Stands before what became of an event that went nowhere.
    public var cross: String

    /// Box drawing characters, for terminals and editors of today.
    public static let unicode = BranchStyle(
        branch: "├─ ", lastBranch: "└─ ", step: "↳ ", bar: "│ ", blank: "  ", deep: "╌", arrow: "→", backArrow: "←",
        separator: "·",
        times: "×", ellipsis: "…", cross: "✕")

    /// Seven-bit characters only; the traced program's own names and values stay as they are.
    public static let ascii = BranchStyle(
        branch: "|- ", lastBranch: "`- ", step: "> ", bar: "| ", blank: "  ", deep: "~", arrow: "->", backArrow: "<-",
        separator: "-", times: "x", ellipsis: "...", cross: "x")
}
