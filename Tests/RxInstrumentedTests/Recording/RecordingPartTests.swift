import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// A `Trace.record` within another recording: its part of that one. Each has a process of its own.
@Suite(.timeLimit(.generous)) struct RecordingPartTests {
    @Test(.exits) func laterPartsAreAsTheFirst() async {
        await #expect(processExitsWith: .success) { try PartPrograms.laterPartsAreAsTheFirst() }
    }

    @Test(.exits) func aPartKnowsWhatWasMadeAndNamedBefore() async {
        await #expect(processExitsWith: .success) { try PartPrograms.aPartKnowsWhatWasMadeAndNamedBefore() }
    }

    @Test(.exits) func partsMayOverlap() async {
        await #expect(processExitsWith: .success) { try PartPrograms.partsMayOverlap() }
    }

    @Test(.exits, .enabled("/proc counts what a process reads") { PartPrograms.bytesRead() != nil })
    func aPartReadsNothingOfTheRecordingBefore() async {
        await #expect(processExitsWith: .success) { try PartPrograms.aPartReadsNothingOfTheRecordingBefore() }
    }
}

private enum PartPrograms {
    /// Runs `body` while a recording goes into a file.
    private static func recording(_ options: RecordingOptions = RecordingOptions(), _ body: () throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("parts-\(UUID()).rxtrace").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Trace.start("whole", to: path, options: options)
        try body()
        try Trace.stop()
    }

    private static func chain() {
        let subject = PublishSubject<Int>()
        let bag = DisposeBag()
        subject.map { $0 + 1 }.filter { $0 > 1 }.traced("filtered").subscribe(onNext: { _ in }).disposed(by: bag)
        Observable.of(1, 2).flatMap { Observable.just($0) }.subscribe(subject).disposed(by: bag)
    }

    private static func part() -> String {
        let trace = Trace.record("part") { chain() }
        return JSONRenderer(times: false).string(from: trace.canonical())
    }

    static func laterPartsAreAsTheFirst() throws {
        try recording {
            let first = part()
            #expect(first.contains("RecordingPartTests.swift") && first.contains("filtered"))
            for _ in 0..<20 {
                chain()
                #expect(part() == first)
            }
        }
    }

    static func aPartKnowsWhatWasMadeAndNamedBefore() throws {
        try recording {
            let subject = PublishSubject<Int>()
            let mapped = subject.map { $0 + 1 }
            let early = mapped.subscribe(onNext: { _ in })
            _ = Trace.record("another") { chain() }
            mapped.traced("named in between")
            let trace = Trace.record("part") {
                subject.onNext(1)
                mapped.subscribe(onNext: { _ in }).dispose()
                early.dispose()
            }
            let nodes = Dictionary(grouping: trace.nodes, by: \.type)
            #expect(nodes["PublishSubject"]?.map(\.isEarly) == [true])
            let map = try #require(nodes["Map"]?.first)
            #expect(map.name == "named in between" && map.isEarly && map.site == nil && nodes["Map"]?.count == 1)
            #expect(nodes["MapSink"]?.map(\.isEarly) == [true, false])
            #expect(nodes["MapSink"]?.map(\.owner) == [map.id, map.id])
            #expect(trace.subscriptions.map(\.ended) == ["disposed"])
            #expect(trace.threads.count == 1)
            // Its disposable was named by the subscribe before the part, and disposes the rest of it.
            let disposables = trace.nodes.filter { $0.isEarly && $0.role == .disposable }.map(\.type)
            #expect(disposables.contains("BinaryDisposable"))
            #expect(trace.calls.first?.event?.value == "1")
        }
    }

    static func partsMayOverlap() throws {
        try recording {
            var inner: [String] = []
            let outer = Trace.record("outer") {
                chain()
                inner = (0..<3).map { _ in part() }
                chain()
            }
            #expect(Set(inner).count == 1)
            #expect(outer.calls.count == 5 * Trace.record("one") { chain() }.calls.count)
        }
    }

    /// How many bytes this process has read from files so far.
    static func bytesRead() -> Int? {
        let lines = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8).split(separator: "\n")
        return lines?.first { $0.hasPrefix("rchar: ") }.flatMap { Int($0.dropFirst(7)) }
    }

    static func aPartReadsNothingOfTheRecordingBefore() throws {
        try recording(RecordingOptions(hasSites: false)) {
            var costs: [Int] = []
            for _ in 0..<300 {
                let before = try #require(bytesRead())
                _ = Trace.record("part") { chain() }
                costs.append(try #require(bytesRead()) - before)
                // Apart from the part, for the definitions made in between are read with the next one.
                _ = Trace.record("empty") {}
            }
            let (early, late) = (costs[10..<20].max() ?? 0, costs[290..<300].min() ?? .max)
            #expect(early > 0)
            #expect(late < 2 * early, "\(early) bytes at first, \(late) in the end")
        }
    }
}
