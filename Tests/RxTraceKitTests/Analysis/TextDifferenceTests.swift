import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@Suite struct TextDifferenceTests {
    @Test func `equal texts have no difference`() {
        #expect(TextDifference(old: "a\nb\n", new: "a\nb\n").unified() == nil)
        #expect(TextDifference(old: "", new: "").isEmpty)
    }

    @Test func `a change is shown with its context`() {
        let old = (1...20).map { "\($0)\n" }.joined()
        let new = old.replacingOccurrences(of: "5\n6\n", with: "5\nsix\n") + "21\n"
        #expect(
            TextDifference(old: old, new: new).unified(context: 2, oldName: "a", newName: "b") == """
                --- a
                +++ b
                @@ -4,5 +4,5 @@
                 4
                 5
                -6
                +six
                 7
                 8
                @@ -19,2 +19,3 @@
                 19
                 20
                +21

                """)
    }

    @Test func `changes whose context touches are one hunk`() {
        let difference = TextDifference(old: "a\n1\n2\nb\n", new: "A\n1\n2\nB\n").unified(context: 1)
        #expect(difference == "--- old\n+++ new\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n-b\n+B\n")
    }

    @Test func `without context only changed lines are shown`() {
        let difference = TextDifference(old: "a\nb\nc\n", new: "a\nc\nd\n").unified(context: 0)
        #expect(difference == "--- old\n+++ new\n@@ -2 +1,0 @@\n-b\n@@ -3,0 +3 @@\n+d\n")
    }

    @Test func `an empty text and a missing newline at the end are shown`() {
        #expect(
            TextDifference(old: "", new: "a\nb").unified()
                == "--- old\n+++ new\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n")
        #expect(
            TextDifference(old: "a\n", new: "a").unified()
                == "--- old\n+++ new\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n")
    }

    @Test func `lines are compared by their bytes`() {
        #expect(TextDifference(old: "e\u{301}\n", new: "\u{E9}\n").unified() != nil)
        #expect(
            TextDifference(old: "a\r\nb\n", new: "a\nb\n").unified()
                == "--- old\n+++ new\n@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n")
    }

    @Test(arguments: 0..<200)
    func `the lines make up both texts, and as few as can be are changed`(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let kinds = Int.random(in: 1...6, using: &generator)
        func randomLines() -> [Int] {
            (0..<Int.random(in: 0...30, using: &generator)).map { _ in Int.random(in: 0..<kinds, using: &generator) }
        }
        let old = randomLines()
        let new = randomLines()
        let difference = TextDifference(old: text(old), new: text(new))
        #expect(sides(of: difference, old, new) == [old, new])
        let common = difference.lines.count { if case .same = $0 { true } else { false } }
        #expect(common == longestCommonSubsequence(old, new))
    }

    @Test func `long texts with little, or everything, in common are compared`() {
        let old = Array(0..<10_000)
        var new = old
        new.removeSubrange(5_000..<5_010)
        new.insert(contentsOf: [20_000, 20_001], at: 100)
        #expect(changes(TextDifference(old: text(old), new: text(new))) == 12)
        let other = Array(30_000..<40_000)
        #expect(changes(TextDifference(old: text(old), new: text(other))) == 20_000)
    }

    @Test func `texts too different for the shortest way are still told rightly`() {
        var generator = SeededGenerator(seed: 1)
        let old = (0..<4_000).map { _ in Int.random(in: 0..<3_000, using: &generator) }
        let new = old.shuffled(using: &generator)
        #expect(sides(of: TextDifference(old: text(old), new: text(new)), old, new) == [old, new])
    }

    private func text(_ lines: [Int]) -> String {
        lines.map { "\($0)\n" }.joined()
    }

    private func changes(_ difference: TextDifference) -> Int {
        difference.lines.count { if case .same = $0 { false } else { true } }
    }

    /// Both texts put together again from the difference; equal lines must be equal.
    private func sides(of difference: TextDifference, _ old: [Int], _ new: [Int]) -> [[Int]] {
        var sides: [[Int]] = [[], []]
        for line in difference.lines {
            switch line {
            case .same(let before, let after):
                #expect(old[before] == new[after])
                sides[0].append(old[before])
                sides[1].append(new[after])
            case .removed(let before): sides[0].append(old[before])
            case .added(let after): sides[1].append(new[after])
            }
        }
        return sides
    }

    private func longestCommonSubsequence(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for line in old {
            var diagonal = 0
            for (index, other) in new.enumerated() {
                let above = row[index + 1]
                row[index + 1] = line == other ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }
}
