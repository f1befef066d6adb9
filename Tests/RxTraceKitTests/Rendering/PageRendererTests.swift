import Foundation
import Testing

@testable import RxTraceKit

struct PageRendererTests {
    private static let hostile = [
        "</script><script>alert(1)</script>", "<!--<script>", "]]>", "&lt;b&gt;", "\"'`${x}", "\u{202E}turned\u{2066}",
        "line\u{2028}and\u{2029}paragraph\n", "__proto__", "@data@ @script@",
    ]

    /// A trace that has each hostile text wherever a text can stand.
    private static let hostileTrace: Trace = {
        var trace = Trace(scenario: hostile[0], threads: [Trace.Thread(id: 0, name: hostile[0])])
        for (index, text) in hostile.enumerated() {
            let site = Trace.Site(file: text, line: index + 1)
            trace.nodes.append(
                Trace.Node(id: index + 1, type: text, generic: text, role: .sink, site: site, name: text))
            trace.subscriptions.append(
                Trace.Subscription(id: index + 1, node: index + 1, name: text, site: site, ended: text))
            trace.calls.append(
                Trace.Call(
                    id: index + 1, operation: .handler, node: index + 1, type: text, label: text,
                    subscription: index + 1, event: Trace.Event(.next, value: text), site: site))
        }
        return trace
    }()

    private static let dataStart = "<script id=\"trace\" type=\"application/json\">"

    private func data(of page: String) throws -> (text: Substring, object: [String: Any]) {
        let start = try #require(page.range(of: Self.dataStart)).upperBound
        let end = try #require(page[start...].range(of: "</script>")).lowerBound
        let object = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
        return (page[start..<end], try #require(object as? [String: Any]))
    }

    private func page(_ trace: Trace, hasSource: Bool = true, limit: Int = 1_000) -> String {
        PageRenderer(hasSource: hasSource, limit: limit, text: SourceText { _ in "// one\n// two </script>\n" })
            .string(from: trace)
    }

    @Test func nothingOfATraceIsMarkup() throws {
        let page = page(Self.hostileTrace)
        let (text, _) = try data(of: page)
        for scalar in "<>&\u{2028}\u{2029}\u{202E}\u{2066}".unicodeScalars {
            #expect(!text.unicodeScalars.contains(scalar))
        }
        // The page's own two scripts, and no third.
        #expect(page.components(separatedBy: "<script").count == 3)
        #expect(page.components(separatedBy: "</script").count == 3)
    }

    /// The page tells the findings of lint and leaks as the commands do: with their severity, their count, the calls
    /// that prove them, and the way out.
    @Test func findingsAreOnThePage() throws {
        var trace = Trace(scenario: "late", threads: [Trace.Thread(id: 0, name: "main")])
        let site = Trace.Site(file: "Late.swift", line: 3)
        for id in 1...2 {
            trace.nodes.append(
                Trace.Node(id: id, type: "Source", generic: "Source<Int>", role: .subject, site: site))
            for event in [Trace.Event(.completed), Trace.Event(.next, value: "1")] {
                trace.calls.append(
                    Trace.Call(id: trace.calls.count + 1, operation: .on, node: id, event: event, site: site))
            }
        }
        let (_, object) = try data(of: page(trace))
        let findings = try #require(object["findings"] as? [[String: Any]])
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding["rule"] as? String == "late-event")
        #expect(finding["severity"] as? String == "error")
        #expect((finding["message"] as? String)?.hasSuffix("(2 times)") == true)
        #expect((finding["remedy"] as? String)?.isEmpty == false)
        #expect((finding["evidence"] as? [[String: Any]])?.compactMap { $0["call"] as? Int }.prefix(2) == [1, 2])
    }

    @Test func everyTextIsReadBackAsItWas() throws {
        let (_, object) = try data(of: page(Self.hostileTrace))
        let words = try #require(object["words"] as? [String])
        #expect(words.first == "")
        #expect(Set(Self.hostile).isSubset(of: Set(words)))
        #expect(object["scenario"] as? String == Self.hostile[0])
        #expect(object["threads"] as? [String] == [Self.hostile[0]])
        let calls = try #require(object["calls"] as? [String: [Int]])
        #expect(try #require(calls["value"]).map { words[$0] } == Self.hostile)
        let nodes = try #require(object["nodes"] as? [String: [Int]])
        #expect(try #require(nodes["name"]).map { words[$0] } == Self.hostile)
    }

    @Test func allCallsAndTheirLinksAreInTheColumns() throws {
        let trace = ExampleTrace.full
        let (_, object) = try data(of: page(trace))
        let calls = try #require(object["calls"] as? [String: [Double]])
        #expect(Set(calls.values.map(\.count)).isSubset(of: [trace.calls.count, 0]))
        #expect(calls["id"] == trace.calls.map { Double($0.id) })
        let positions = Dictionary(uniqueKeysWithValues: trace.calls.enumerated().map { ($1.id, $0) })
        func distances(_ link: KeyPath<Trace.Call, Int?>) -> [Double] {
            trace.calls.enumerated().map { position, call in
                call[keyPath: link].flatMap { positions[$0] }.map { Double(position - $0) } ?? 0
            }
        }
        #expect(calls["parent"] == distances(\.parent))
        #expect(calls["cause"] == distances(\.cause))
        #expect(calls["origin"] == distances(\.origin))
    }

    @Test func theOriginsOfKeptElementsAreInThePage() throws {
        let (_, kept) = try data(of: page(TraceScript.keptElements()))
        let origins = try #require((kept["calls"] as? [String: [Int]])?["origin"])
        #expect(origins.filter { $0 > 0 } == [5, 5])
        #expect((kept["parts"] as? [[Int]])?.isEmpty == true)
        let (_, combined) = try data(of: page(TraceScript.combinedElements()))
        #expect(combined["parts"] as? [[Int]] == [[4, 3, 1], [9, 8, 1]])
    }

    /// The calls of an event's way stand once: marbles and graphs hold the way.
    @Test func theEdgesOfAGraphHaveTheCallsOfTheirWays() throws {
        let trace = ExampleTrace.full
        let (_, object) = try data(of: page(trace))
        let graph = try #require((object["graphs"] as? [[String: Any]])?.first)
        let edges = try #require(graph["edges"] as? [[String: Any]])
        let chains = try #require(object["chains"] as? [String: Any])
        let ways = try #require(chains["edges"] as? [[String: Any]])
        func calls(_ row: [String: Any]) throws -> [Int] {
            var call = 0
            return try #require(row["calls"] as? [Int]).map { distance in
                call += distance
                return call
            }
        }
        let picture = GraphPicture(try PicturedTrace(TraceInMemory(trace)), zoom: .operators, limit: 100)
        var isShared = false
        for (index, edge) in edges.enumerated() {
            let held = try #require(edge["ways"] as? [Int])
            let all = try held.flatMap { try calls(ways[$0]) } + calls(edge)
            #expect(all.sorted() == picture.steps.filter { $0.edge == index }.map(\.call))
            guard edge["kind"] as? String == "event" else { continue }
            #expect(try calls(edge).isEmpty)
            isShared = isShared || !held.isEmpty
        }
        #expect(isShared)
    }

    @Test func aTraceWithoutTimesHasNone() throws {
        let (_, object) = try data(of: page(ExampleTrace.withoutTimes))
        let calls = try #require(object["calls"] as? [String: [Double]])
        #expect(calls["start"]?.isEmpty == true && calls["duration"]?.isEmpty == true)
    }

    @Test func aPageNeedsNothingBesideIt() throws {
        let page = page(ExampleTrace.full)
        let text = try data(of: page).text
        let own = page.replacing(text, with: "")
        for word in ["src=", "@import", "url(h", "https://", "fetch(", "innerHTML", "eval("] {
            #expect(!own.contains(word), "\(word)")
        }
        // The one address names the vocabulary of SVG; nothing is loaded from it.
        #expect(own.components(separatedBy: "http://").count == 2)
        #expect(own.contains("default-src 'none'"))
        for line in own.split(separator: "\n") {
            #expect(!line.hasPrefix("import ") && !line.hasPrefix("export "))
        }
    }

    @Test func theFilesThatAreBuiltInAreThoseOfTheFolder() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/RxTraceKit/Rendering/Page/Source")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        #expect(BuiltInFile.ofPage.map(\.name).sorted() == names.sorted())
        for file in BuiltInFile.ofPage {
            #expect(try file.text == String(contentsOf: folder.appending(path: file.name), encoding: .utf8))
        }
    }

    @Test func everyModuleComesAfterThoseItImports() throws {
        var seen: Set<Substring> = []
        for module in PageFrame.modules {
            for line in module.text.split(separator: "\n") where line.hasPrefix("import ") {
                let imported = try #require(line.split(separator: "\"").dropFirst().first)
                #expect(seen.contains(imported.dropFirst(2).dropLast(4)), "\(module.name) imports \(imported)")
            }
            seen.insert(module.name.dropLast(".mjs".count))
        }
    }

    /// The modules are one script on the page: what two of them name alike keeps it from starting.
    @Test func noTwoModulesHaveTheSameName() throws {
        let declaration = /^(?:export )?(?:const|let|class|function|async function) (\w+)/
        var makers: [Substring: String] = [:]
        for module in PageFrame.modules {
            for line in module.text.split(separator: "\n") {
                guard let found = line.prefixMatch(of: declaration)?.1 else { continue }
                #expect(makers[found] == nil, "\(module.name) and \(makers[found] ?? "") have \(found)")
                makers[found] = module.name
            }
        }
        #expect(makers.count > 100)
    }

    @Test func theLinesAroundAPlaceAreInThePageUnlessLeftOut() throws {
        let sources = try data(of: page(ExampleTrace.full)).object["sources"] as? [[String: Any]]
        // Line 12 is beyond the file's end.
        #expect(try #require(sources).allSatisfy { ($0["lines"] as? [Any])?.isEmpty == true })
        let hostile = try data(of: page(Self.hostileTrace))
        #expect((hostile.object["sources"] as? [Any])?.count == Self.hostile.count)
        #expect(!page(Self.hostileTrace, hasSource: false).contains("// two"))
    }

    /// The figures of `rxtrace annotate`, file by file in its order.
    @Test func whatEachLineDidIsInThePage() throws {
        let trace = ExampleTrace.full
        let activity = try LineActivity(TraceInMemory(trace))
        try #require(!activity.lines.isEmpty)
        let (_, object) = try data(of: page(trace))
        let files = try #require(object["sources"] as? [[String: Any]])
        let words = try #require(object["words"] as? [String])
        #expect(files.compactMap { ($0["file"] as? Int).map { words[$0] } } == activity.files)
        let figures = files.flatMap { $0["figures"] as? [[Int]] ?? [] }
        let expected = activity.lines.map { line in
            [
                line.site.line, line.created, line.subscriptions, line.live, line.eventsIn, line.eventsOut, line.drops,
                Int(line.time), Int(line.waited),
            ] + line.threads.compactMap { id in trace.threads.firstIndex { $0.id == id } }
        }
        #expect(figures == expected)
    }

    @Test func aTraceBeyondTheLimitIsCutWithANote() throws {
        let (_, object) = try data(of: page(ExampleTrace.full, limit: 5))
        let calls = try #require(object["calls"] as? [String: [Double]])
        #expect(calls["id"]?.count == 5)
        let note = try #require((object["notes"] as? [String])?.first)
        #expect(note.hasPrefix("This page holds the first 5 calls of \(ExampleTrace.full.calls.count)"))
    }

    /// However long the trace: of nodes and subscriptions, a page has those that its calls speak of.
    @Test func aPageOfALongerTraceIsNoLonger() throws {
        func chains(_ count: Int) -> Trace {
            var trace = Trace(scenario: "chains", threads: [Trace.Thread(id: 0, name: "main")])
            for chain in 1...count {
                let site = Trace.Site(file: "Chains.swift", line: 1)
                trace.nodes += [
                    Trace.Node(id: 2 * chain - 1, type: "Map", role: .observable, site: site),
                    Trace.Node(id: 2 * chain, type: "MapSink", role: .sink, owner: 2 * chain - 1),
                ]
                trace.subscriptions.append(Trace.Subscription(id: chain, node: 2 * chain - 1, ended: "completed"))
                trace.calls += [
                    Trace.Call(id: 2 * chain - 1, operation: .subscribe, node: 2 * chain - 1, subscription: chain),
                    Trace.Call(
                        id: 2 * chain, operation: .on, node: 2 * chain, subscription: chain,
                        event: Trace.Event(.completed)),
                ]
            }
            return trace
        }
        let short = page(chains(60), limit: 100)
        let long = page(chains(6_000), limit: 100)
        #expect(long.utf8.count - short.utf8.count < 100, "\(short.utf8.count) and \(long.utf8.count) bytes")
        let (_, object) = try data(of: long)
        let nodes = try #require(object["nodes"] as? [String: [Double]])
        #expect(nodes["id"]?.count == 100)
        #expect(nodes["owner"]?.last == 99)
        let subscriptions = try #require(object["subscriptions"] as? [String: [Double]])
        #expect(subscriptions["node"]?.last == 99)
        let note = try #require((object["notes"] as? [String])?.first)
        #expect(note.hasPrefix("This page holds the first 100 calls of 12,000"))
    }

    @Test func aPageOfTwoTracesHoldsBothAndTheirRows() throws {
        var other = Self.hostileTrace
        other.calls[3].event?.value = "another"
        other.calls.removeLast()
        let difference = TraceDifference(Self.hostileTrace, other)
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        try ComparisonPage(hasSource: false).render(difference, to: output)
        try output.flush()
        let (text, object) = try data(of: String(decoding: bytes, as: UTF8.self))
        #expect(!text.contains("<"))
        for (side, trace) in [("old", Self.hostileTrace), ("new", other)] {
            let data = try #require(object[side] as? [String: Any])
            #expect((data["calls"] as? [String: [Double]])?["id"]?.count == trace.calls.count)
        }
        let rows = try #require(object["rows"] as? [String: [Int]])
        let kinds = try #require(object["kinds"] as? [String])
        let marks = try #require(rows["kind"]).map { kinds[$0] }
        #expect(marks.count { $0 == "changed" } == 1)
        #expect(marks.count { $0 == "removed" } == 1)
        #expect(try #require(rows["old"]).filter { $0 > 0 }.sorted() == Array(1...Self.hostile.count))
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        ),
    ])
    func digestsAreThoseOfTheStandard(message: String, digest: String) {
        let hexadecimal = SHA256.digest(of: Array(message.utf8)).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        #expect(hexadecimal.joined() == digest)
    }
}
