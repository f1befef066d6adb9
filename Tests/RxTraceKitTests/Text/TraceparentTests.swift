import RxTraceKit
import Testing

struct TraceparentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test func theStandardsExampleIsRead() throws {
        let parent = try #require(Traceparent("00-\(Self.trace)-\(Self.span)-01"))
        #expect(parent.traceID == Self.trace && parent.spanID == Self.span && parent.isSampled)
        #expect(parent.description == "00-\(Self.trace)-\(Self.span)-01")
        #expect(Traceparent("00-\(Self.trace)-\(Self.span)-00")?.isSampled == false)
        #expect(Traceparent("00-\(Self.trace)-\(Self.span)-03")?.isSampled == true)
    }

    @Test func ofALaterVersionTheKnownPartsCount() {
        #expect(Traceparent("cc-\(Self.trace)-\(Self.span)-01-later")?.spanID == Self.span)
        #expect(Traceparent("cc-\(Self.trace)-\(Self.span)-01")?.spanID == Self.span)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-01-more", "ff-\(trace)-\(span)-01",
        "00-\(trace.uppercased())-\(span)-01", "00-\(String(repeating: "0", count: 32))-\(span)-01",
        "00-\(trace)-0000000000000000-01", "00-\(trace)0-\(span)-01", "00-\(trace)-\(span)-1", "0-\(trace)-\(span)-01",
        "00-\(trace)-\(span)-0g", "00-\(trace)-\(span)-+1", " 00-\(trace)-\(span)-01", "cc-\(trace)-\(span)-01later",
    ])
    func othersAreNone(text: String) { #expect(Traceparent(text) == nil) }
}
