import Foundation
import ReactiveObjC
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

/// Objects made before a recording began are told from those made in it. Each has a process of its own: other tests'
/// objects would count.
@Suite(.timeLimit(.generous)) struct EarlyObjectTests {
    @Test(.exits) func whatWasMadeBeforeIsEarlyAndNothingElse() async {
        await #expect(processExitsWith: .success) { try EarlyPrograms.aLateStart() }
    }

    @Test(.exits) func anEarlierRecordingIsBeforeAsWell() async {
        await #expect(processExitsWith: .success) { EarlyPrograms.oneRecordingAfterAnother() }
    }

    @Test(.exits) func aFileSaysTheSame() async {
        await #expect(processExitsWith: .success) { try EarlyPrograms.aFile() }
    }

    @Test(.exits) func whatIsLeftOutIsNotEarly() async {
        await #expect(processExitsWith: .success) { EarlyPrograms.options() }
    }

    @Test(.exits) func theLastPartKnows() async {
        await #expect(processExitsWith: .success) { EarlyPrograms.theLastPart() }
    }

    @Test(.exits) func aPartKnowsWhatWasMetBefore() async {
        await #expect(processExitsWith: .success) { try EarlyPrograms.aPart() }
    }

    @Test(.exits) func otherThreadsObjectsAreNotEarly() async {
        await #expect(processExitsWith: .success) { try EarlyPrograms.otherThreads() }
    }

    @Test(.exits) func whatIsBeingMadeAsTheRecordingStartsIsNotEarly() async {
        await #expect(processExitsWith: .success) { try EarlyPrograms.startsAmidCreation() }
    }

    @Test(.exits) func whatTheProcessHasOneOfIsNotEarly() async {
        await #expect(processExitsWith: .success) { EarlyPrograms.processWideObjects() }
    }
}

private enum EarlyPrograms {
    static func early(_ trace: Trace) -> [String] { trace.nodes.filter(\.isEarly).map(\.type).sorted() }

    /// Things made before, and their use later.
    private final class Program {
        let subject = PublishSubject<Int>()
        let named = PublishSubject<Int>().traced("named")
        let doubled: Observable<Int>
        let bag = DisposeBag()
        let old: any Disposable
        let action = Disposables.create {}

        init() {
            doubled = subject.map { $0 * 2 }
            old = subject.subscribe(onNext: { _ in })
        }

        func use() {
            let fresh = PublishSubject<Int>()
            Observable.merge(doubled, fresh).subscribe(onNext: { _ in }).disposed(by: bag)
            subject.onNext(1)
            fresh.onNext(2)
            named.onNext(3)
            action.dispose()
            old.dispose()
        }

        static let early = [
            "AnonymousDisposable", "AnonymousObserver", "BinaryDisposable", "DisposeBag", "Map", "PublishSubject",
            "PublishSubject", "SubscriptionDisposable",
        ]
    }

    static func aLateStart() throws {
        let program = Program()
        try Trace.start("late")
        program.use()
        let trace = try #require(try Trace.stop())
        #expect(early(trace) == Program.early)
        #expect(trace.nodes.contains { $0.name == "named" && $0.isEarly })
        // One subject is the recording's own.
        #expect(trace.nodes.count { $0.type == "PublishSubject" } == 3)
        let created = Set(trace.calls.filter { $0.operation == .create }.map(\.node))
        #expect(trace.nodes.allSatisfy { !$0.isEarly || !created.contains($0.id) && $0.site == nil })
    }

    static func oneRecordingAfterAnother() {
        var made: Program?
        let first = Trace.record("first") {
            let program = Program()
            program.use()
            made = program
        }
        #expect(early(first) == [])
        let between = PublishSubject<Int>()
        for _ in 0..<3 {
            let later = Trace.record("later") {
                made?.subject.onNext(4)
                between.onNext(5)
                PublishSubject<Int>().onNext(6)
            }
            let subjects = later.nodes.filter { $0.type == "PublishSubject" }
            #expect(subjects.map(\.isEarly) == [true, true, false])
            #expect(later.nodes.filter { $0.type == "MapSink" }.map(\.isEarly) == [true])
        }
    }

    static func aFile() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("early-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let programs = [Program(), Program()]
        let inMemory = Trace.record("late") { programs[0].use() }
        try Trace.record("late", to: path) { programs[1].use() }
        let inFile = try TraceRecording(contentsOf: path).trace()
        #expect(early(inMemory) == Program.early)
        #expect(inFile.nodes.map(\.isEarly) == inMemory.nodes.map(\.isEarly))
        #expect(inFile.nodes.map(\.type) == inMemory.nodes.map(\.type))
    }

    static func options() {
        let all = [
            RecordingOptions(sample: 2), RecordingOptions(sample: 7), RecordingOptions(recordOnly: ["Map"]),
            RecordingOptions(recordExcept: ["Map"]), RecordingOptions(values: .none, hasSites: false),
            RecordingOptions(scope: .caused), RecordingOptions(last: .calls(100)),
        ]
        for options in all {
            let made = Trace.record("made inside", options: options) {
                for seed in 0..<100 { _ = RandomPipeline(seed: UInt64(seed)).run() }
                for _ in 0..<10 { Program().use() }
            }
            #expect(!made.calls.isEmpty && early(made) == [], "\(options)")
        }
        let subject = PublishSubject<Int>()
        for options in all.dropLast() {
            let used = Trace.record("used inside", options: options) {
                for _ in 0..<3 { subject.map { $0 }.subscribe(onNext: { _ in }).dispose() }
                subject.onNext(1)
            }
            #expect(early(used) == ["PublishSubject"], "\(options)")
        }
    }

    static func theLastPart() {
        let old = PublishSubject<Int>()
        let trace = Trace.record("last", options: RecordingOptions(last: .calls(1_000))) {
            let new = PublishSubject<Int>()
            for number in 0..<60_000 {
                old.onNext(number)
                new.onNext(number)
            }
        }
        #expect(trace.drops.last > 0)
        #expect(trace.nodes.map(\.isEarly).sorted { $0 && !$1 } == [true, false])
    }

    static func aPart() throws {
        let older = PublishSubject<Int>()
        try Trace.start("whole")
        let old = PublishSubject<Int>()
        let part = Trace.record("part") {
            older.onNext(1)
            old.onNext(1)
            PublishSubject<Int>().onNext(1)
        }
        let whole = try #require(try Trace.stop())
        #expect(part.nodes.map(\.isEarly) == [true, true, false])
        #expect(whole.nodes.count == 3 && early(whole) == ["PublishSubject"])
    }

    static func otherThreads() throws {
        let subject = Mutex<PublishSubject<Int>?>(nil)
        let (isAsked, isMade) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Begun before the recording: none of its calls asks for the thread.
        Thread {
            isAsked.wait()
            let made = PublishSubject<Int>()
            made.onNext(1)
            subject.withLock { $0 = made }
            isMade.signal()
        }.start()
        let trace = Trace.record("mine", options: RecordingOptions(scope: .caused)) {
            isAsked.signal()
            isMade.wait()
            subject.withLock { $0 }?.onNext(2)
        }
        #expect(trace.nodes.map(\.type) == ["PublishSubject"])
        #expect(!trace.calls.contains { $0.operation == .create })
        #expect(early(trace) == [])
    }

    static func startsAmidCreation() throws {
        try whileThreads(2) { _ in
            let subject = PublishSubject<Int>()
            subject.map { $0 }.subscribe(onNext: { _ in }).dispose()
        } main: {
            for round in 0..<50 {
                try Trace.start("round \(round)")
                PublishSubject<Int>().onNext(1)
                let trace = try #require(try Trace.stop())
                let created = Set(trace.calls.lazy.filter { $0.operation == .create }.compactMap(\.node))
                #expect(!created.isEmpty)
                #expect(trace.nodes.allSatisfy { !($0.isEarly && created.contains($0.id)) })
            }
        }
    }

    static func processWideObjects() {
        let use = {
            NotificationCenter.default.rx.notification(Notification.Name("any")).subscribe().dispose()
            _ = Observable.of(1).observe(on: MainScheduler.instance).subscribe(on: CurrentThreadScheduler.instance)
                .subscribe()
            let counter = Counter()
            let scheduler = RACTestScheduler()
            scheduler.schedule { _ = RACObserve(counter, \.count).subscribeNext { _ in } }
            scheduler.stepAll()
            counter.count = 1
        }
        for _ in 0..<2 {
            let trace = Trace.record("all") { use() }
            #expect(Set(trace.nodes.map(\.type)).isSuperset(of: ["CurrentThreadScheduler", "RACKVOProxy"]))
            #expect(early(trace) == [])
        }
    }
}

private final class Counter: ReactiveCompatible {
    @RACObservable var count = 0
}
