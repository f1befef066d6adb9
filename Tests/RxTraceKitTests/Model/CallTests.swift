import RxTraceKit
import Testing

@Suite struct CallTests {
    /// A long trace in memory is its calls.
    @Test func `a call takes little memory`() {
        #expect(MemoryLayout<Trace.Call>.stride <= 104)
    }

    @Test func `every part of a call is known, or not, by itself`() {
        let changes: [(inout Trace.Call) -> Void] = [
            { $0.parent = 0 }, { $0.cause = 0 }, { $0.origin = 0 }, { $0.parts = [0] }, { $0.node = 0 },
            { $0.type = "" }, { $0.label = "" }, { $0.subscription = 0 }, { $0.event = Trace.Event(.next) },
            { $0.event = Trace.Event(.next, value: "") }, { $0.site = Trace.Site(file: "", line: 0) },
            { $0.start = 0 }, { $0.duration = 0 },
        ]
        let plain = Trace.Call(id: 1, operation: .on)
        var all: [Trace.Call] = [plain]
        for change in changes {
            var call = plain
            change(&call)
            #expect(!all.contains(call))
            all.append(call)
        }
        var full = plain
        for change in changes { change(&full) }
        let made = Trace.Call(
            id: 1, parent: 0, cause: 0, origin: 0, parts: [0], operation: .on, node: 0, type: "", label: "",
            subscription: 0, event: Trace.Event(.next, value: ""), site: Trace.Site(file: "", line: 0), start: 0,
            duration: 0)
        #expect(full == made)
        (full.parent, full.cause, full.origin, full.parts, full.node) = (nil, nil, nil, [], nil)
        (full.type, full.label, full.subscription, full.event, full.site) = (nil, nil, nil, nil, nil)
        (full.start, full.duration) = (nil, nil)
        #expect(full == plain)
    }

    @Test func `a copy keeps its details when the other's change`() {
        let call = Trace.Call(id: 1, cause: 2, operation: .invoke, site: Trace.Site(file: "a.swift", line: 1))
        var other = call
        other.site = nil
        other.origin = 3
        #expect(call.site?.line == 1 && call.origin == nil && call.cause == 2)
        #expect(other.site == nil && other.origin == 3 && other.cause == 2)
    }
}
