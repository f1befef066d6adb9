extension Trace {
    /// The values of which a recording has the start alone: what was behind it, no comparison sees.
    package struct CutValues: Sendable, Equatable {
        /// How many there are; those with the same start count as one.
        package var count: Int
        /// How many characters were kept of each; of the one with the fewest where they differ.
        package var characters: Int
    }

    /// How many characters a recording keeps of a value, by `--values short` and `full`; an ellipsis is the last of them.
    private static let keptCharacters = [80, 4_096]

    /// The values that were cut; nil where all are whole.
    package var cutValues: CutValues? {
        let cut = Set(calls.lazy.compactMap { $0.event?.value }.filter(Self.isCut))
        return cut.map(\.count).min().map { CutValues(count: cut.count, characters: $0) }
    }

    private static func isCut(_ value: String) -> Bool {
        value.unicodeScalars.last == "…" && keptCharacters.contains(value.count)
    }
}
