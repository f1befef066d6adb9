import CRxTraceBuffer
import Foundation
import ReactiveObjC
import RxTraceKit
import Testing

@testable import RxInstrumented

/// The roles that operators say of themselves.
@Suite struct RoleTests {
    private static let sources = ["RxInstrumented", "ReactiveObjC"].map { module in
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/\(module)")
            .standardizedFileURL
    }

    /// The classes of the library: name, what they are made of, the text of their declaration and body.
    private static func classes() throws -> [(name: String, base: String, body: Substring)] {
        let files = sources.flatMap { folder in
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        }
        let pattern =
            #/
            (?m) ^ (?: @\w+ (?: \([^\)]*\) )? \s )* (?: public\s | open\s | private\s | fileprivate\s )* (?: final\s )?
            class \s (\w+) (?: <[^\{>]*> )? \s* : \s* (\w+)
            /#
        var found: [(String, String, Substring)] = []
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: pattern) {
                let rest = text[match.range.lowerBound...]
                let end = rest.range(of: "\n}")?.lowerBound ?? rest.endIndex
                found.append((String(match.1), String(match.2), rest[..<end]))
            }
        }
        return found
    }

    /// Operators that do nothing that a trace mentions: they pass on what comes, changed or not. A new one is named here, or
    /// says in its file what it does.
    private static let withoutBehaviors: Set = [
        "ConcurrentDispatchQueueScheduler", "ConnectableObservableAdapter", "Debug", "DefaultIfEmpty", "Deferred",
        "DelaySubscription", "Dematerialize", "EmptyProducer", "Enumerated", "ErrorProducer", "Generate", "Just",
        "JustScheduled", "LibraryMap", "Map", "Materialize", "Merge", "MergeArray", "Multicast", "ObservableOptional",
        "ObservableOptionalScheduled", "ObservableSequence", "OperationQueueScheduler", "PublishSubject",
        "RangeProducer", "RefCount", "SerialDispatchQueueScheduler", "StartWith", "Timeout", "TracedScheduler", "Using",
        "WindowTimeCount",
    ]

    @Test func everyOperatorSaysWhatItDoes() throws {
        let classes = try Self.classes()
        let bases: Set = [
            "Producer", "SharedObservable", "ConnectableObservable", "RACSignal", "RACSubject", "RACScheduler",
        ]
        let operators = classes.filter { name, base, body in
            bases.contains(base) && !bases.contains(name) || base == "Observable" && !bases.contains(name)
                || body.contains("Role { .scheduler }") && name != "RACScheduler"
        }
        #expect(operators.count > 90)
        // A dynamic signal's role is said where it is made.
        let silent = operators.filter {
            $0.name != "RACDynamicSignal" && !$0.body.contains(#/var (trace|recorded)Behaviors/#)
        }
        #expect(Set(silent.map(\.name)) == Self.withoutBehaviors)
    }

    @Test func innerObserversSayWhomTheyWorkFor() throws {
        let classes = try Self.classes()
        let bases: Set = ["PartObserver", "DisposablePartObserver"]
        let parts = classes.filter { bases.contains($0.base) && !bases.contains($0.name) }
        #expect(parts.count > 10)
        // An edge has no owner: it stands for the user's observer, or for that of a sink.
        let silent = parts.filter { $0.name != "EdgeObserver" && !$0.body.contains("var traceOwner") }
        #expect(silent.map(\.name) == [])
    }

    /// The words of each node of a type in a trace.
    private static func words(_ type: String, in trace: Trace) -> Set<[String]> {
        Set(trace.nodes.filter { $0.type == type }.map { $0.behaviors.map(\.name) })
    }

    @Test func sinksAndInnerObserversDoWhatTheirOperatorDoes() {
        let trace = Trace.record("roles", options: RecordingOptions(scope: .caused)) {
            let subject = PublishSubject<Int>()
            let bag = DisposeBag()
            Observable.zip(subject, subject).share(replay: 1)
                .flatMapLatest { Observable.just($0) }.subscribe().disposed(by: bag)
            subject.take(until: subject).subscribe().disposed(by: bag)
            subject.ignoreElements().subscribe().disposed(by: bag)
            subject.onNext(1)
        }
        #expect(Self.words("ZipObserver", in: trace) == [["buffers", "combines", "queues"]])
        #expect(Self.words("TakeUntilSinkOther", in: trace) == [["ends"]])
        #expect(Self.words("MapSwitchSink", in: trace) == [["switches"]])
        #expect(Self.words("ShareReplay1WhileConnectedConnection", in: trace) == [["connects", "replays", "shares"]])
        #expect(Self.words("FlatMapSink", in: trace) == [["ignores"]])
        for node in trace.nodes where node.role == .sink {
            let owner = trace.nodes.first { $0.id == node.owner }
            #expect(owner?.role == .observable, "\(node.type)")
        }
        let observer = trace.nodes.first { $0.type == "ZipObserver" }
        #expect(trace.nodes.first { $0.id == observer?.owner }?.type == "ZipSink2_")
    }

    /// Older traces say by names the roles that operators say today.
    @Test func olderTracesAreReadAsTheyWereMeant() {
        let trace = Trace.record("roles", options: RecordingOptions(scope: .caused)) {
            let subject = PublishSubject<Int>()
            let bag = DisposeBag()
            // A scheduler of its own: work that waits for the shared one keeps other tests' from running at once.
            subject.observe(on: MainScheduler()).take(1).reduce(0, accumulator: +).subscribe().disposed(by: bag)
            Observable.combineLatest(subject.map { $0 }, subject.filter { $0 > 0 }).share().subscribe()
                .disposed(by: bag)
            subject.concatMap { Observable.just($0) }.replay(1).connect().disposed(by: bag)
            subject.onNext(1)
            subject.onCompleted()
        }
        var older = trace
        for index in older.nodes.indices {
            older.nodes[index].behaviors = []
            older.nodes[index].owner = nil
        }
        // Whom an inner observer works for, its name does not tell.
        for (node, expected) in zip(TraceInMemory(older).nodes, trace.nodes) where node.role != .observer {
            #expect(node.behaviors == expected.behaviors, "\(node.type)")
            if node.role == .sink { #expect(node.owner == expected.owner, "\(node.type)") }
        }
    }

    @Test func whatACommandIsMadeOfIsItsInside() {
        let trace = Trace.record("command", options: RecordingOptions(scope: .caused)) {
            let command = RACCommand<Int, Int> { RACSignal.return($0) }
            command.executing.subscribeNext { _ in }
            _ = RACSignal.return("mine")
        }
        let streams = trace.nodes.filter { [.observable, .subject].contains($0.role) }
        let users = streams.filter { !$0.behaviors.contains(.inside) }
        #expect(streams.count > 20)
        #expect(users.allSatisfy { $0.generic == "RACReturnSignal<String>" }, "\(users)")
        #expect(!users.isEmpty)
    }

    @Test func everyWordFits() {
        #expect(Trace.Operation.allCases.count <= RecordingLayout.operationLimit)
        #expect(RecordingLayout.operationLimit == Int(TRACE_OPERATIONS) && RecordingLayout.operationLimit >= 200)
        #expect(Trace.Behavior.allCases.count <= 32)
        #expect(HandlerLabel.allCases.count <= 256)
        // The bits of an event's detail and those that the recorder adds are not the same.
        let own = UInt8(TRACE_SENT_AGAIN)
        for form in RecordedEventForm.allCases {
            #expect(form.bits & (own | RecordedEventForm.byAnyObserver | 3) == 0)
        }
        #expect(own & (RecordedEventForm.byAnyObserver | 3) == 0)
    }
}
