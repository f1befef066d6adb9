import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// A recording in a file tells the same each time it is read, and so does every document that is made of it.
@Suite struct RoundTripTests {
    private func losses(_ name: String, options: RecordingOptions, _ body: () -> Void) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "round-\(UUID().uuidString).rxtrace")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Trace.record(name, to: file, options: options, body)
        let recording = try TraceRecording(contentsOf: file)
        let again = try TraceRecording(contentsOf: file).trace()
        return try RoundTrip.losses(of: recording) + (again == (try recording.trace()) ? [] : ["the recording"])
    }

    private static let options = [
        RecordingOptions(scope: .caused), RecordingOptions(values: .full, scope: .caused),
        RecordingOptions(values: .none, scope: .caused, hasSites: false),
        RecordingOptions(scope: .caused, sample: 2), RecordingOptions(scope: .caused, recordExcept: ["Map*"]),
        RecordingOptions(scope: .caused, memoryLimit: 1 << 12), RecordingOptions(scope: .caused, last: .calls(40)),
    ]

    @Test(arguments: 0..<UInt64(TestLength.times(6, long: 20)))
    func randomPipelinesComeBack(block: UInt64) throws {
        for seed in block * 10..<block * 10 + 10 {
            let losses = try losses("pipeline \(seed)", options: Self.options[Int(seed) % Self.options.count]) {
                _ = RandomPipeline(seed: seed).run()
            }
            #expect(losses.isEmpty, "seed \(seed): \(losses)")
        }
    }

    private struct Named: CustomStringConvertible {
        let description: String
    }

    @Test(arguments: [RecordedValues.short, .full])
    func valuesMarksNamesAndHopsComeBack(values: RecordedValues) throws {
        let texts = [
            "", "quote \" \\ /", "\u{202E}turned\u{2066}", "\u{9B}31m\u{1B}]0;t\u{7}",
            "line\r\nfeed\t\u{0}\u{7F}\u{85}",
            "</script>&amp;", String(decoding: [0xED, 0xA0, 0x80, 0x41, 0xFF], as: UTF8.self), "👩‍👩‍👧‍👦",
            String(repeating: "long 下 ", count: 500),
        ]
        let queue = DispatchQueue(label: "a \"queue\"\u{202E}")
        let losses = try losses("odd \" \u{9B} texts", options: RecordingOptions(values: values, scope: .caused)) {
            let bag = DisposeBag()
            let subject = PublishSubject<String>()
            subject.traced("name \u{202E} \"").subscribe(onNext: { _ in }).disposed(by: bag)
            for text in texts {
                Trace.mark(text)
                subject.onNext(text)
                queue.async { subject.onNext(text) }
                queue.sync {}
                _ = Observable.just(Named(description: text)).map { $0 }.subscribe(onError: { _ in })
                _ = Observable<Int>.error(TestError(text)).subscribe(onError: { _ in })
            }
            for number in [Double.nan, .infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
                _ = Observable.of(number, -number).scan(0, accumulator: +).subscribe()
            }
            for number in [Int.min, .max, -1, 0] { _ = Observable.just(number).subscribe() }
            _ = Observable.of(UInt64.max, 0).subscribe()
            _ = Observable.combineLatest(Observable.of(1, 2), Observable.of("a", "b")).buffer(
                timeSpan: .never, count: 2, scheduler: TestScheduler()
            ).subscribe()
            subject.onCompleted()
            subject.onNext("late")
        }
        #expect(losses.isEmpty, "\(losses)")
    }
}
