import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// The pictures have all calls that pass between their boxes, of every sample: nothing is lost without a word.
struct PictureContentTests {
    /// A sample's trace without values and places, so that all in a picture is a count, and no boxes are drawn as one.
    private func trace(_ sample: String) throws -> Trace {
        var trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
        for index in trace.calls.indices { trace.calls[index].event?.value = nil }
        for index in trace.nodes.indices { trace.nodes[index].site = nil }
        for index in trace.subscriptions.indices { trace.subscriptions[index].site = nil }
        return trace
    }

    /// The numbers of a graph.
    private struct Counts: Equatable {
        var events = 0
        var schedules = 0
        var invokes = 0
        var kept = 0
        var marks = 0
        var subscriptions = 0
        /// What passed on all edges.
        var all = 0

        init() {}

        init(dot text: String) {
            for line in text.split(separator: "\n") {
                guard let start = line.range(of: "label=\""), let end = line[start.upperBound...].range(of: "\", ")
                else {
                    continue
                }
                let label = line[start.upperBound..<end.lowerBound]
                if line.contains("fillcolor=\"#fffde7\"") { marks += Self.marks(label) }
                if label.hasPrefix("subscribe\\nsubscription ") { subscriptions += 1 }
                guard line.contains(" -> ") else { continue }
                let text = String(label.replacing("\\n", with: ""))
                // Behind an event that went nowhere stands why.
                let told = line.contains("-> x") ? text.components(separatedBy: ": ")[0] : String(text)
                let parts = told.components(separatedBy: ", ").map(Self.withoutNumber).filter { !Self.isRemark($0) }
                let count = parts.reduce(0) { $0 + Self.number($1) }
                all += count
                // In `4, 7 dispose` the word stands once.
                switch parts.first(where: { !$0.isEmpty })?.prefix(while: { $0 != " " }) {
                case "schedule": schedules += count
                case "invoke": invokes += count
                case "kept", "combines": kept += count
                case "next", "replayed", "error", "completed": if !line.contains("-> x") { events += count }
                default: break
                }
            }
        }

        /// The marks of a note: as many as each of its entries has numbers, or as its last line counts.
        private static func marks(_ label: some StringProtocol) -> Int {
            var entries: [Int] = []
            for line in label.components(separatedBy: "\\n") {
                if let numbers = line.prefixMatch(of: #/\d+(?:, \d+)*(?= )/#) {
                    entries.append(numbers.0.split(separator: ",").count)
                }
                if line.contains(" ×"), let last = entries.indices.last { entries[last] = number(line) }
            }
            return entries.reduce(0, +)
        }

        /// What passed, without its place in the order and its reason.
        private static func withoutNumber(_ part: String) -> String {
            let passed = part.replacing(#/ *because of \d+$/#, with: "")
            return String(passed.drop { $0 == " " }.drop(while: \.isNumber).drop { $0 == " " })
        }

        /// Whether words tell of what passed rather than of more that did.
        private static func isRemark(_ part: String) -> Bool {
            part.hasSuffix("never ran") || part.hasPrefix("of them ") || part.hasPrefix("waits until ")
                || part.wholeMatch(of: #/too late: \d+ disposes it/#) != nil
                || ["too late", "already disposed", "already completed", "already ended", "retried", "caught"]
                    .contains(part)
        }

        /// The number after the last `×`; 1 where there is none.
        private static func number(_ text: some StringProtocol) -> Int {
            guard let sign = text.range(of: " ×", options: .backwards) ?? text.range(of: "×", options: .anchored) else {
                return 1
            }
            return Int(String(text[sign.upperBound...].filter { $0 != "," })) ?? 1
        }

        /// What is to be found where each node has a box of its own.
        init(_ trace: Trace) {
            let positions = Dictionary(
                uniqueKeysWithValues: trace.calls.enumerated().map { ($0.element.id, $0.offset) })
            let roles = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0.role) })
            func own(_ call: Trace.Call) -> Int? { call.node.flatMap { roles[$0] == .item ? nil : $0 } }
            /// The node whose code made a call; 0 for the user's.
            func caller(_ call: Trace.Call) -> Int {
                var above = (call.cause ?? call.parent).flatMap { positions[$0] }.map { trace.calls[$0] }
                while let one = above {
                    if one.operation != .schedule, one.operation != .invoke, let node = own(one) { return node }
                    above = (one.cause ?? one.parent).flatMap { positions[$0] }.map { trace.calls[$0] }
                }
                return 0
            }
            for call in trace.calls {
                if call.operation == .mark { marks += 1 }
                if call.operation == .invoke, let schedule = call.cause.flatMap({ positions[$0] }),
                    let scheduler = own(trace.calls[schedule]), scheduler != caller(trace.calls[schedule])
                {
                    invokes += 1
                }
                guard let own = own(call) else { continue }
                if call.operation == .schedule, own != caller(call) { schedules += 1 }
                if call.operation == .on || call.operation == .forwardOn, own != caller(call) { events += 1 }
                for origin in call.parts.isEmpty ? call.origin.map({ [$0] }) ?? [] : call.parts {
                    guard let keeper = positions[origin].flatMap({ trace.calls[$0].node }) else { continue }
                    if keeper != caller(call) || keeper == own { kept += 1 }
                }
            }
            subscriptions = trace.subscriptions.count { $0.parent == nil }
        }
    }

    @Test(arguments: Samples.some.map(\.name))
    func aGraphCountsAll(sample: String) throws {
        let trace = try trace(sample)
        var found = Counts(dot: DOTRenderer(zoom: .internals, boxLimit: .max).string(from: trace))
        found.all = 0
        #expect(found == Counts(trace))
    }

    /// The library's own signals and their closures are a part of the signal that the user asked for.
    @Test(arguments: ["rac-observe", "rac-observe-path", "rac-observe-weak"])
    func theInsidesOfRACObserveAreClosed(sample: String) throws {
        let run = try SampleRun.of(sample)
        let trace = try TraceReader.read(run.document, named: sample)
        for zoom in [Zoom.user, .operators] {
            let boxes = DOTRenderer(zoom: zoom).string(from: trace).split(separator: "\n")
                .filter { $0.contains("RACDynamicSignal") }
            #expect(boxes.count == 1)
            #expect(boxes.first?.contains("RACObserve(") == true)
        }
        let objects = trace.nodes.filter { $0.role == .object }
        #expect(objects.allSatisfy { !$0.behaviors.contains(.inside) })
        let rows = TreeRenderer(zoom: .user).string(from: trace).split(separator: "\n")
        #expect(!rows.contains { $0.contains("didSubscribe") || $0.contains("+zip:") })
        #expect(rows.contains { $0.contains("handler addObserver") && $0.contains("Person") || $0.contains("Row") })
    }

    @Test func anElementAfterTheEndIsDrawnAsLost() throws {
        let trace = try TraceReader.read(SampleRun.of("create-error").document, named: "create-error")
        let lost = DOTRenderer(zoom: .user).string(from: trace).split(separator: "\n").filter { $0.contains("-> x") }
        #expect(lost.count == 1)
        #expect(lost.first?.contains("next body, too late") == true)
    }

    /// Who reads of a subscriber that left finds the disposal with that number at the subject.
    @Test(arguments: ["take-until", "share-replay", "flat-map-latest"])
    func theNumberOfLeavingIsThatOfTheDisposal(sample: String) throws {
        let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
        let edges = DOTRenderer().string(from: trace).replacing("\\n", with: "")
            .matches(of: #/(n\d+) -> (n\d+|x\d+) \[label="((?:[^"\\]|\\.)*)"/#)
        let lost = try #require(edges.first { $0.2.hasPrefix("x") })
        let number = try #require(lost.3.firstMatch(of: #/left at (\d+)/#)?.1)
        #expect(edges.contains { $0.2 == lost.1 && $0.3.contains(try! Regex("(^| )\(number) dispose")) })
    }

    /// An element that was sent before its observer came, and errors that go no further.
    @Test func aReplayAndARetryAreToldAtTheirEvents() throws {
        let shared = try TraceReader.read(SampleRun.of("share-replay").document, named: "share-replay")
        let replays = DOTRenderer().string(from: shared).replacing("\\n", with: "")
        #expect(replays.matches(of: #/\d+ replayed NEWS, +\d+ next MORE NEWS/#).count == 1)
        #expect(replays.matches(of: #/replayed/#).count == 1)
        let failing = try TraceReader.read(SampleRun.of("retry").document, named: "retry")
        let errors = DOTRenderer().string(from: failing).replacing("\\n", with: "")
        #expect(errors.matches(of: #/\d+ error\(Timeout\(\)\), retried/#).count == 2)
        for sample in ["retry", "create-error"] {
            let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
            #expect(!DOTRenderer().string(from: trace).contains("caught"))
        }
    }

    @Test func whatComesToAPartOfAnObjectHasThePartsName() throws {
        let trace = try TraceReader.read(SampleRun.of("rac-command-errors").document, named: "rac-command-errors")
        let text = DOTRenderer().string(from: trace).replacing("\\n", with: "")
        #expect(text.contains("allowsConcurrentExecutionSubject: next true"))
        #expect(text.contains("errors: next refused") && text.contains("executionSignals: next"))
    }

    /// The graph of a sample as text, without the ends of lines within labels.
    private func graph(_ sample: String) throws -> String {
        let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
        return DOTRenderer().string(from: trace).replacing("\\n", with: "")
    }

    @Test func aStreamThatAnEventCarriesHasTheNameOfItsBox() throws {
        let text = try graph("limit-concurrency")
        #expect(text.matches(of: #/\d+ next Deferred#[123]\D/#).count == 3)
        let turn = try #require(text.firstMatch(of: #/next Deferred#3, +waits until (\d+)/#)?.1)
        #expect(text.contains(try Regex("label=\" \(turn) because of \\d+\"")))
        let command = try graph("rac-command-errors")
        for end in ["next begins one", "next begins two"] {
            let event = try Regex("\\d+ (RACDynamicSignal#\\d+): +\(end)")
            let signal = try #require(command.firstMatch(of: event)?[1].substring)
            #expect(command.contains("next \(signal),") && command.contains("\(signal): completed"))
        }
    }

    @Test func whatMadeAnOperatorDisposeIsTold() throws {
        #expect(try graph("take-until").matches(of: #/dispose because of 11/#).count == 2)
        #expect(try graph("sink-disposer").contains(#/5 disposeAction because of 3"/#))
        #expect(try graph("observe-on").contains(#/dispose, +already completed"/#))
    }

    @Test func whoLeftHasAName() throws {
        #expect(try graph("take-until").contains(#/left at \d+, +as subscription 1 +completed/#))
        #expect(try graph("share-replay").contains(#/left at \d+, +as +the +sharing +ended/#))
    }

    @Test func eachBoxHasItsOwnMarksAndTheProgramsCodeOneNote() throws {
        let two = try graph("sink-disposer")
        #expect(two.contains("4 create's closure returns") && two.contains("7 create's closure returns"))
        let one = try graph("notification-by-hand").split(separator: "\n").filter { $0.contains("#fffde7") }
        #expect(one.count == 1 && one[0].contains("15 removeObserver by hand: rotated"))
    }

    @Test func anInsertionThatCameTooLateTellsWhatDisposedOfIt() throws {
        let text = try graph("insert-late")
        #expect(text.contains(#/10 add AnonymousDisposable#5, +too late: 11 disposes it/#))
        #expect(text.contains("CompositeDisposablemade with AnonymousDisposable#4"))
    }

    @Test func theLegendHasTheKindsOfLinesThatAreThere() throws {
        let trace = try trace("take-until")
        let legend = DOTRenderer().string(from: trace).split(separator: "\n").filter { $0.contains(" k") }
        #expect(legend.count == 4)
        let words = try SVGDrawing(SVGGraphRenderer().string(from: trace)).texts.map(\.words)
        for entry in ["event", "subscribe", "dispose", "event that nobody got", "numbers tell the order"] {
            #expect(words.contains(entry))
        }
        #expect(!words.contains("kept element"))
    }

    /// A message for each time that something passed along an edge, or a note of how many more there are.
    @Test(arguments: Samples.some.map(\.name))
    func aSequenceHasAllThatPassed(sample: String) throws {
        let trace = try trace(sample)
        for zoom in Zoom.allCases {
            let text = MermaidRenderer(zoom: zoom).string(from: trace)
            #expect(text.utf16.count <= 50_000)
            let note = text.firstMatch(of: #/: ([0-9,]+) more message/#)?.1 ?? "0"
            let left = Int(String(note.filter { $0 != "," }))
            let messages = text.matches(of: #/\n {4}b[0-9]+(?:->>|-->>|-\)|-x)b[0-9]+: /#).count
            #expect(
                messages + (left ?? 0) == Counts(dot: DOTRenderer(zoom: zoom, boxLimit: 30).string(from: trace)).all)
        }
    }

    /// A marble for each event that an observer of the user's was handed.
    @Test(arguments: Samples.some.map(\.name))
    func marblesShowAllThatObserversGot(sample: String) throws {
        let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
        let takers = Set(trace.calls.filter { $0.operation == .onCore }.compactMap(\.node))
        let observers = Set(trace.nodes.filter { $0.role == .observer && takers.contains($0.id) }.map(\.id))
        guard !observers.isEmpty else { return }
        let handed = trace.calls.count {
            $0.operation == .on && $0.type == nil && $0.node.map(observers.contains) ?? false
        }
        let drawing = try SVGDrawing(SVGMarbleRenderer().string(from: trace))
        let rows = Set(drawing.texts.filter { $0.words == "observer" }.compactMap(\.group))
        let shown = rows.reduce(0) { sum, row in
            sum + ["next", "error", "completed", "lost"].reduce(0) { $0 + (drawing.shapes[row]?[$1] ?? 0) }
        }
        #expect(shown == handed)
    }

    @Test(arguments: Samples.some.map(\.name))
    func inADrawingNothingCoversAnythingElse(sample: String) throws {
        let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
        for zoom in Zoom.allCases {
            let drawing = try SVGDrawing(SVGGraphRenderer(zoom: zoom).string(from: trace))
            #expect(drawing.firstOverlap == nil)
            // A screen or two at the usual zoom.
            if zoom == .operators { #expect(drawing.size.right < 2_500 && drawing.size.bottom < 1_500) }
        }
    }
}
