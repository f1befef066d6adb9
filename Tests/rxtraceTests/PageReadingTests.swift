import RxTraceSamples
import Synchronization
import Testing

@testable import RxTraceKit

/// A page is made of one reading of its trace, and of one way through the calls for both of its pictures of the operators.
@Suite(.timeLimit(.generous)) struct PageReadingTests {
    /// A trace that counts how often its calls are gone through.
    private struct CountedTrace: WrappedTrace {
        final class Readings: Sendable {
            let count = Mutex(0)
        }

        let whole: any TraceSource
        let readings = Readings()

        func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
            readings.count.withLock { $0 += 1 }
            try whole.forEachCall(body)
        }
    }

    private static func recording(of sample: Scenario) throws -> TraceRecording {
        try TraceRecording(
            RecordingBytes(SampleRun.of(sample.name).recording), named: sample.name, extent: RecordingExtent(),
            symbolicator: .images([]))
    }

    @Test(arguments: Samples.some)
    func pageReadsARecordingOnce(sample: Scenario) throws {
        let counted = CountedTrace(whole: try Self.recording(of: sample))
        try #require(counted.callCount > 0)
        try PageRenderer(hasSource: false).render(counted, to: TextOutput { _ in })
        #expect(counted.readings.count.withLock { $0 } == 1)
    }

    /// What a picture reads at once is what its parts read by themselves.
    @Test(arguments: Samples.some)
    func pictureHasTheCallsAndTheLostEvents(sample: Scenario) throws {
        let recording = try Self.recording(of: sample)
        var filter = TraceFilter()
        filter.zoom = .user
        let zoomed = try FilteredTrace(recording, filter: filter)
        for source in [recording, zoomed] as [any TraceSource] {
            let picture = try PicturedTrace(source)
            let lost = try LostEvents.shown(in: source)
            #expect(picture.trace.calls == (try source.trace().calls))
            #expect(picture.lost == lost.events)
            for one in source.subscriptions {
                #expect(picture.departures[one.id] == lost.departures[one.id])
            }
        }
    }

    /// A page's graph tells of single operators as its marbles do, so that the calls need not be gone through for these once
    /// more.
    @Test func graphsOfFewBoxesAreThoseOfTheChains() throws {
        var shared = 0
        for sample in Samples.some {
            let picture = try PicturedTrace(Self.recording(of: sample))
            let graph = GraphPicture(picture, zoom: .operators, limit: 100).made
            guard graph.boxes.areSingle else { continue }
            shared += 1
            var boxes = GraphBoxes(picture.trace, zoom: .operators, limit: nil)
            let edges = GraphEdges(picture, boxes: &boxes)
            #expect(graph.boxes.boxOfNode == boxes.boxOfNode)
            #expect(graph.boxes.boxOfSubscription == boxes.boxOfSubscription)
            #expect(graph.boxes.boxes.map(\.subject) == boxes.boxes.map(\.subject))
            #expect(graph.edges.edges.map(\.way) == edges.edges.map(\.way))
            #expect(graph.edges.steps.map(\.edge) == edges.steps.map(\.edge))
            #expect(graph.edges.steps.map(\.call) == edges.steps.map(\.call))
        }
        #expect(shared > 5)
    }

    /// A graph that draws several operators as one says nothing of each.
    @Test func graphsOfJoinedBoxesAreNot() {
        var trace = Trace(scenario: "joined")
        let site = Trace.Site(file: "Joined.swift", line: 1)
        for id in 1...GraphBoxes.leastAlike {
            trace.nodes.append(Trace.Node(id: id, type: "Map", role: .observable, site: site))
        }
        #expect(!GraphBoxes(trace, zoom: .operators, limit: 100).areSingle)
        #expect(GraphBoxes(trace, zoom: .operators, limit: nil).areSingle)
        trace.nodes[1].site?.line = 2
        #expect(GraphBoxes(trace, zoom: .operators, limit: 100).areSingle)
        #expect(!GraphBoxes(trace, zoom: .operators, limit: 2).areSingle)
    }
}
