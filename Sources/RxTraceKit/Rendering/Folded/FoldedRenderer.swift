/// Writes the stacks of a trace in the folded form that FlameGraph, speedscope and others make flame graphs of: a line
/// for each different stack, thread first, with a number.
///
/// ```
/// main;subscribe Map;run Map;subscribe Just 1
/// ```
///
/// Frames name what was called, not which. A `;` in a name, for which the form has no escape, is written as `:`, and
/// calls nested deeper than ``deepest`` are counted in one frame, `…`.
public struct FoldedRenderer: TraceSourceRenderer, Sendable {
    /// What the numbers are.
    public enum Measure: String, Sendable, CaseIterable {
        /// How many calls were made with this stack.
        case calls
        /// The nanoseconds spent in these calls themselves, not in those they made.
        case time
        /// The nanoseconds that work waited that these calls had asked for, until it first ran.
        case waiting
    }

    /// So many calls of a stack have frames of their own: a line takes as much room as its stack is deep.
    public static let deepest = 1000

    /// What the numbers are.
    public var measure: Measure

    /// Makes a renderer.
    public init(measure: Measure = .calls) {
        self.measure = measure
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        var stacks = FoldedStacks(source, measure: measure)
        try source.forEachCall { stacks.add($0) }
        stacks.finish()
        try stacks.write(to: output)
    }
}
