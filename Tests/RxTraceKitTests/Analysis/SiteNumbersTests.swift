import Testing

@testable import RxTraceKit

struct SiteNumbersTests {
    /// Whichever lines were asked for in between, also those that are looked for at the same place.
    @Test func aLineKeepsItsNumber() {
        var numbers = SiteNumbers()
        let sites = [1, 257, 513, 2, 258].flatMap { line in
            ["A.swift", "B.swift"].map { Trace.Site(file: $0, line: line) }
        }
        let first = sites.map { numbers.number(of: $0) }
        #expect(Set(first).count == sites.count && first.allSatisfy { $0 != SiteNumbers.none })
        for _ in 0..<2 {
            #expect(sites.map { numbers.number(of: $0) } == first)
            #expect(sites.reversed().map { numbers.number(of: $0) } == first.reversed())
        }
        #expect(first.map { numbers[$0] } == sites)
        #expect(numbers[SiteNumbers.none] == nil)
    }
}
