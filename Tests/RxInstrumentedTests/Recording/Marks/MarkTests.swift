import Foundation
import RxInstrumented
import RxTraceKit
import Testing

/// The calls that `Trace.mark` records.
@Suite struct MarkTests {
    private let caused = RecordingOptions(scope: .caused)

    private func record(_ body: () throws -> Void) rethrows -> Trace {
        try Trace.record("test", options: caused, body)
    }

    @Test func aMarkIsACallWithATextAndNoNode() throws {
        let trace = record { Trace.mark("checkout opened") }
        let mark = try #require(trace.calls.first)
        #expect(trace.calls.count == 1)
        #expect(trace.nodes.isEmpty)
        #expect(mark.operation == .mark)
        #expect(mark.label == "checkout opened")
        #expect(mark.node == nil)
        #expect(mark.parent == nil)
        #expect(mark.subscription == nil)
        #expect(mark.event == nil)
        #expect(mark.duration == 0)
    }

    @Test func aMarkAroundAClosureHoldsItsCalls() {
        let trace = record {
            let subject = PublishSubject<Int>()
            Trace.mark("load") {
                _ = subject.subscribe(onNext: { number in Trace.mark("got \(number)") })
                Trace.mark("deliver") { subject.onNext(7) }
            }
            Trace.mark("loaded")
        }
        #expect(
            TreeRenderer(zoom: .user).string(from: withoutSites(trace)) == """
                test
                ├─ create PublishSubject
                ├─ mark "load"
                │ ├─ subscribe PublishSubject · subscription 1, still live
                │ └─ mark "deliver"
                │   ↳ on PublishSubject next(7)
                │   ↳ handler onNext AnonymousObserver next(7)
                │   ↳ mark "got 7"
                └─ mark "loaded"
                11 calls (8 shown), 2 nodes, 1 subscription, 1 still live

                """)
    }

    @Test func aMarkTakesAsLongAsItsClosure() throws {
        let trace = record {
            Trace.mark("outer") { Trace.mark("inner") { PublishSubject<Int>().onNext(1) } }
        }
        let durations = try trace.calls.map { try #require($0.duration) }
        let starts = try trace.calls.map { try #require($0.start) }
        #expect(trace.calls.map(\.operation) == [.mark, .mark, .create, .on])
        #expect(trace.calls.map(\.parent) == [nil, 1, 2, 2])
        #expect(durations[0] >= durations[1])
        #expect(starts[1] + durations[1] >= starts[3] + durations[3])
    }

    @Test func aMarkGivesBackWhatItsClosureDoes() throws {
        #expect(Trace.mark("three") { 3 } == 3)
        var answer = 0
        let trace = record { answer = Trace.mark("four") { 4 } }
        #expect(answer == 4)
        #expect(trace.calls.count == 1)
        #expect(throws: TestError.self) { try Trace.mark("failed") { throw TestError() } }
        let failed = record {
            #expect(throws: TestError.self) { try Trace.mark("failed") { throw TestError() } }
            Trace.mark("next")
        }
        #expect(failed.calls.map(\.label) == ["failed", "next"])
        #expect(failed.calls.map(\.parent) == [nil, nil])
    }

    @Test func aMarkInAHandlerBelongsToItsSubscription() throws {
        let trace = record {
            let subject = PublishSubject<Int>()
            _ = subject.subscribe(onNext: { _ in Trace.mark("first") })
            _ = subject.map { number in Trace.mark("mapping") { number } }.subscribe()
            subject.onNext(1)
            Trace.mark("outside")
        }
        let marks = trace.calls.filter { $0.operation == .mark }
        #expect(marks.map(\.label) == ["first", "mapping", "outside"])
        #expect(marks.map(\.subscription) == [1, 2, nil])
        let parents = marks.map { mark in trace.calls.first { $0.id == mark.parent }?.label }
        #expect(parents == ["onNext", "transform", nil])
    }

    @Test func marksAreThereOnEveryZoom() throws {
        let trace = record {
            let subject = PublishSubject<Int>()
            _ = subject.debug("marks-on-every-zoom").subscribe(onNext: { _ in Trace.mark("inside") })
            Trace.mark("around") { subject.onNext(1) }
        }
        let all = trace.calls.count { $0.operation == .mark }
        #expect(all == 4)
        for zoom in Zoom.allCases {
            var filter = TraceFilter()
            filter.zoom = zoom
            let shown = try filter.apply(to: TraceInMemory(trace)).trace()
            #expect(shown.calls.count { $0.operation == .mark } == all, "\(zoom)")
        }
    }

    @Test func everyThreadHasItsOwnMarks() throws {
        let trace = Trace.record("threads") {
            let group = DispatchGroup()
            for index in 0..<4 {
                group.enter()
                Thread {
                    for step in 0..<50 {
                        Trace.mark("everyThread \(index)") { Trace.mark("everyThread \(index).\(step)") }
                    }
                    group.leave()
                }.start()
            }
            group.wait()
        }
        // Of other tests, which run meanwhile, nothing.
        let marks = trace.calls.filter { $0.label?.hasPrefix("everyThread") == true }
        #expect(marks.count == 400)
        #expect(Set(marks.map(\.thread)).count == 4)
        for (thread, own) in Dictionary(grouping: marks, by: \.thread) {
            let isMark = Set(own.map(\.id))
            let outer = own.filter { $0.parent.map { !isMark.contains($0) } ?? true }
            let inner = own.filter { $0.parent.map { isMark.contains($0) } ?? false }
            let name = try #require(outer.first?.label)
            #expect(outer.map(\.label) == Array(repeating: name, count: 50), "thread \(thread)")
            #expect(inner.map(\.label) == (0..<50).map { "\(name).\($0)" })
            #expect(inner.map(\.parent) == outer.map(\.id))
        }
    }

    @Test(arguments: Sanitizer.hidesThreads ? [false] : [false, true])
    func aCausedRecordingHasTheMarksOfItsOwnWork(hasHops: Bool) {
        let trace = Trace.record("test", options: RecordingOptions(scope: .caused, hasHops: hasHops)) {
            let queue = DispatchQueue(label: "marks")
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "marks")
            Trace.mark("asking") {
                _ = Observable.just(1).observe(on: scheduler).subscribe(onNext: { _ in Trace.mark("delivered") })
            }
            queue.sync {}
            let group = DispatchGroup()
            group.enter()
            Thread {
                Trace.mark("of a thread's own")
                group.leave()
            }.start()
            group.wait()
        }
        let marks = trace.calls.filter { $0.operation == .mark }.map(\.label)
        #expect(marks == ["asking", "delivered"] + (hasHops ? ["of a thread's own"] : []))
    }

    @Test func makingUpATextIsNoPartOfTheRecording() {
        let trace = Trace.record("threads", options: RecordingOptions(hasHops: false)) {
            let group = DispatchGroup()
            group.enter()
            // Its first act in the recording: there is nothing of the thread yet.
            Thread {
                func text(_ number: Int) -> String {
                    PublishSubject<Int>().onNext(number)
                    return "made-up \(number)"
                }
                for number in 0..<3 { Trace.mark(text(number)) }
                PublishSubject<String>().onNext("and goes on")
                group.leave()
            }.start()
            group.wait()
        }
        let thread = trace.calls.first { $0.label?.hasPrefix("made-up") == true }?.thread
        let own = trace.calls.filter { $0.thread == thread }
        #expect(own.map(\.operation) == [.mark, .mark, .mark, .create, .on])
        #expect(own.map(\.label).prefix(3) == ["made-up 0", "made-up 1", "made-up 2"])
        #expect(own.last?.event?.value == "and goes on")
    }
}

/// A trace of which nothing says where in the source it was made.
func withoutSites(_ trace: Trace) -> Trace {
    var trace = trace
    for index in trace.nodes.indices { trace.nodes[index].site = nil }
    for index in trace.subscriptions.indices { trace.subscriptions[index].site = nil }
    for index in trace.calls.indices { trace.calls[index].site = nil }
    return trace
}
