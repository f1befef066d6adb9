import Testing

@testable import RxTraceKit

/// The tracks in which edges go across between two layers.
struct EdgeTracksTests {
    private func part(_ upper: Double, _ lower: Double) -> EdgeTracks.Part {
        EdgeTracks.Part(upper: upper, lower: lower, span: min(upper, lower)...max(upper, lower))
    }

    /// Of those that go to the right side by side, the left one goes below.
    @Test func parallelOnesDoNotCross() {
        let right = EdgeTracks([part(0, 100), part(20, 120), part(40, 140)]).tracks
        #expect(right == [2, 1, 0])
        let left = EdgeTracks([part(100, 0), part(120, 20), part(140, 40)]).tracks
        #expect(left == [0, 1, 2])
    }

    /// A short one that has room in an upper track is below the one it would cross there all the same.
    @Test func aTrackThatIsFreeIsNotTakenWhereItWouldCross() {
        let tracks = EdgeTracks([part(0, 60), part(10, 70), part(65, 90)]).tracks
        #expect(tracks == [2, 1, 0])
    }

    @Test func oneDoesNotRunIntoTheEndOfAnother() throws {
        let tracks = EdgeTracks([part(0, 50), part(50, 100)]).tracks
        let (first, second) = (try #require(tracks[0]), try #require(tracks[1]))
        #expect(second < first)
    }

    @Test func aStraightOneNeedsNone() {
        #expect(EdgeTracks([part(10, 10.2)]).tracks == [nil])
    }
}
