import Foundation
import RxInstrumented
import RxSwift
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// A long recording is looked around in part by part: what is seen is what is seen of all calls in memory.
struct BrowsePartsTests {
    /// A recording, read by one test alone: readers keep what they read last, and are used by one thread at a time.
    private struct Recorded {
        let whole: TraceRecording
        let byIndex: TraceRecording
    }

    /// A recording on the disk with its index, which nobody changes any more.
    private struct Written {
        let folder: TemporaryFolder
        let indexes: IndexFolder

        var path: String { folder.path("parts.rxtrace") }

        func read() throws -> Recorded {
            Recorded(
                whole: try TraceRecording(contentsOf: path, named: "parts", meter: nil, indexes: indexes),
                byIndex: try #require(TraceRecording(byIndexOf: path, named: "parts", in: indexes)))
        }
    }

    /// Calls of the user's at the top, and others below one call that goes on for long.
    private static let written = Result { try write(later: false) }
    /// The same, and work that runs long after it was asked for.
    private static let writtenLater = Result { try write(later: true) }

    private static func write(later: Bool) throws -> Written {
        let folder = try TemporaryFolder()
        let indexes = try #require(IndexFolder(folder.path("indexes"), least: 0, segmentSize: 128))
        let written = Written(folder: folder, indexes: indexes)
        // A recording has the calls of all threads: one with those of other tests, which run meanwhile, is made again.
        for _ in 1...500 {
            try record(later: later, to: written.path)
            // The first reading makes the index.
            let whole = try TraceRecording(contentsOf: written.path, named: "parts", meter: nil, indexes: indexes)
            if whole.threads.count == 1 { return written }
        }
        throw Disturbed()
    }

    private struct Disturbed: Error {}

    private static func record(later: Bool, to path: String) throws {
        try Trace.record("parts", to: path) {
            let scheduler = HistoricalScheduler()
            let numbers = PublishSubject<Int>()
            let bag = DisposeBag()
            numbers.map { $0 * 2 }.filter { $0 % 4 == 0 }.subscribe(onNext: { _ in }).disposed(by: bag)
            if later { numbers.delay(.seconds(1), scheduler: scheduler).subscribe().disposed(by: bag) }
            for number in 0..<90 { numbers.onNext(number) }
            Observable<Int>.create { observer in
                for number in 0..<300 { observer.onNext(number) }
                observer.onNext(4711)
                return Disposables.create()
            }.subscribe().disposed(by: bag)
            scheduler.advanceTo(scheduler.now.addingTimeInterval(5))
            for number in 90..<150 { numbers.onNext(number) }
        }
    }

    /// Keys, pressed one by one, and the calls that they choose.
    private struct Browsing {
        var state = BrowseState()
        var trace: BrowsedTrace
        /// How many parts are read before the user stops it.
        var patience = Int.max
        private let layout = BrowseLayout(columns: 80, rows: 24)

        init(_ source: any TraceSource, partSize: Int = 160) throws {
            state.filter.zoom = .internals
            trace = try BrowsedTrace(
                source, fault: nil, base: TraceFilter(), filter: state.filter, partSize: partSize)
            try state.settle(context(trace))
        }

        private func context(_ trace: BrowsedTrace) -> BrowseState.Context {
            Self.context(trace, layout.frame(state))
        }

        private static func context(_ trace: BrowsedTrace, _ frame: BrowseLayout.Frame) -> BrowseState.Context {
            var context = BrowseState.Context(calls: trace.calls, frame: frame)
            context.part = trace.partIDs
            return context
        }

        mutating func press(_ key: Key) throws {
            _ = try state.press(key, in: context(trace))
            var left = patience
            let frame = layout.frame(state)
            let moves = PartMoves(
                goesOn: { _ in
                    left -= 1
                    return left > 0
                },
                context: { Self.context($0, frame) })
            try moves.settle(&state, &trace)
            try state.settle(context(trace))
        }

        mutating func type(_ text: String) throws {
            for letter in text { try press(letter == "\r" ? .enter : .character(letter)) }
        }

        /// The calls that a key chooses, pressed until it chooses no other.
        mutating func all(_ key: Key) throws -> [Int] {
            var chosen = [state.selected ?? 0]
            while true {
                try press(key)
                guard let id = state.selected, id != chosen.last, chosen.count < 10_000 else { return chosen }
                chosen.append(id)
            }
        }
    }

    private func both() throws -> (whole: Browsing, parts: Browsing) {
        let recorded = try Self.written.get().read()
        let (whole, parts) = (try Browsing(recorded.whole), try Browsing(recorded.byIndex))
        #expect(whole.trace.part == nil && parts.trace.part == 0..<160)
        #expect(recorded.whole.callCount > 1_500)
        return (whole, parts)
    }

    @Test func eachRowIsReachedDownAndUp() throws {
        var (whole, parts) = try both()
        let rows = try whole.all(.down)
        #expect(rows.count == whole.trace.whole.callCount)
        #expect(try parts.all(.down) == rows)
        #expect(try parts.all(.up) == rows.reversed())
    }

    /// It stands where it ran, and its trigger leads to the call that asked for it.
    @Test func workThatRunsPartsLaterIsReached() throws {
        let recorded = try Self.writtenLater.get().read()
        var parts = try Browsing(recorded.byIndex)
        let chosen = try parts.all(.down)
        #expect(Set(chosen) == Set(1...recorded.byIndex.callCount))
        let work = try #require(
            try recorded.whole.trace().calls.first { ($0.cause ?? $0.id) < $0.id - 500 && $0.operation == .invoke })
        try parts.type(":\(work.id)\rt")
        #expect(parts.state.selected == work.cause)
        try parts.press(.control("o"))
        #expect(parts.state.selected == work.id)
    }

    @Test func rowsThatAreFoldedArePassed() throws {
        var (whole, parts) = try both()
        try whole.type("C")
        try parts.type("C")
        let rows = try whole.all(.down)
        #expect(rows.count > 100)
        #expect(try parts.all(.down) == rows)
        #expect(try parts.all(.up) == rows.reversed())
    }

    @Test func aPageAndANumberGoBeyondThePart() throws {
        var (whole, parts) = try both()
        for keys in ["400j", " ", "    ", "250k", "b", "900j", "G", "77k", "g", "1400G", "g"] {
            try whole.type(keys)
            try parts.type(keys)
            #expect(parts.state.selected == whole.state.selected, "\(keys)")
        }
    }

    @Test func aTextIsFoundWhereverItIs() throws {
        var (whole, parts) = try both()
        for keys in ["/4711\r", "n", "N", "N", "?next(118)\r", "n", "n", "n", "/nowhere\r", "n"] {
            try whole.type(keys)
            try parts.type(keys)
            #expect(parts.state.selected == whole.state.selected, "\(keys)")
            #expect(parts.state.message == whole.state.message, "\(keys)")
        }
        // Back to where the jumps led from.
        for _ in 0..<4 {
            try whole.press(.control("o"))
            try parts.press(.control("o"))
            #expect(parts.state.selected == whole.state.selected)
        }
    }

    @Test func jumpsLeadToOtherParts() throws {
        var (whole, parts) = try both()
        try whole.type("G")
        try parts.type("G")
        for keys in ["p", "1200G", "t", "r", "t", ":3\r", "e", "G", ":99999999\r"] {
            try whole.type(keys)
            try parts.type(keys)
            #expect(parts.state.selected == whole.state.selected, "\(keys)")
        }
    }

    /// What is shown of a thread, an operator or a pattern may begin parts away.
    @Test func aFilterThatShowsNothingHereShowsWhatIsElsewhere() throws {
        var (whole, parts) = try both()
        try whole.type("&AnonymousObservable\r")
        try parts.type("&AnonymousObservable\r")
        #expect(parts.state.selected ?? 0 > 160)
        #expect(parts.state.selected == whole.state.selected)
        #expect(parts.trace.calls.count > 0)
        try parts.type("&nowhere\r")
        #expect(parts.trace.calls.count == 0)
        #expect(parts.state.message == "No call is shown now.")
    }

    @Test func whoStopsASearchStaysWhereHeWas() throws {
        var (_, parts) = try both()
        try parts.type("20j")
        let (selected, part) = (parts.state.selected, parts.trace.part)
        parts.patience = 2
        try parts.type("/4711\r")
        #expect(parts.state.selected == selected && parts.trace.part == part)
        parts.patience = .max
        try parts.type("n")
        #expect(parts.state.selected != selected)
    }

    @Test func aPartHasWhatItsCallsName() throws {
        let recorded = try Self.written.get().read()
        let numbered = try #require(recorded.byIndex.numbered)
        let all = try recorded.whole.trace()
        for start in stride(from: 0, to: all.calls.count - 100, by: 97) {
            let part = try RecordingPart(of: recorded.byIndex, by: numbered, start..<(start + 100)).trace()
            #expect(part.calls.suffix(100) == all.calls[start..<(start + 100)])
            let ids = Set(part.calls.map(\.id))
            #expect(part.calls.allSatisfy { $0.parent.map(ids.contains) ?? true })
            let (nodes, subscriptions) = (Set(part.nodes.map(\.id)), Set(part.subscriptions.map(\.id)))
            #expect(part.calls.allSatisfy { $0.node.map(nodes.contains) ?? true })
            #expect(part.calls.allSatisfy { $0.subscription.map(subscriptions.contains) ?? true })
            #expect(part.nodes.count < all.nodes.count || part.nodes.count < 100)
        }
    }

    @Test func aTimeIsFoundInTheRecording() throws {
        let recorded = try Self.written.get().read()
        let numbered = try #require(recorded.byIndex.numbered)
        let starts = try (0..<numbered.count).map { try numbered.place(at: $0).start }
        for time in [0, starts[0], starts[5] + 1, starts[1_000], starts[1_499] + 1, starts[starts.count - 1], .max] {
            #expect(
                try numbered.position(startingFrom: time) == starts.partitioningIndex { $0 >= time }, "\(time)")
        }
    }
}
