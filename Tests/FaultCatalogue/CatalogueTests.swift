import Foundation
import RxRelay
import RxSwift
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

/// Every planted fault is found at its line, and nothing else is.
@Suite(.serialized) struct CatalogueTests {
    static let programs =
        FaultProgram.sideEffects + FaultProgram.reentrances + FaultProgram.lateEvents + FaultProgram.nestedSubscribes
        + FaultProgram.hops + FaultProgram.threads + FaultProgram.leaks + FaultProgram.subjects + FaultProgram.errors
        + FaultProgram.flatMaps + FaultProgram.waits + FaultProgram.more + FaultProgram.others
        + FaultProgram.errorHandlers + FaultProgram.hopParts + FaultProgram.handlers + FaultProgram.deadChains
        + FaultProgram.piles + FaultProgram.bindings + FaultProgram.lost + FaultProgram.passing + FaultProgram.orders
        + FaultProgram.mended
        + FaultProgram.asked + FaultProgram.shapes + FaultProgram.missed + FaultProgram.sound
        + FaultProgram.sharedSources + FaultProgram.bagOwners + FaultProgram.pending + FaultProgram.requests
        + FaultProgram.throttles + FaultProgram.replays + FaultProgram.nearWaits + FaultProgram.nearMeetings
        + FaultProgram.nearHops + FaultProgram.states + FaultProgram.takes + FaultProgram.outlived
        + FaultProgram.stores + FaultProgram.together + FaultProgram.forgotten + FaultProgram.skips
        + FaultProgram.retries + FaultProgram.nearRetries + FaultProgram.mainSources + FaultProgram.kept
        + FaultProgram.flags + FaultProgram.cells + FaultProgram.queueWaits + FaultProgram.timers
        + FaultProgram.answers + FaultProgram.unseen + FaultProgram.mixed + FaultProgram.pages + FaultProgram.lateOnes
        + FaultProgram.actions
        + FaultProgram.sharedStates
        + FaultProgram.emptyAnswers + FaultProgram.wider + FaultProgram.caches
        + FaultProgram.looks + FaultProgram.flagTurns + FaultProgram.counts + FaultProgram.parallels
        + FaultProgram.written + FaultProgram.circles + FaultProgram.meetings + FaultProgram.symptoms
        + FaultProgram.widened + FaultProgram.steps + FaultProgram.families
        + FaultProgram.otherWords + FaultProgram.depths + FaultProgram.facts + FaultProgram.furthers
        + FaultProgram.cuts + FaultProgram.unkept + FaultProgram.typed + FaultProgram.begun
        + FaultProgram.again
        + FaultProgram.latter + FaultProgram.owned + FaultProgram.held + FaultProgram.signals + FaultProgram.alike

    /// The rules that go by how long closures take, which is not for a machine at work to say: they have tests of their own.
    private static let timed: Set = ["held-main", "repeated-work"]
    private static let rules = Set(Lint.definitions.map(\.name)).subtracting(timed)

    /// Programs that are also looked at without their text, and twice per rule, with the calls it wants and with all: that takes
    /// longer than all the rest.
    private static let wanted = Set(TestLength.some(programs, 24).map(\.name))

    /// One program in five, and those that are also looked at so.
    private static let looked = Set(TestLength.some(programs, programs.count / 5).map(\.name)).union(wanted)

    /// One test for all: each of a serialized suite's waits until those of all others have had a turn, and a thousand of them
    /// ran by themselves at the end.
    @Test func whatIsPlantedIsFound() {
        for (file, programs) in Dictionary(grouping: Self.programs, by: \.file) {
            // Read once for all programs of the file.
            let text = SourceText { path in
                file.hasSuffix("/" + path) || file == path ? try? String(contentsOfFile: file, encoding: .utf8) : nil
            }
            for program in programs where Self.looked.contains(program.name) {
                do {
                    try expectPlanted(in: program, text)
                } catch {
                    Issue.record("\(program.name) in \(file): \(error)")
                }
            }
        }
    }

    private func expectPlanted(in program: FaultProgram, _ text: SourceText) throws {
        let planted = try program.planted()
        let source = TraceInMemory(program.trace())
        if Self.wanted.contains(program.name) {
            try WantedCallsTests.expectTheSame(source, mainThread: program.mainThread, text: text)
        }
        let trace = try NamedTrace.naming(source, from: text)
        let lint = Lint(rules: Self.rules, mainThread: program.mainThread.map { TracePattern($0) }, text: text)
        let findings = try lint.findings(in: trace)
        let leaks = try LeakSearch(text: text).leaks(in: trace)
        let found =
            findings.map { PlantedFault(line: $0.site?.line ?? 0, fault: word($0.severity) + $0.rule) }
            + leaks.map {
                PlantedFault(line: $0.site?.line ?? 0, fault: "\(word($0.severity))leak \($0.keeper.rawValue)")
            }
        #expect(Set(found) == planted, "\(program.name) in \(program.file)")
        #expect(found.count == Set(found).count, "\(program.name)")
        for site in findings.map(\.site) + leaks.map(\.site) {
            #expect(site.map { program.file.hasSuffix($0.file) } == true)
        }
        guard Self.wanted.contains(program.name) else { return }
        // A file that is gone, and one that has become shorter than the lines of the trace: nothing traps.
        for content in [nil, "import RxSwift\n\n"] {
            let short = SourceText { _ in content }
            _ = try Lint(text: short).findings(in: source)
            _ = try LeakSearch(text: short).leaks(in: source)
        }
    }

    /// The programs that come near to a rule: those that say so, and those made to try it.
    private static func neighbours(of rule: String) -> [FaultProgram] {
        let own: [String: [FaultProgram]] = [
            "repeated-side-effect": FaultProgram.sideEffects + FaultProgram.flatMaps,
            "reentrance": FaultProgram.reentrances, "late-event": FaultProgram.lateEvents,
            "nested-subscribe": FaultProgram.nestedSubscribes + FaultProgram.handlers,
            "idle-hop": FaultProgram.hops + FaultProgram.hopParts, "wrong-thread": FaultProgram.threads,
            "unreleased-bag": FaultProgram.leaks, "swallowed-error": FaultProgram.errors + FaultProgram.errorHandlers,
            "dead-chain": FaultProgram.deadChains, "uncompleted-subject": FaultProgram.subjects,
            "endless-wait": FaultProgram.waits, "piled-subscriptions": FaultProgram.piles,
            "nothing-passes": FaultProgram.passing,
        ]
        return programs.filter { $0.near.contains(rule) } + own[rule, default: []]
    }

    private func word(_ severity: Trace.Finding.Severity) -> String { severity == .note ? "note " : "" }

    /// A leak says which closure keeps the owner of its bag, at which line.
    @Test func aLeakNamesTheClosureThatKeeps() throws {
        let program = FaultProgram.bagOwners[0]
        let text = SourceText { _ in try? String(contentsOfFile: program.file, encoding: .utf8) }
        let leak = try #require(try LeakSearch(text: text).leaks(in: TraceInMemory(program.trace())).first)
        let closure = try #require(leak.bags?.closure)
        #expect(closure.operation == "map")
        #expect(closure.site.line == 13)
        #expect(leak.explanation.contains("the closure of map at "))
        let line = try #require(leak.site?.line)
        let kept = "self is captured by the closure of map, which the subscription of :\(line) holds"
        #expect(leak.finding.evidence.first?.text == kept)
        #expect(leak.remedy == "capture self weakly in the closure of map: [weak self]")
    }

    /// Each says what to do, in a line that fits the terminal.
    @Test func everyRuleHasARemedyOfOneLine() {
        for rule in Lint.definitions {
            #expect(!rule.remedy.isEmpty && rule.remedy.count <= 73 && !rule.remedy.hasSuffix("."), "\(rule.name)")
        }
    }

    /// A relay and a source of `rx` are told by the words that the code has for them, operators by theirs.
    @Test func sourcesAreNamedAsTheCodeNamesThem() throws {
        let center = NotificationCenter()
        let program = FaultProgram("sources of many kinds") {
            let (screen, toast, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            toast.accept(1)
            toast.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            _ = center.rx.notification(Notification.Name("a")).subscribe(onNext: { _ in screen.show("a") })
            _ = toast.observe(on: MainScheduler.asyncInstance).subscribe(onNext: { screen.show($0) })
        }
        let text = SourceText { _ in try? String(contentsOfFile: program.file, encoding: .utf8) }
        let trace = TraceInMemory(program.trace())
        let messages = try Lint(text: text).findings(in: trace).map(\.message)
        #expect(messages.contains("1 element of PublishRelay is sent before anybody listens"))
        let sources = try LeakSearch(text: text).leaks(in: trace).map(\.written)
        #expect(sources == ["center.rx.notification", "observe(on:)"])
    }

    /// A bag is told by what it holds; other bags of its line are told apart from that.
    @Test func aBagIsToldByWhatItHolds() throws {
        let program = FaultProgram("two sources into one bag that nobody releases") {
            let (bag, sources) = (DisposeBag(), [PublishSubject<Int>(), PublishSubject<Int>()])
            for source in sources {
                source.subscribe(onNext: { _ in withExtendedLifetime((bag, sources)) {} }).disposed(by: bag)
            }
        }
        let trace = TraceInMemory(program.trace())
        let findings = try Lint(rules: ["unreleased-bag"]).findings(in: trace)
        #expect(findings.map(\.message) == ["nobody releases a bag with 2 living subscriptions"])
        let leaks = try LeakSearch().leaks(in: trace)
        #expect(leaks.map(\.severity) == [.note])
        let summary = Trace.LeakGroup.summary(of: leaks, subscriptions: 2)
        #expect(summary == "no certain leak: 2 living subscriptions at 1 place")
    }

    /// Of several bags that a line filled, some may have been released.
    @Test(arguments: [
        (0, "; of the 3 bags that this line filled none was released"),
        (1, "; of the 3 bags that this line filled 2 are alive at the end"),
        (2, "; of the 3 bags that this line filled 1 is alive at the end"),
    ])
    func aBagIsToldBesideOthersOfItsLine(_ released: Int, _ others: String) throws {
        let program = FaultProgram("three bags of one line") {
            for number in 0..<3 {
                let (bag, source) = (DisposeBag(), PublishSubject<Int>())
                source.subscribe(onNext: { _ in withExtendedLifetime((bag, source)) {} })
                    .disposed(by: bag)
                if number < released { source.onCompleted() }
            }
        }
        let findings = try Lint(rules: ["unreleased-bag"]).findings(in: TraceInMemory(program.trace()))
        #expect(Set(findings.map(\.message)) == ["nobody releases a bag with 1 living subscription" + others])
    }

    /// Whoever closes a screen some 30 ms after it began to load has decided so; 1 ms is no time for that.
    @Test func aPauseTellsAScreenThatWasClosed() throws {
        func findings(pause: UInt64) throws -> [String] {
            var trace = FaultProgram.closedScreen.trace()
            let start = try #require(trace.calls.first?.start)
            let release = try #require(trace.calls.firstIndex { $0.operation == .deinit })
            for number in trace.calls.indices {
                trace.calls[number].start = start + UInt64(number) + (number < release ? 0 : pause)
            }
            return try Lint(rules: ["disposed-at-once"]).findings(in: TraceInMemory(trace)).map(\.remedy)
        }
        #expect(try findings(pause: 1_000_000) == ["keep the object that has the bag for as long as the work takes"])
        #expect(try findings(pause: 30_000_000).isEmpty)
    }

    /// An event that holds the main thread, by times that are made up: a machine at work has others.
    @Test(arguments: HeldMainCase.all) func anEventMayHoldMain(_ example: HeldMainCase) throws {
        let program = FaultProgram("a title that takes long") {
            let (screen, name, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            name.map { $0 + "!" }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["Ada", "Grace"] { name.onNext(text) }
        }
        var trace = program.trace()
        if example.isElsewhere { trace.threads[0].name = "worker" }
        for number in trace.calls.indices {
            let milliseconds = trace.calls[number].label.flatMap { example.milliseconds[$0] } ?? 0
            trace.calls[number].start = example.hasTimes ? UInt64(number) * 1_000_000_000 : nil
            trace.calls[number].duration = example.hasTimes ? milliseconds * 1_000_000 : nil
        }
        let findings = try Lint(rules: ["held-main"]).findings(in: TraceInMemory(trace))
        #expect(findings.map { ($0.site?.line ?? 0) - program.line } == (example.line.map { [$0] } ?? []), "\(example)")
        #expect(findings.allSatisfy { $0.count == 2 })
        let word = example.line == 2 ? "the closure of map" : "onNext"
        #expect(findings.allSatisfy { $0.message.contains(word) && !$0.message.contains("transform") })
    }

    /// A closure that runs once per subscriber of a share above it, by times that are made up.
    @Test(arguments: [
        (milliseconds: UInt64(20), subscribers: 3, isBelow: false, isFound: true), (4, 3, false, false),
        (20, 1, false, false), (20, 2, false, false), (30, 2, false, true), (20, 3, true, false),
    ])
    func anEventMayRunAClosureAgain(_ example: (milliseconds: UInt64, subscribers: Int, isBelow: Bool, isFound: Bool))
        throws
    {
        let program = FaultProgram("a title that takes long, for each who shows it") {
            let (screen, name, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            let shared = name.share()
            let slow = shared.map { $0 + "!" }
            let title = example.isBelow ? slow.share() : slow
            for _ in 1...example.subscribers { title.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            for text in ["Ada", "Grace"] { name.onNext(text) }
        }
        var trace = program.trace()
        for number in trace.calls.indices {
            let isSlow = trace.calls[number].label == "transform"
            trace.calls[number].start = UInt64(number) * 1_000_000_000
            trace.calls[number].duration = isSlow ? example.milliseconds * 1_000_000 : 0
        }
        let findings = try Lint(rules: ["repeated-work"]).findings(in: TraceInMemory(trace))
        #expect(findings.map { ($0.site?.line ?? 0) - program.line } == (example.isFound ? [3] : []), "\(example)")
        #expect(findings.allSatisfy { $0.message.contains("\(example.subscribers) times") && $0.count == 2 })
    }

    /// Equal faults of a line are told once, with how many there were; the gravest of them is told.
    @Test func equalFindingsAreOneWithACount() throws {
        let program = FaultProgram("ends without a return") {
            for value in 1...3 {
                let done = PublishSubject<Int>()
                for event in [Event.completed, value == 2 ? .next(value) : .completed] { done.on(event) }
            }
        }
        let findings = try Lint().findings(in: TraceInMemory(program.trace()))
        #expect(findings.map(\.rule) == ["late-event"])
        #expect(findings.map(\.count) == [3])
        #expect(findings.map(\.severity) == [.error])
        #expect(findings.first?.sentence.hasSuffix("(3 times)") == true)
    }

    @Test func thereAreEnough() throws {
        let faulty = try Self.programs.count { try !$0.planted().isEmpty }
        #expect(faulty >= 40)
        #expect(Self.programs.count - faulty >= 40)
        #expect(Set(Self.programs.map(\.name)).count == Self.programs.count)
        for rule in Self.rules {
            let near = try Self.neighbours(of: rule).count { program in
                try !program.planted().contains { $0.fault.hasSuffix(rule) }
            }
            #expect(near >= 10, "\(near) sound programs come near to \(rule)")
        }
        let rules = try Set(
            Self.programs.flatMap { try $0.planted().map { $0.fault.replacing("note ", with: "") } })
        #expect(rules.isSuperset(of: Self.rules))
        #expect(rules.isSuperset(of: Trace.LeakGroup.Keeper.allCases.map { "leak \($0.rawValue)" }))
    }
}

/// How long the closures of a program take, and the line, from the program's own on, that is found.
struct HeldMainCase: Sendable {
    var milliseconds: [String: UInt64]
    var line: Int?
    var isElsewhere = false
    var hasTimes = true

    static let all = [
        HeldMainCase(milliseconds: ["transform": 150], line: 2),
        HeldMainCase(milliseconds: ["onNext": 150], line: 3),
        HeldMainCase(milliseconds: ["transform": 40, "onNext": 70], line: 3),
        HeldMainCase(milliseconds: ["transform": 99]),
        HeldMainCase(milliseconds: ["transform": 49, "onNext": 50]),
        HeldMainCase(milliseconds: ["transform": 150], isElsewhere: true),
        HeldMainCase(milliseconds: ["transform": 150], hasTimes: false),
    ]
}

extension FaultProgram {
    private static let files = Mutex<[String: [String]]>([:])

    /// The lines of a file, which is read once.
    private static func lines(of file: String) throws -> [String] {
        if let known = files.withLock({ $0[file] }) { return known }
        let lines = try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n")
        files.withLock { $0[file] = lines }
        return lines
    }

    /// The faults that comments in the program's source speak of.
    func planted() throws -> Set<PlantedFault> {
        let lines = try Self.lines(of: file)
        let end = lines[line...].firstIndex { $0.contains("FaultProgram(") } ?? lines.count
        var result: Set<PlantedFault> = []
        let also = extra.map { Array($0) } ?? []
        for number in also + Array(line...end) {
            guard let comment = lines[number - 1].range(of: "// FAULT: ") else { continue }
            for fault in lines[number - 1][comment.upperBound...].components(separatedBy: ", ") {
                result.insert(PlantedFault(line: number, fault: fault))
            }
        }
        return result
    }
}
