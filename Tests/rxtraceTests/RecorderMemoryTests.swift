import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Limits on a process's memory end the recording, and never the program.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"))
struct RecorderMemoryTests {
    private static let source = """
        import Foundation
        import RxSwift

        let subject = PublishSubject<String>()
        let subscription = subject.map { $0 + "!" }.subscribe(onNext: { _ in })

        func send(_ count: Int) {
            for number in 0..<count { subject.onNext("\\(number)") }
        }

        switch CommandLine.arguments.dropFirst().first ?? "" {
        case "grow":
            for _ in 0..<60 {
                send(100)
                // Never touched: it is the address space that is limited.
                guard malloc(1 << 20) != nil else {
                    print("there is no memory")
                    exit(3)
                }
            }
            print("grown")
        case "values":
            for number in 0..<2_000 { subject.onNext(String(repeating: "\\(number)", count: 1_000)) }
            print("sent values")
        case "types":
            func nest<Value>(_ value: Value, _ depth: Int) {
                _ = Observable.just(value).subscribe()
                if depth > 0 { nest([value], depth - 1) }
            }
            nest(1, 300)
            print("sent types")
        default:
            send(20_000)
            print("sent")
        }
        """

    private static let program = Result { try HarmlessProgram(source) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ mode: String, _ limit: Int, _ option: String, recording: String?) throws -> BuiltCommand.Result {
        try Self.program.get().run(mode, recording: recording, shell: "ulimit \(option) \(limit);")
    }

    /// The least limit, in kilobytes, that the program does its work with when it is not recorded.
    private func least(_ mode: String, _ option: String) throws -> Int {
        var (low, high) = (1_000, 1_000_000)
        while high - low > 100 {
            let middle = (low + high) / 2
            if try run(mode, middle, option, recording: nil).status == 0 { high = middle } else { low = middle }
        }
        return high
    }

    /// The memory that the recorder keeps to its end, in kilobytes.
    private static let kept = 1_500

    /// In kilobytes above the least limit: close ones first, where a little is too much.
    private static let steps =
        TestLength.isLong
        ? Array(stride(from: 0, to: 60_000, by: 250)) + Array(stride(from: 60_000, to: 400_000, by: 5_000))
        : [0, 150_000]

    @Test(arguments: TestLength.isLong ? ["send", "grow", "values", "types"] : ["send"])
    func aLimitEndsTheRecordingAndNotTheProgram(mode: String) throws {
        let option = "-v"
        // What is not given back counts for a program that comes to take the last megabyte.
        let least = try least(mode, option) + (mode == "grow" ? Self.kept : 0)
        for step in Self.steps {
            for name in mode == "send" || TestLength.isLong ? ["x.rxtrace", "x.json"] : ["x.rxtrace"] {
                let recording = folder.path(name)
                let plain = try run(mode, least + step, option, recording: nil)
                let recorded = try run(mode, least + step, option, recording: recording)
                let place: Comment = "\(mode) with \(least + step) kB: \(recorded.errors)"
                #expect(recorded.status == plain.status && recorded.output == plain.output, place)
                let lines = recorded.errors.split(separator: "\n")
                #expect(
                    lines.count <= 2 && lines.allSatisfy { $0.hasPrefix("rxtrace: ") && $0.contains("ulimit") }, place)
                for left in [recording, recording + ".rxtrace"] where FileManager.default.fileExists(atPath: left) {
                    let isRecording = left.hasSuffix(".rxtrace")
                    if isRecording {
                        _ = try TraceRecording(contentsOf: left)
                    } else {
                        _ = try TraceReader.read(contentsOf: left)
                    }
                    try FileManager.default.removeItem(atPath: left)
                }
            }
        }
    }

    @Test(.builds) func aLimitOnDataDoesSo() throws {
        let least = try least("send", "-d")
        for step in [0, 3_000, 17_000, 60_000] {
            let recorded = try run("send", least + step, "-d", recording: folder.path("x.rxtrace"))
            #expect(recorded.status == 0 && recorded.output == "sent\n", "\(recorded.errors)")
        }
    }

    @Test func callsThatAreMissingAreCountedAndItIsSaidOnce() throws {
        let least = try least("grow", "-v") + Self.kept
        let path = folder.path("x.rxtrace")
        let recorded = try run("grow", least, "-v", recording: path)
        #expect(
            recorded.errors.split(separator: "\n").count == 1 && recorded.errors.contains("nothing more is recorded"))
        let recording = try TraceRecording(contentsOf: path)
        #expect(recording.drops.memory > 0 && recording.callCount > 0 && recording.problem == nil)
        let whole = folder.path("whole.rxtrace")
        #expect(try Self.program.get().run("grow", recording: whole).status == 0)
        #expect(recording.callCount + recording.drops.memory == (try TraceRecording(contentsOf: whole).callCount))
    }
}
