import RxTraceKit
import RxTraceTestSupport
import Testing

/// Programs with more of something than others have: recorded, they do the same, and the recording has all of it.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"), .timeLimit(.generous))
struct RecorderExtremesTests {
    private static let source = """
        import Foundation
        import RxInstrumented
        import RxSwift

        let words = CommandLine.arguments.dropFirst()
        let count = words.last.flatMap { Int($0) } ?? 1
        switch words.first ?? "" {
        case "deliveries":
            // Each in the one before.
            let isOver = DispatchSemaphore(value: 0)
            let thread = Thread {
                let numbers = PublishSubject<Int>()
                let subscription = numbers.subscribe(onNext: { if $0 < count { numbers.onNext($0 + 1) } })
                numbers.onNext(1)
                subscription.dispose()
                isOver.signal()
            }
            thread.stackSize = 1 << 30
            thread.start()
            isOver.wait()
        case "threads":
            let numbers = PublishSubject<Int>()
            let subscription = numbers.map { $0 }.subscribe(onNext: { _ in })
            let (sent, all) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            for number in 0..<count {
                let thread = Thread {
                    numbers.onNext(number)
                    sent.signal()
                    // Until there are all of them.
                    all.wait()
                }
                thread.stackSize = 1 << 17
                thread.start()
            }
            for _ in 0..<count { sent.wait() }
            for _ in 0..<count { all.signal() }
            subscription.dispose()
        default:
            let name = String(repeating: "n", count: count)
            Trace.mark(name)
            _ = Observable.just(name).traced(name).subscribe(onNext: { _ in }).traced(name)
            _ = Observable<Int>.error(NSError(domain: name, code: 1)).subscribe(onError: { _ in })
            let isOver = DispatchSemaphore(value: 0)
            _ = Observable.just(1).observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: name))
                .subscribe(onCompleted: { isOver.signal() })
            isOver.wait()
        }
        print("over")
        """

    private static let program = Result { try HarmlessProgram(source) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func recording(of words: String) throws -> TraceRecording {
        let path = folder.path("x.rxtrace")
        let result = try Self.program.get().run(words, recording: path)
        #expect(result.status == 0 && result.output == "over\n" && result.errors.isEmpty)
        let recording = try TraceRecording(contentsOf: path)
        #expect(recording.problem == nil && recording.dropped == 0)
        return recording
    }

    @Test(arguments: TestLength.isLong ? [10_000, 30_000] : [17_000])
    func deliveriesWithinDeliveries(count: Int) throws {
        // More calls around each other than a record counts, at four a delivery: 65,534.
        var handlers = 0
        var last = ""
        try recording(of: "deliveries \(count)").forEachCall { call in
            if call.operation == .handler { handlers += 1 }
            if let value = call.event?.value { last = value }
        }
        #expect(handlers == count && last == "\(count)")
    }

    @Test func aThousandThreadsAtOnce() throws {
        let recording = try recording(of: "threads 1000")
        var senders: Set<Int> = []
        var values: Set<String> = []
        try recording.forEachCall { call in
            guard call.operation == .onCore, let value = call.event?.value else { return }
            senders.insert(call.thread)
            values.insert(value)
        }
        #expect(senders.count == 1000 && values == Set((0..<1000).map { "\($0)" }))
    }

    @Test func namesOfAMegabyte() throws {
        let recording = try recording(of: "names 1000000")
        var ends = 0
        try recording.forEachCall { call in
            #expect(call.label?.utf8.count ?? 0 < 100_000 && call.event?.value?.utf8.count ?? 0 < 100_000)
            if call.operation == .onCore { ends += 1 }
        }
        // An element, the end, an error, and twice an element and the end: of `observe(on:)`, and behind it.
        #expect(ends == 2 + 1 + 4)
        #expect(recording.nodes.contains { $0.name?.hasPrefix("nnn") == true })
    }
}
