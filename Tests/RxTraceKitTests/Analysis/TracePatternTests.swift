import RxTraceKit
import Testing

struct TracePatternTests {
    @Test(arguments: [
        ("*", "anything", true), ("", "", true), ("", "a", false), ("a?c", "abc", true), ("a?c", "ac", false),
        ("*Subject", "BehaviorSubject", true), ("*b*b", "abab", true), ("*b*b", "aba", false), ("a", "A", true),
    ])
    func aPatternMatchesTheWholeName(pattern: String, name: String, matches: Bool) {
        #expect(TracePattern(pattern).matches(name) == matches)
    }

    @Test(arguments: [
        ("Cell.swift", true), ("Cell.swift:12", true), ("Cell.swift:13", false), ("Views/*.swift", true),
        ("App/Views/Cell.swift", true), ("ell.swift", false), ("Models/*", false), ("*", true),
    ])
    func aPlaceIsNamedByTheEndOfItsPath(pattern: String, matches: Bool) {
        #expect(TracePattern(pattern).matches(Trace.Site(file: "App/Views/Cell.swift", line: 12)) == matches)
    }
}
