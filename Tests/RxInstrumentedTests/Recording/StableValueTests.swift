import Foundation
import RxInstrumented
import RxTraceKit
import Testing

/// Values and names that are kept in a form that is the same in each process and on each machine.
@Suite struct StableValueTests {
    private func value<Element>(_ element: Element) -> String? {
        let trace = Trace.record("value", options: RecordingOptions(values: .full, scope: .caused)) {
            _ = Observable.just(element).subscribe()
        }
        return trace.calls.lazy.compactMap(\.event?.value).first
    }

    @Test func `dictionaries and sets are kept in order`() {
        let numbers = Dictionary(uniqueKeysWithValues: (0..<9).map { ("key \($0)", $0) })
        let text = "[" + (0..<9).map { "\"key \($0)\": \($0)" }.joined(separator: ", ") + "]"
        #expect(value(numbers) == text)
        #expect(value(Optional(numbers)) == "Optional(\(text))")
        #expect(value([numbers, [:]]) == "[\(text), [:]]")
        #expect(value(["a": numbers]) == "[\"a\": \(text)]")
        #expect(value(Set((0..<9).map { "\($0)" })) == "[\((0..<9).map { "\"\($0)\"" }.joined(separator: ", "))]")
        let notification = Notification(name: Notification.Name("n"), object: nil, userInfo: ["b": 2, "a": 1, "c": 3])
        #expect(value(notification)?.contains("\"a\"): 1, AnyHashable(\"b\"): 2, AnyHashable(\"c\"): 3") == true)
    }

    @Test func `other values are as they describe themselves`() {
        #expect(value(Optional("a")) == "Optional(\"a\")")
        #expect(value(["b", "a"]) == "[\"b\", \"a\"]")
        #expect(value("$5 (unknown context at $55d2c1a0).A") == "$5 (unknown context at $55d2c1a0).A")
    }

    @Test func `a local type has no address in its name`() {
        struct Local { var number = 1 }
        #expect(value([Local()]).map { !$0.contains("unknown context") && $0.hasSuffix("Local(number: 1)]") } == true)
    }

    @Test func `schedulers are named by what the program called them`() {
        let named = OperationQueue()
        named.name = "images"
        let group = DispatchGroup()
        let trace = Trace.record("names", options: RecordingOptions(scope: .caused)) {
            let schedulers: [any ImmediateSchedulerType] = [
                OperationQueueScheduler(operationQueue: OperationQueue()),
                OperationQueueScheduler(operationQueue: named),
                ConcurrentDispatchQueueScheduler(qos: .utility),
                ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "mine")),
            ]
            for scheduler in schedulers {
                group.enter()
                _ = Observable.just(1).subscribe(on: scheduler).subscribe(onDisposed: { group.leave() })
            }
            group.wait()
        }
        let names = trace.nodes.filter { $0.type.hasSuffix("QueueScheduler") }.map { $0.name ?? "none" }
        #expect(names.sorted() == ["images", "mine", "none", "utility queue"])
    }
}
