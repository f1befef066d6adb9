import RxTraceKit
import RxTraceTestSupport
import Testing

/// Orders that only chance decides, written down: each leaves the same bytes.
@Suite struct CanonicalRaceTests {
    private func expectSame(_ traces: [Trace], _ comment: Comment? = nil) {
        let texts = traces.map { JSONRenderer(times: false).string(from: $0.canonical()) }
        for (trace, text) in zip(traces, texts) {
            let difference = TextDifference(old: texts[0], new: text).unified(context: 2) ?? ""
            #expect(text == texts[0], "\(comment ?? "")\(difference)")
            #expect(TraceDifference(traces[0], trace).isEmpty, comment)
            #expect(trace.canonical().canonical() == trace.canonical(), comment)
        }
    }

    private func expectDifferent(_ one: Trace, _ other: Trace) {
        let renderer = JSONRenderer(times: false)
        #expect(renderer.string(from: one.canonical()) != renderer.string(from: other.canonical()))
        #expect(!TraceDifference(one, other).isEmpty)
        #expect(TraceDifference(one, other).count(.same) > 0)
    }

    @Test func `who of two threads disposes is the same`() {
        expectSame([RaceScripts.bag(first: 0), RaceScripts.bag(first: 1)])
    }

    @Test func `an end that nobody sees is the same, whether the bag was released before it or after`() {
        expectSame([RaceScripts.bag(first: 1, lateEnd: false), RaceScripts.bag(first: 0, lateEnd: true)])
    }

    @Test func `another closure is a difference, whoever disposes`() {
        expectDifferent(RaceScripts.bag(first: 0), RaceScripts.bag(first: 1, handler: "onError"))
        expectDifferent(RaceScripts.bag(first: 0), RaceScripts.bag(first: 0, lateEnd: false))
    }

    @Test func `every order in which two zipped sources take turns is the same`() {
        expectSame(RaceScripts.turns(3, 3).map { RaceScripts.zip($0) })
    }

    @Test func `what is zipped has its order and its values`() throws {
        let made = RaceScripts.zip([0, 0, 1, 1, 0, 1], values: [["z", "a"], ["1", "2"]]).canonical()
        let values = made.calls.filter { $0.operation == .forwardOn }.compactMap(\.event?.value)
        #expect(values == ["z1", "a2"])
        expectDifferent(
            RaceScripts.zip([0, 1, 0, 1, 0, 1]),
            RaceScripts.zip([1, 0, 1, 0, 1, 0], values: [["a", "b"], ["1", "3"]]))
        expectDifferent(
            RaceScripts.zip([0, 1, 0, 1, 0, 1]),
            RaceScripts.zip([1, 0, 1, 0, 1, 0], values: [["b", "a"], ["2", "1"]]))
    }

    @Test func `a source that had to wait is told as one that had not`() {
        expectSame([RaceScripts.waiting(false), RaceScripts.waiting(true)])
    }

    @Test func `how many elements are handed on at a time is the same`() {
        expectSame([
            RaceScripts.steps([1, 1, 1, 1]), RaceScripts.steps([4]), RaceScripts.steps([1, 3]),
            RaceScripts.steps([2, 2]), RaceScripts.steps([3, 1]),
        ])
        expectDifferent(RaceScripts.steps([1, 1]), RaceScripts.steps([3]))
    }

    @Test(arguments: [false, true])
    func `how often a queue ran empty, and whether work began before it was held, is the same`(isDisposed: Bool) {
        func drain(_ steps: (count: Int, begin: RaceScripts.Begin)...) -> Trace {
            RaceScripts.drain(steps, isDisposed: isDisposed)
        }
        expectSame([
            drain((3, .early)), drain((3, .late)), drain((1, .early), (2, .early)), drain((1, .late), (2, .early)),
            drain((2, .early), (1, .late)), drain((1, .late), (1, .late), (1, .late)),
        ])
        expectDifferent(drain((3, .early)), drain((1, .early), (1, .late)))
    }

    @Test func `whether a queue's subscription is disposed is a difference`() {
        expectDifferent(
            RaceScripts.drain([(2, .early)], isDisposed: false), RaceScripts.drain([(2, .early)], isDisposed: true))
    }

    @Test(arguments: [false, true])
    func `how many elements waited for a queue when it was disposed is the same`(isSerial: Bool) {
        expectSame((1...3).map { RaceScripts.cutOff(after: $0, isSerial: isSerial) })
    }

    @Test func `what came to an operator before the same thread disposed it is a difference`() {
        expectDifferent(
            RaceScripts.cutOff(after: 1, isSerial: true, thread: 0),
            RaceScripts.cutOff(after: 2, isSerial: true, thread: 0))
    }

    @Test func `calls that are alike on other nodes are a difference, and are named`() throws {
        func trace(_ second: String) -> Trace {
            let script = TraceScript()
            for word in ["one", "two"] {
                script.node(word, "PublishSubject", .subject)
                script.call(.create, word)
            }
            script.call(.on, "one", .next("1"))
            script.call(.on, second, .next("2"))
            return script.trace
        }
        expectDifferent(trace("one"), trace("two"))
        let text = DifferenceRenderer(width: 100).string(from: TraceDifference(trace("one"), trace("two")))
        #expect(text.contains("subject 1 → PublishSubject, subject 2"), "\(text)")
    }
}
