import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Recordings that start and end while other threads work.
@Suite(.timeLimit(.generous)) struct RecordingThreadsTests {
    /// In a process of its own: its threads never rest, and what they do would be in every other test's recording.
    @Test(.exits) func tracesOfBusyThreadsAreConsistent() async {
        await #expect(processExitsWith: .success) { BusyPrograms.recordings() }
    }

    @Test func threadsThatEndAreKept() {
        let trace = Trace.record("threads") {
            onThreads(16) { index in PublishSubject<String>().onNext("thread \(index)") }
        }
        let values = Set(trace.calls.compactMap(\.event?.value))
        #expect(values.isSuperset(of: (0..<16).map { "thread \($0)" }))
        BusyPrograms.expectConsistent(trace)
    }
}

private enum BusyPrograms {
    static func recordings() {
        whileThreads(3) { index in
            let subject = PublishSubject<Int>()
            let subscription = subject.map { $0 + index }.filter { $0 % 2 == 0 }.subscribe(onNext: { _ in })
            for number in 0..<20 { subject.onNext(number) }
            subscription.dispose()
        } main: {
            for _ in 0..<TestLength.times(8, long: 20) {
                let trace = Trace.record("busy") {
                    for number in 0..<50 { _ = Observable.of(number).subscribe(onNext: { _ in }) }
                }
                expectConsistent(trace)
                #expect(trace.calls.count >= 50 * 10)
            }
        }
    }

    /// A trace whose links lead somewhere, in order, and whose children lie within their parents.
    static func expectConsistent(_ trace: Trace) {
        var problems: [String] = []
        let calls = Dictionary(uniqueKeysWithValues: trace.calls.map { ($0.id, $0) })
        let nodes = Set(trace.nodes.map(\.id))
        for call in trace.calls {
            if let node = call.node, !nodes.contains(node) { problems.append("call \(call.id) names no node") }
            guard let parentID = call.parent else { continue }
            guard let parent = calls[parentID], parent.id < call.id, parent.thread == call.thread else {
                problems.append("call \(call.id) has a wrong parent")
                continue
            }
            if let end = parent.duration.flatMap({ duration in parent.start.map { $0 + duration } }),
                let start = call.start, start > end + 1
            {
                problems.append("call \(call.id) starts after its parent ended")
            }
        }
        #expect(problems.isEmpty)
        #expect(Set(trace.nodes.map(\.type)).isDisjoint(with: ["-"]))
    }
}
