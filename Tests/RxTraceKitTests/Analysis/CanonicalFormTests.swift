import RxTraceKit
import RxTraceTestSupport
import Testing

@Suite struct CanonicalFormTests {
    @Test(arguments: 0..<TestLength.times(5, long: 30))
    func `every run of a program has the same canonical form`(program: Int) {
        let program = ScheduledProgram(seed: program)
        let first = program.run(seed: 0)
        let canonical = first.canonical()
        var differing = 0
        for seed in 1...12 {
            let other = program.run(seed: seed)
            if other != first { differing += 1 }
            let form = other.canonical()
            #expect(form == canonical, "\(difference(canonical, form))")
        }
        #expect(differing == 12)
    }

    @Test(arguments: 0..<8)
    func `to the comparison, every run of a program is the same`(program: Int) {
        let program = ScheduledProgram(seed: program)
        let golden = program.run(seed: 0).canonical()
        for seed in 1...12 { #expect(TraceDifference(golden, program.run(seed: seed)).isEmpty) }
    }

    @Test(arguments: 0..<12)
    func `whatever is changed in a run is a difference`(program seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let program = ScheduledProgram(seed: seed)
        let golden = program.run(seed: 0).canonical()
        for change in TraceChange.allCases {
            var trace = program.run(seed: 1)
            guard change.apply(to: &trace, &generator) else { continue }
            #expect(trace.canonical() != golden, "\(change)")
            #expect(!TraceDifference(golden, trace).isEmpty, "\(change)")
        }
    }

    @Test func `what a pool's threads begin has no order, and stands on one thread`() {
        func trace(_ order: [(thread: Int, value: String)]) -> Trace {
            Trace(
                scenario: "pool",
                threads: (0...2).map { Trace.Thread(id: $0, name: $0 == 0 ? "main" : "w\($0)", isPooled: $0 > 0) },
                calls: order.enumerated().map {
                    Trace.Call(
                        id: $0.offset + 1, operation: .on, thread: $0.element.thread,
                        event: Trace.Event(.next, value: $0.element.value))
                })
        }
        let first = trace([(2, "b"), (1, "c"), (0, "z"), (2, "a")])
        let second = trace([(1, "a"), (0, "z"), (1, "b"), (1, "c")])
        #expect(first.canonical() == second.canonical())
        #expect(first.canonical().calls.map(\.event?.value) == ["z", "a", "b", "c"])
        #expect(first.canonical().calls.map(\.thread) == [0, 1, 1, 1])
        #expect(first.canonical().threads.map(\.name) == ["main", "pool"])
        #expect(first.canonical().canonical() == first.canonical())
        #expect(TraceDifference(first, second).isEmpty)
        #expect(!TraceDifference(first, trace([(1, "a"), (0, "z"), (1, "b"), (2, "b")])).isEmpty)
        // The main thread's calls have their order.
        #expect(!TraceDifference(trace([(0, "a"), (0, "b")]), trace([(0, "b"), (0, "a")])).isEmpty)
    }

    @Test func `nothing of the machine is in it`() {
        func trace(_ address: String, folder: String) -> Trace {
            let site = Trace.Site(file: "\(folder)/Sources/App/Search.swift", line: 3)
            let values = [
                "<Cell: 0x\(address)>", "(a: 0x\(address), b: 0x\(address))",
                "Optional(App.(unknown context at $\(address)).A)",
                "a long text that ends <Cell: 0x\(address.prefix(5))…", "0xFF and 0xDEADBEEF", "10x\(0xFFFF)",
            ]
            return Trace(
                scenario: "addresses", threads: [Trace.Thread(id: 0, name: "main")],
                nodes: [
                    Trace.Node(
                        id: 1, type: "OperationQueueScheduler", role: .scheduler, site: site,
                        name: "NSOperationQueue 0x\(address)")
                ],
                subscriptions: [Trace.Subscription(id: 1, node: 1, name: "of 0x\(address)", site: site)],
                calls: values.enumerated().map {
                    Trace.Call(
                        id: $0.offset + 1, operation: .on, node: 1, label: "at 0x\(address)", subscription: 1,
                        event: Trace.Event(.next, value: $0.element), site: site)
                })
        }
        let canonical = trace("000055d2c1a0b2d0", folder: "/home/me/app").canonical()
        #expect(canonical == trace("00007f8a4c00b2d0", folder: "/runner/work/app").canonical())
        #expect(
            canonical.calls.map(\.event?.value) == [
                "<Cell: 0x…>", "(a: 0x…, b: 0x…)", "Optional(App.A)", "a long text that ends <Cell: 0x…",
                "0xFF and 0xDEADBEEF", "10x65535",
            ])
        #expect(canonical.nodes.map(\.name) == ["NSOperationQueue 0x…"])
        #expect(canonical.nodes.map(\.site) == [Trace.Site(file: "Sources/App/Search.swift", line: 3)])
    }

    @Test(arguments: 0..<TestLength.times(5, long: 30))
    func `a canonical form is sound, without times, and its own canonical form`(program: Int) throws {
        let trace = ScheduledProgram(seed: program).run(seed: program)
        let canonical = trace.canonical()
        #expect(canonical.isCanonical)
        #expect(canonical.calls.map(\.id) == Array(1...trace.calls.count))
        #expect(canonical.calls.allSatisfy { $0.start == nil && $0.duration == nil })
        #expect(CallTree(canonical).map(\.call) == Array(canonical.calls.indices))
        #expect(canonical.canonical() == canonical)
        let readBack = try TraceReader.read(JSONRenderer().string(from: canonical), named: "t")
        #expect(readBack == canonical)
        #expect(readBack.canonical() == canonical)
    }

    @Test func `a hop keeps its cause and runs on a thread named after the queue`() {
        let trace = Trace(
            scenario: "hop",
            threads: [Trace.Thread(id: 3, name: "worker"), Trace.Thread(id: 5, name: "main")],
            nodes: [
                Trace.Node(id: 1, type: "Unused", role: .object),
                Trace.Node(id: 2, type: "MapSink", role: .sink),
                Trace.Node(id: 3, type: "SerialDispatchQueueScheduler", role: .scheduler, name: "rx.held"),
                Trace.Node(id: 4, type: "ConcurrentDispatchQueueScheduler", role: .scheduler),
            ],
            calls: [
                Trace.Call(id: 1, operation: .schedule, node: 3, thread: 5, start: 1),
                Trace.Call(id: 2, cause: 1, operation: .invoke, thread: 3, start: 2),
                Trace.Call(id: 3, operation: .schedule, node: 4, thread: 5, start: 3),
                Trace.Call(id: 4, parent: 2, operation: .on, node: 2, thread: 3, start: 4),
                Trace.Call(id: 5, cause: 3, operation: .invoke, thread: 3, start: 5),
                Trace.Call(id: 6, parent: 5, operation: .on, node: 2, thread: 3, start: 6),
                Trace.Call(id: 7, cause: 3, operation: .invoke, thread: 5, start: 7),
                Trace.Call(id: 8, operation: .on, thread: 3, start: 8),
            ])
        let canonical = trace.canonical()
        #expect(
            canonical.threads == [
                Trace.Thread(id: 0, name: "main"), Trace.Thread(id: 1, name: "rx.held"),
                Trace.Thread(id: 2, name: "ConcurrentDispatchQueueScheduler 1"), Trace.Thread(id: 3, name: "thread 1"),
            ])
        #expect(
            canonical.nodes.map(\.type) == [
                "SerialDispatchQueueScheduler", "MapSink", "ConcurrentDispatchQueueScheduler",
            ])
        #expect(
            canonical.calls == [
                Trace.Call(id: 1, operation: .schedule, node: 1),
                Trace.Call(id: 2, cause: 1, operation: .invoke, thread: 1),
                Trace.Call(id: 3, parent: 2, operation: .on, node: 2, thread: 1),
                Trace.Call(id: 4, operation: .schedule, node: 3),
                Trace.Call(id: 5, cause: 4, operation: .invoke, thread: 2),
                Trace.Call(id: 6, parent: 5, operation: .on, node: 2, thread: 2),
                Trace.Call(id: 7, cause: 4, operation: .invoke),
                Trace.Call(id: 8, operation: .on, thread: 3),
            ])
    }

    @Test func `other threads come in the order of what they did, each telling its own in order`() {
        func trace(_ order: [(thread: Int, value: String)]) -> Trace {
            Trace(
                scenario: "threads", threads: (0...2).map { Trace.Thread(id: $0, name: $0 == 0 ? "main" : "w\($0)") },
                calls: order.enumerated().map {
                    Trace.Call(
                        id: $0.offset + 1, operation: .on, thread: $0.element.thread,
                        event: Trace.Event(.next, value: $0.element.value))
                })
        }
        let first = trace([(2, "b"), (1, "c"), (0, "z"), (2, "a")]).canonical()
        let second = trace([(0, "z"), (2, "c"), (1, "b"), (1, "a")]).canonical()
        #expect(first == second)
        #expect(first.calls.map(\.event?.value) == ["z", "b", "a", "c"])
        #expect(first.calls.map(\.thread) == [0, 1, 1, 2])
        #expect(first.threads.map(\.name) == ["main", "thread 1", "thread 2"])
    }

    @Test func `work run within a later call loses that parent, and keeps its cause`() {
        let trace = Trace(
            scenario: "virtual time", threads: [Trace.Thread(id: 0, name: "main")],
            calls: [
                Trace.Call(id: 1, operation: .schedule), Trace.Call(id: 2, operation: .handler),
                Trace.Call(id: 3, parent: 2, cause: 1, operation: .invoke),
            ])
        #expect(
            trace.canonical().calls == [
                Trace.Call(id: 1, operation: .schedule), Trace.Call(id: 2, cause: 1, operation: .invoke),
                Trace.Call(id: 3, operation: .handler),
            ])
    }

    @Test func `a subscription no call names is kept, after the others, with its node`() {
        let trace = Trace(
            scenario: "kept", threads: [Trace.Thread(id: 0, name: "main")],
            nodes: (1...3).map { Trace.Node(id: $0, type: "Type\($0)", role: .observable) },
            subscriptions: [
                Trace.Subscription(id: 1, node: 2), Trace.Subscription(id: 2, node: 1),
                Trace.Subscription(id: 3, parent: 2, node: 1),
            ],
            calls: [Trace.Call(id: 1, operation: .subscribe, node: 1, subscription: 3)])
        let canonical = trace.canonical()
        #expect(canonical.nodes.map(\.type) == ["Type1", "Type2"])
        #expect(
            canonical.subscriptions == [
                Trace.Subscription(id: 1, node: 1), Trace.Subscription(id: 2, parent: 1, node: 1),
                Trace.Subscription(id: 3, node: 2),
            ])
        #expect(canonical.calls.map(\.subscription) == [2])
    }

    private func difference(_ first: Trace, _ second: Trace) -> String {
        let renderer = JSONRenderer()
        let difference = TextDifference(old: renderer.string(from: first), new: renderer.string(from: second))
        return difference.unified(context: 1) ?? "same"
    }
}
