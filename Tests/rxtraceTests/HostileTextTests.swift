import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Nothing that a trace, a file's name or a command line says reaches a terminal as a command to it.
struct HostileTextTests {
    /// A control character of either range, DEL, a direction override, a line separator and a byte order mark.
    private static let hostile = "a\u{1B}]0;b\u{7}\u{7F}\u{9B}31m\u{202E}\u{2066}\u{2028}\u{FEFF}\u{0}\r\nc"

    /// Each text of the trace is hostile, in its own way.
    private static let trace: Trace = {
        func text(_ word: String) -> String { word + hostile }
        func site(_ line: Int) -> Trace.Site { Trace.Site(file: text("file"), line: line) }
        return Trace(
            scenario: text("scenario"),
            threads: [Trace.Thread(id: 0, name: "main"), Trace.Thread(id: 1, name: text("thread"))],
            nodes: [
                Trace.Node(
                    id: 1, type: text("Map"), generic: text("generic"), role: .observable, site: site(1),
                    name: text("name")),
                Trace.Node(id: 2, type: text("MapSink"), role: .sink, name: text("sink"), owner: 1),
                Trace.Node(id: 3, type: text("Scheduler"), role: .scheduler, name: text("queue")),
                Trace.Node(id: 4, type: text("Observer"), role: .observer),
                Trace.Node(id: 5, type: text("Bag"), role: .bag, site: site(9)),
                Trace.Node(id: 6, type: text("Subject"), role: .subject, site: site(10)),
            ],
            subscriptions: [
                Trace.Subscription(id: 1, node: 1, name: text("subscription"), site: site(2)),
                Trace.Subscription(id: 2, parent: 1, node: 6, name: text("inner"), site: site(3), ended: text("ended")),
            ],
            closures: [text("onNext"): [.next], text("transform"): [.computes]],
            calls: [
                Trace.Call(id: 1, operation: .create, node: 1, label: text("map"), start: 0, duration: 5),
                Trace.Call(id: 2, operation: .subscribe, node: 1, subscription: 1, start: 10, duration: 90),
                Trace.Call(id: 3, parent: 2, operation: .insert, node: 5, subscription: 1, start: 20, duration: 5),
                Trace.Call(id: 4, operation: .mark, label: text("mark"), start: 100, duration: 1),
                Trace.Call(id: 5, operation: .hop, label: text("hop"), site: site(4), start: 110, duration: 1),
                Trace.Call(id: 6, operation: .schedule, node: 3, subscription: 1, start: 115, duration: 1),
                Trace.Call(
                    id: 7, operation: .on, node: 2, type: text("AnyObserver"), subscription: 1,
                    event: Trace.Event(.next, value: text("value")), site: site(5), start: 120, duration: 50),
                Trace.Call(
                    id: 8, parent: 7, operation: .handler, node: 2, label: text("transform"), subscription: 1,
                    start: 130, duration: 5),
                Trace.Call(
                    id: 9, cause: 6, origin: 7, parts: [7, 7], operation: .invoke, node: 3, thread: 1, subscription: 1,
                    start: 200, duration: 90),
                Trace.Call(
                    id: 10, parent: 9, operation: .on, node: 4, thread: 1, subscription: 1,
                    event: Trace.Event(.next, value: text("value")), start: 210, duration: 40),
                Trace.Call(
                    id: 11, parent: 10, operation: .onCore, node: 4, thread: 1, subscription: 1,
                    event: Trace.Event(.next, value: text("value")), start: 215, duration: 30),
                Trace.Call(
                    id: 12, parent: 11, operation: .handler, node: 4, thread: 1, label: text("onNext"),
                    subscription: 1, start: 220, duration: 5),
                Trace.Call(
                    id: 13, parent: 9, operation: .forwardOn, node: 2, thread: 1, subscription: 1,
                    event: Trace.Event(.error, value: text("error")), start: 260, duration: 5),
                Trace.Call(id: 14, operation: .on, node: 6, event: Trace.Event(.next, value: text("unheard"))),
            ])
    }()

    /// The first character that a terminal would obey; nil for none. Line breaks end lines.
    private func obeyed(_ text: String) -> String? {
        text.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
            default: false
            }
        }.map { String($0.value, radix: 16) }
    }

    /// A binary format has texts as they are, and no terminal gets it.
    @Test(arguments: FormatTable.formats.filter { !$0.isBinary }.map(\.name))
    func noFormatPassesItOn(format: String) throws {
        let definition = try #require(FormatTable.find(format))
        let command = definition.command
        // The trace as it is, and by each option's every word.
        var lines: [[String]] = [[], ["--ascii"], ["--indent"], ["--no-fold"]]
        for option in command.allOptions {
            if case .choice(let words) = option.value { lines += words.map { ["--\(option.name)", $0] } }
        }
        lines.append(["--svg"])
        for line in lines {
            guard let arguments = try? ArgumentParser.parse(line, for: command), !arguments.has(.color) else {
                continue
            }
            let renderer = try definition.renderer(arguments, OutputStyle(arguments, terminalDescriptor: nil))
            for trace in [Self.trace, Self.trace.canonical()] {
                let text = renderer.string(from: trace)
                // Its lines end in a carriage return too, and its fields have none.
                let own = format == "csv" ? try CSVTable(text).rows.flatMap { $0 }.joined(separator: "\n") : text
                #expect(obeyed(own) == nil, "\(format) \(line)")
                #expect(!text.contains("\\u{1B}]0;b\u{7}"))
            }
        }
    }

    /// JSON escapes it, so that a reader has it back.
    @Test func jsonGivesItBack() throws {
        let text = JSONRenderer().string(from: Self.trace)
        #expect(text.contains("\\u009b31m\\u202e\\u2066\\u2028\\ufeff\\u0000\\r\\nc"))
        #expect(try TraceReader.read(text, named: "hostile").calls == Self.trace.calls)
    }

    @Test(arguments: [
        ["why"], ["why", "@13"], ["why", "--format", "json"], ["why", "--zoom", "internals"], ["leaks"],
        ["leaks", "--format", "json"], ["leaks", "--format", "github"], ["lint"], ["lint", "--format", "json"],
        ["lint", "--format", "github"],
        ["stats"], ["stats", "--by", "type"], ["stats", "--by", "site"], ["stats", "--by", "subscription"],
        ["stats", "--by", "thread"], ["stats", "--format", "json"], ["html"], ["tree", "--only", hostile],
        ["tree", "--around", hostile], ["why", hostile], ["tree", "--thread", hostile], ["stats", "--by", hostile],
        ["tree", "--subscription", hostile], ["tree", "--min-time", hostile], ["tree", hostile], [hostile],
        ["tree", "--" + hostile], ["run", "--format", hostile], ["list", hostile],
    ])
    func noCommandPassesItOn(words: [String]) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("trace.json")
        try JSONRenderer().string(from: Self.trace).write(toFile: file, atomically: true, encoding: .utf8)
        // No process is started with a byte 0 in its arguments.
        var words = words.map { $0.replacing("\0", with: "") }
        if words.count > 1 || words[0].allSatisfy(\.isLetter) { words.insert(file, at: 1) }
        let result = try BuiltCommand.run(words)
        #expect(result.status < 70)
        #expect(obeyed(result.output) == nil && obeyed(result.errors) == nil, "\(words)")
    }

    @Test func noDifferencePassesItOn() throws {
        let folder = try TemporaryFolder()
        var other = Self.trace
        other.calls.remove(at: 13)
        other.calls[6].event?.value = "other" + Self.hostile
        other.nodes[0].type = "Filter" + Self.hostile
        for (name, trace) in [("old", Self.trace), ("new", other)] {
            try JSONRenderer().string(from: trace).write(
                toFile: folder.path("\(name).json"), atomically: true, encoding: .utf8)
        }
        for words in [["diff"], ["diff", "--format", "json"], ["diff", "--ignore", "sites"], ["html"]] {
            let files = [folder.path("old.json"), folder.path("new.json")]
            let result = try BuiltCommand.run([words[0]] + files + words.dropFirst())
            #expect(result.status < 64, "\(words)")
            #expect(!result.output.isEmpty)
            #expect(obeyed(result.output) == nil && obeyed(result.errors) == nil, "\(words)")
        }
        let golden = folder.path("golden")
        try FileManager.default.createDirectory(atPath: golden, withIntermediateDirectories: true)
        try JSONRenderer(times: false).string(from: other.canonical()).write(
            toFile: "\(golden)/old.json", atomically: true, encoding: .utf8)
        let report = folder.path("report.xml")
        let result = try BuiltCommand.run([
            "check", folder.path("old.json"), "--golden", golden, "--record", "never", "--junit", report, "--github",
        ])
        #expect(obeyed(result.output) == nil && obeyed(result.errors) == nil)
        #expect(obeyed(try String(contentsOfFile: report, encoding: .utf8)) == nil)
    }

    /// Files that cannot be read are named.
    @Test func noMessageAboutAFilePassesItOn() throws {
        let folder = try TemporaryFolder()
        let name = Self.hostile.replacing("\0", with: "").replacing("/", with: "")
        for (suffix, content) in [
            ("json", "{\"format\": \"rxtrace\", \"\u{9B}\": "), ("rxtrace", "none"), ("swift", "x"),
        ] {
            let file = folder.path("\(name).\(suffix)")
            try content.write(toFile: file, atomically: true, encoding: .utf8)
            let result = try BuiltCommand.run(["tree", file])
            #expect(result.status != 0)
            #expect(obeyed(result.output) == nil && obeyed(result.errors) == nil, "\(suffix)")
        }
        #expect(obeyed(try BuiltCommand.run(["tree", folder.path("absent" + name)]).errors) == nil)
    }
}
