import Testing

@testable import RxTraceKit

/// The words at an edge in lines.
struct GraphLabelTests {
    private func label(_ pieces: [(String, Bool)]) -> GraphLabel {
        var label = GraphLabel()
        for (text, startsLine) in pieces { label.addPiece(text, startsLine: startsLine) }
        return label
    }

    @Test func aShortLabelIsOneLine() {
        #expect(label([("next a b,", false), ("c d", true)]).lines().map(\.text) == ["next a b, c d"])
        #expect(GraphLabel().lines().isEmpty)
    }

    @Test func valuesOfSeveralWordsHaveALineEach() {
        let long = label([("next (name: \"full size\"),", false), ("(name: \"retina\"),", true), ("1", false)])
        #expect(long.lines().map(\.text) == ["next (name: \"full size\"),", "(name: \"retina\"), 1"])
    }

    @Test func wordsAreBrokenToTheWidthAndValuesStayTogether() {
        var words = GraphLabel()
        words.add("nobody was subscribed: the only one left")
        #expect(words.lines(of: 12).map(\.text) == ["nobody was", "subscribed:", "the only one", "left"])
        #expect(
            label([("a value that is long", false), ("end", false)]).lines(of: 10).map(\.text) == [
                "a value that is long", "end",
            ])
    }

    @Test func anErrorIsToldFromWhatElsePassed() {
        var (error, next, all) = (GraphLabel(), GraphLabel(), GraphLabel())
        error.addError("error(no network)")
        next.add("next response")
        all.add(error, numbers: [3])
        all.add(next, numbers: [9])
        #expect(
            all.lines() == [
                GraphLabel.Line(text: "3 error(no network),", isError: true), GraphLabel.Line(text: "9 next response"),
            ])
    }

    @Test func aFurtherNumberBeginsALineWhereThereAreSeveral() {
        var (first, all) = (GraphLabel(), GraphLabel())
        first.addPiece("next rotated")
        all.add(first, numbers: [5])
        all.add(first, numbers: [12])
        all.add(GraphLabel(), numbers: [13, 14])
        #expect(all.text == "5 next rotated, 12 next rotated, 13, 14")
        #expect(all.lines(of: 20).map(\.text) == ["5 next rotated,", "12 next rotated,", "13, 14"])
    }
}
