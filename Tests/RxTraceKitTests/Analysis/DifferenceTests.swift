import RxTraceKit
import RxTraceTestSupport
import Testing

@Suite struct DifferenceTests {
    private func marked(_ old: Trace, _ new: Trace, ignoring: Set<TraceDifference.Aspect> = []) -> [String] {
        let renderer = DifferenceRenderer(context: 0)
        return renderer.string(from: TraceDifference(old, new, ignoring: ignoring)).split(separator: "\n")
            .filter { "-+~<>".contains($0.first ?? " ") }.map { line in
                line.split(separator: " ").joined(separator: " ")
            }
    }

    private func summary(_ old: Trace, _ new: Trace, ignoring: Set<TraceDifference.Aspect> = []) -> [String] {
        TraceDifference(old, new, ignoring: ignoring).summary
    }

    @Test(arguments: 0..<20)
    func `runs of one program do not differ`(program: Int) {
        let program = ScheduledProgram(seed: program)
        let first = program.run(seed: 0)
        for seed in 1...TestLength.times(1, long: 8) {
            let difference = TraceDifference(first, program.run(seed: seed))
            #expect(difference.isEmpty && difference.rows.isEmpty && difference.summary.isEmpty)
        }
    }

    @Test(arguments: 0..<20)
    func `a call that was left out is found in any run of a program`(program: Int) {
        let program = ScheduledProgram(seed: program)
        let first = program.run(seed: 0)
        var second = program.run(seed: 1)
        let leaf = second.calls.lastIndex { call in
            !second.calls.contains { $0.parent == call.id || $0.cause == call.id }
        }
        second.calls.remove(at: leaf ?? 0)
        #expect(!TraceDifference(first, second).isEmpty)
        #expect(!TraceDifference(second, first).isEmpty)
    }

    /// Each call that differs is shown, or counted where others like it are shown.
    @Test(arguments: 0..<TestLength.times(3, long: 60))
    func `no call that differs goes without a word`(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let old = ScheduledProgram(seed: seed).run(seed: 0)
        for change in TraceChange.allCases {
            var new = old
            guard change.apply(to: &new, &generator) else { continue }
            for context in [0, 3] {
                let difference = TraceDifference(old, new)
                let text = DifferenceRenderer(context: context, belowEach: 2).string(from: difference)
                var told = 0
                for line in text.split(separator: "\n") {
                    let more = line.firstMatch(of: #/(?:… and|with) ([\d,]+) calls? (?:more|below it)/#)
                    if let more { told += try #require(Int(more.1.replacing(",", with: ""))) }
                    if "-+~<>".contains(line.first ?? " "), more == nil || line.hasSuffix("below it") { told += 1 }
                }
                let rows = difference.rows.count { $0.kind != .same }
                #expect(told == rows, "seed \(seed), \(change), context \(context)")
            }
        }
    }

    @Test func `a changed value is one line, with what it was and became`() {
        let lines = marked(TraceScript.create(value: "1"), TraceScript.create(value: "2"))
        #expect(lines.first == "~ on AnyObserver next(1 → 2)")
        #expect(lines.count == 5 && lines.allSatisfy { $0.hasPrefix("~") })
        #expect(marked(TraceScript.create(value: "1"), TraceScript.create(value: "2"), ignoring: [.values]).isEmpty)
    }

    @Test func `a changed value begins at the nearest place that is known`() {
        func sent(_ value: String) -> Trace {
            let script = TraceScript()
            script.node("subject", "PublishSubject", .subject)
            script.call(.on, "subject", .next(value), site: Trace.Site(file: "Sources/Search.swift", line: 7))
            return script.trace
        }
        #expect(TraceDifference(sent("1"), sent("2")).site == Trace.Site(file: "Sources/Search.swift", line: 7))
        let subscribed = TraceDifference(TraceScript.create(value: "1"), TraceScript.create(value: "2"))
        #expect(subscribed.site == Trace.Site(file: "samples/CreateSubscribe.swift", line: 12))
    }

    @Test func `a replaced operator is what the first line names`() {
        func program(_ type: String) -> Trace {
            let script = TraceScript()
            script.node("source", "Just", .observable, site: Trace.Site(file: "Sources/Search.swift", line: 3))
            script.node("map", type, .observable, site: Trace.Site(file: "Sources/Search.swift", line: 4))
            script.node("sink", "\(type)Sink", .sink)
            script.call(.create, "source", label: "just")
            script.call(.create, "map", label: type.lowercased())
            script.call(.subscribe, "map") {
                for value in ["1", "2"] {
                    script.call(.on, "sink", .next(value)) { script.call(.forwardOn, "sink", .next(value)) }
                }
            }
            return script.trace
        }
        let lines = summary(program("Map"), program("CompactMap"))
        #expect(lines.first == "Map → CompactMap at Sources/Search.swift:4")
        #expect(lines.contains("MapSink → CompactMapSink in 4 calls"))
        #expect(TraceDifference(program("Map"), program("CompactMap")).site?.line == 4)
    }

    @Test func `an operator that is gone, or new, is named with its place`() {
        func program(_ types: [String]) -> Trace {
            let script = TraceScript()
            for (position, type) in types.enumerated() {
                let site = Trace.Site(file: "A.swift", line: position + 1)
                script.node(type, type, .observable, site: site)
                script.call(.create, type, label: type.lowercased())
            }
            return script.trace
        }
        #expect(summary(program(["Just", "Map"]), program(["Just"])).first == "Map removed at A.swift:2")
        #expect(summary(program(["Just"]), program(["Just", "Map"])).first == "Map added at A.swift:2")
    }

    @Test func `calls that stand elsewhere moved, with all below them`() {
        func program(_ isFirst: Bool) -> Trace {
            let script = TraceScript()
            script.node("bag", "DisposeBag", .bag)
            script.node("sink", "MapSink", .sink)
            func dispose() {
                script.call(.dispose, "sink") { script.call(.handler, "sink", label: "onDisposed") }
            }
            script.call(.on, "sink", .next("1")) { if isFirst { dispose() } }
            script.call(.deinit, "bag") { if !isFirst { dispose() } }
            return script.trace
        }
        let lines = marked(program(true), program(false))
        #expect(
            lines == ["< dispose MapSink with 1 call below it", "> dispose MapSink with 1 call below it"])
        #expect(TraceDifference(program(true), program(false)).count(.movedHere) == 1)
    }

    @Test func `a line of the source that moved is a difference unless it is to be ignored`() {
        func program(_ line: Int) -> Trace {
            let script = TraceScript()
            script.node("just", "Just", .observable, site: Trace.Site(file: "A.swift", line: line))
            script.call(.create, "just", label: "just")
            return script.trace
        }
        #expect(marked(program(1), program(2)) == ["~ create Just · was at 1 A.swift:2"])
        #expect(marked(program(1), program(2), ignoring: [.sites]).isEmpty)
    }

    @Test func `an event sent from another line is a difference where both traces tell the line`() {
        func program(_ line: Int?) -> Trace {
            let script = TraceScript()
            script.node("subject", "PublishSubject", .subject)
            script.call(.on, "subject", .next("1"), site: line.map { Trace.Site(file: "A.swift", line: $0) })
            return script.trace
        }
        #expect(marked(program(1), program(2)) == ["~ on PublishSubject next(1) · was at 1 A.swift:2"])
        #expect(marked(program(1), program(2), ignoring: [.sites]).isEmpty)
        #expect(marked(program(nil), program(2)).isEmpty)
    }

    @Test func `a hunk in no call is headed by the place of what differs, or of the call around it`() {
        func program(_ value: String, line: Int?, depth: Int = 0, isSent: Bool = true) -> Trace {
            let script = TraceScript()
            script.node("subject", "PublishSubject", .subject)
            script.node("sink", "MapSink", .sink)
            script.call(.on, "subject", .next("0"), site: Trace.Site(file: "Sources/A.swift", line: 2))
            func send(_ depth: Int) {
                if depth > 0 {
                    script.call(.forwardOn, "sink", .next("same")) { send(depth - 1) }
                } else if isSent {
                    script.call(.on, "sink", .next(value))
                }
            }
            script.call(.on, "subject", .next("same"), site: line.map { Trace.Site(file: "Sources/A.swift", line: $0) })
            {
                send(depth)
            }
            return script.trace
        }
        func heading(_ old: Trace, _ new: Trace, context: Int = 3) -> String? {
            DifferenceRenderer(context: context).string(from: TraceDifference(old, new)).split(separator: "\n")
                .first { $0.hasPrefix("@@") }.map(String.init)
        }
        #expect(heading(program("1", line: 7), program("2", line: 7)) == "@@ at A.swift:7")
        #expect(heading(program("1", line: 7), program("2", line: 9)) == "@@ at A.swift:9")
        #expect(heading(program("1", line: 7), program("1", line: 7, isSent: false)) == "@@ at A.swift:7")
        #expect(heading(program("1", line: nil), program("2", line: nil)) == "@@ at the top")
        #expect(
            heading(program("1", line: 7, depth: 1), program("2", line: 7, depth: 1), context: 0)
                == "@@ on PublishSubject next(same) A.swift:7 › forwardOn MapSink next(same)")
    }

    @Test func `work on another thread than before is a difference unless it is to be ignored`() {
        func program(_ thread: Int) -> Trace {
            let script = TraceScript(threads: ["main", "worker"])
            script.node("queue", "SerialDispatchQueueScheduler", .scheduler, name: "rx.queue")
            var cause = 0
            script.call(.subscribe) { cause = script.call(.schedule, "queue") }
            script.on(thread: thread) { script.call(.invoke, cause: cause) }
            return script.trace
        }
        #expect(
            marked(program(0), program(1)) == ["~ invoke · on the same thread → on another thread"])
        #expect(marked(program(0), program(1), ignoring: [.threads]).isEmpty)
    }

    @Test func `why a subscription ended is compared`() {
        func program(_ ended: String?) -> Trace {
            let script = TraceScript()
            script.node("just", "Just", .observable)
            let one = script.subscription(of: "just", ended: ended)
            script.call(.subscribe, "just", subscription: one)
            return script.trace
        }
        #expect(marked(program("completed"), program(nil)) == ["~ subscribe Just · completed → still live"])
    }

    @Test func `calls that were not kept are a difference`() {
        let script = TraceScript()
        script.call(.on)
        let whole = script.trace
        script.dropped(3)
        #expect(!TraceDifference(whole, script.trace).isEmpty)
        #expect(summary(whole, script.trace) == ["calls that were not kept: 0 → 3"])
    }

    @Test func `lines fit the width, in seven bits where asked`() {
        let difference = TraceDifference(TraceScript.create(value: String(repeating: "1", count: 200)), .create)
        let text = DifferenceRenderer(width: 60, branches: .ascii).string(from: difference)
        let lines = text.split(separator: "\n")
        #expect(lines.dropFirst().allSatisfy { $0.utf8.count <= 60 })
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(lines.contains { $0.contains("->") })
    }

    @Test func `colour is used where asked`() {
        let difference = TraceDifference(TraceScript.create(value: "1"), .create)
        #expect(DifferenceRenderer(usesColor: true).string(from: difference).contains("\u{1B}[33m"))
        #expect(!DifferenceRenderer().string(from: difference).contains("\u{1B}"))
    }
}

extension Trace {
    fileprivate static let create = TraceScript.create(value: "2")
}
