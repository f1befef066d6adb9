import RxTraceKit
import RxTraceTestSupport
import Testing

struct FindingSARIFTests {
    private let rules = Lint.definitions.map(FindingSARIF.Rule.init) + [.leak]

    private func text(
        _ findings: [Trace.Finding], dropped: Int = 0, file: String? = nil, rules: [FindingSARIF.Rule]? = nil
    ) throws -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes += $0 }
        try FindingSARIF(rules: rules ?? self.rules, file: file).render(findings, dropped: dropped, to: output)
        try output.flush()
        return String(decoding: bytes, as: UTF8.self)
    }

    private func finding(_ rule: String = "reentrance", at site: Trace.Site?) -> Trace.Finding {
        Trace.Finding(
            rule: rule, severity: .error, message: "an element is sent \"too\" early", site: site,
            evidence: [
                .init("the first", call: 12, site: Trace.Site(file: "App/Cell.swift", line: 3)),
                .init("the second", call: 14), .init("the third", site: Trace.Site(file: "App/Row.swift", line: 9)),
            ], remedy: "send it later", count: 3)
    }

    @Test func aLogIsAsTheSchemaHasIt() throws {
        let log = try SARIFLog(
            text(
                [
                    finding(at: Trace.Site(file: "App/Search.swift", line: 14)), finding("leak", at: nil),
                    Trace.Finding(rule: "glitch", severity: .note, message: "twice", site: nil),
                ], dropped: 7))
        #expect(log.faults == [])
        #expect(log.rules == Lint.definitions.map(\.name) + ["leak"])
        #expect(log.results.map(\.rule) == ["reentrance", "leak", "glitch"])
        #expect(log.results.map(\.level) == ["error", "error", "note"])
        #expect(log.results.map(\.count) == [3, 3, 1])
        let place = SARIFLog.Place(uri: "App/Search.swift", base: "%SRCROOT%", line: 14)
        #expect(log.results.map(\.place) == [place, nil, nil])
    }

    /// A step is at its place; one without is told in the message, before the way out.
    @Test func theStepsAreRelatedLocations() throws {
        let log = try SARIFLog(text([finding(at: Trace.Site(file: "App/Search.swift", line: 14))]))
        let result = try #require(log.results.first)
        #expect(result.related.map(\.text) == ["@12 the first", "the third"])
        #expect(result.related.map(\.place.uri) == ["App/Cell.swift", "App/Row.swift"])
        #expect(result.related.map(\.place.line) == [3, 9])
        #expect(result.text == "an element is sent \"too\" early.\n@14 the second\nWhat to do: send it later.")
    }

    @Test func noFindingsAreALogToo() throws {
        let log = try SARIFLog(text([]))
        #expect(log.faults == [])
        #expect(log.results.isEmpty)
    }

    /// Some readers refuse a result without a place: the file that was looked at stands in for it.
    @Test func aFindingWithoutAPlaceIsToldOfTheFile() throws {
        let log = try SARIFLog(text([finding(at: nil)], file: "out/trace.json"))
        #expect(log.results.first?.place == .init(uri: "out/trace.json", base: "%SRCROOT%", line: 1))
    }

    @Test(arguments: [
        ("App/My Cell.swift", "App/My%20Cell.swift", "%SRCROOT%"), ("/tmp/ä.swift", "file:///tmp/%C3%A4.swift", nil),
        ("a:b#c?%.swift", "a%3Ab%23c%3F%25.swift", "%SRCROOT%"), ("../Other/A.swift", "../Other/A.swift", "%SRCROOT%"),
    ])
    func aPathIsWrittenAsAURI(path: String, uri: String, base: String?) throws {
        let log = try SARIFLog(text([finding(at: Trace.Site(file: path, line: 0))]))
        #expect(log.faults == [])
        #expect(log.results.first?.place == .init(uri: uri, base: base, line: 1))
    }

    @Test func droppedCallsAreToldOf() throws {
        #expect(try text([], dropped: 1).contains("1 call was dropped: faults may be missed."))
        #expect(try text([], dropped: 1200).contains("1,200 calls were dropped: faults may be missed."))
        #expect(try !text([]).contains("may be missed"))
    }

    /// The reading finds what a wrong log would have.
    @Test func theSchemaIsKeptStrictly() throws {
        let sound = try text([finding(at: Trace.Site(file: "A.swift", line: 1))])
        for (old, new) in [
            ("\"version\": \"2.1.0\"", "\"version\": \"2.0.0\""), ("\"startLine\": 1", "\"startLine\": 0"),
            ("\"level\": \"error\", \"message\"", "\"level\": \"fatal\", \"message\""),
            ("\"ruleId\": \"reentrance\"", "\"ruleId\": \"unknown\""), ("\"columnKind\"", "\"columns\""),
            ("\"uri\": \"A.swift\"", "\"uri\": \"A b.swift\""), ("\"driver\"", "\"drivers\""),
        ] {
            #expect(sound.contains(old))
            #expect(try !SARIFLog(sound.replacing(old, with: new)).faults.isEmpty, "\(new)")
        }
    }
}
