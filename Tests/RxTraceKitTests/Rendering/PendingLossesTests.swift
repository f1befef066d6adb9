import Testing

@testable import RxTraceKit

@Suite struct PendingLossesTests {
    private static func event(_ call: Int) -> LostEvent {
        LostEvent(call: call, reason: .nobody(count: call, last: nil), site: nil)
    }

    @Test func `an event that is known before its call begins is that of its beginning`() {
        var losses = PendingLosses()
        for call in [3, 9, 5] { losses.add(Self.event(call), at: call) }
        #expect((1...10).filter { losses.begin($0) == Self.event($0) } == [3, 5, 9])
        #expect((1...10).allSatisfy { losses.end($0) == nil })
    }

    @Test func `an event that is known later is that of its end`() {
        var losses = PendingLosses()
        #expect((1...4).allSatisfy { losses.begin($0) == nil })
        losses.add(Self.event(2), at: 2)
        losses.add(Self.event(6), at: 6)
        #expect(losses.begin(5) == nil)
        #expect(losses.end(2) == Self.event(2))
        #expect(losses.begin(6) == Self.event(6))
        #expect(losses.end(2) == nil)
        #expect(losses.end(6) == nil)
    }

    /// A document may name its calls in any order.
    @Test func `an event of a call that was passed by is that of its end`() {
        var losses = PendingLosses()
        losses.add(Self.event(4), at: 4)
        losses.add(Self.event(8), at: 8)
        #expect(losses.begin(7) == nil)
        #expect(losses.begin(4) == nil)
        #expect(losses.end(4) == Self.event(4))
        losses.add(Self.event(2), at: 2)
        #expect(losses.begin(2) == nil)
        #expect(losses.end(2) == Self.event(2))
        #expect(losses.begin(8) == Self.event(8))
    }
}
