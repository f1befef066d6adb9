import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// A program that closes any descriptor, and has files of its own under its number, keeps these as they are.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"))
struct RecorderDescriptorTests {
    private static let source = """
        import Foundation
        import RxSwift

        let words = CommandLine.arguments
        let way = words.count > 1 ? words[1] : ""
        let folder = words.count > 2 ? words[2] : ""
        var seed = words.count > 3 ? UInt64(words[3])! : 1
        let count = Int32(sysconf(Int32(_SC_OPEN_MAX)))
        let subject = PublishSubject<Int>()
        let subscription = subject.map { $0 + 1 }.subscribe(onNext: { _ in })

        func random(_ limit: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % limit
        }
        func send() {
            for number in 0..<1_000 { subject.onNext(number) }
            // The recorder's own thread writes four times a second.
            if random(2) == 0 { usleep(260_000) }
        }
        var files = 0
        func file() -> Int32 {
            files += 1
            return open("\\(folder)/\\(files)", O_RDWR | O_CREAT, 0o600)
        }

        if way == "" { exit(0) }
        subject.onNext(0)
        usleep(260_000)
        switch way {
        case "daemon", "streams":
            for number in (way == "daemon" ? 3 : 0)..<count { close(number) }
            for _ in 0..<20 { _ = file() }
            send()
        case "all":
            for number in 3..<count { close(number) }
            while file() >= 0 {}
            send()
        case "itself":
            let own = open(String(cString: getenv("RXTRACE")), O_RDWR)
            for number in 3..<count where number != own { dup2(own, number) }
            send()
        default:
            for _ in 0..<8 {
                let first = Int32(3 + random(Int(count) - 3))
                let last = min(count, first + Int32(random(Int(count))))
                switch random(3) {
                case 0: for number in first..<last { close(number) }
                case 1:
                    let own = file()
                    if own >= 0 { for number in first..<last where number != own { dup2(own, number) } }
                default: for _ in 0..<random(5) { _ = file() }
                }
                send()
            }
        }
        if way != "streams" { print("done") }
        """

    private static let program = Result { try HarmlessProgram(source) }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("files"), withIntermediateDirectories: true)
    }

    private func run(
        _ way: String, _ name: String, seed: Int = 1, limit: Int = 128, environment: [String: String] = [:]
    ) throws -> BuiltCommand.Result {
        let result = try Self.program.get().run(
            "\(way) '\(folder.path("files"))' \(seed)", recording: folder.path(name), shell: "ulimit -n \(limit);",
            environment: environment)
        #expect(result.status == 0, "\(way), \(name), \(seed): \(result)")
        #expect(result.output == (way == "streams" ? "" : "done\n"), "\(way), \(name), \(seed): \(result)")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path("files")) {
            let size = try FileManager.default.attributesOfItem(atPath: folder.path("files/\(file)"))[.size] as? Int
            #expect(size == 0, "\(way), \(name), \(seed): \(size ?? 0) bytes in \(file)")
        }
        return result
    }

    private static let forms: [(name: String, environment: [String: String])] = [
        ("x.rxtrace", [:]), ("x.json", [:]), ("last.rxtrace", ["RXTRACE_LAST": "1000"]),
    ]

    @Test(arguments: ["x.rxtrace", "x.json"])
    func aDaemonsRecordingGoesOn(name: String) throws {
        let result = try run("daemon", name)
        #expect(result.errors.isEmpty)
        let path = folder.path(name)
        let trace =
            name == "x.json" ? try TraceReader.read(contentsOf: path) : try TraceRecording(contentsOf: path).trace()
        #expect(trace.calls.filter { $0.operation == .on && $0.parent == nil }.count == 1_001)
        #expect(trace.dropped == 0)
    }

    @Test(arguments: ["streams", "all"], forms.indices)
    func aProgramsFilesAreItsOwn(way: String, index: Int) throws {
        let (name, environment) = Self.forms[index]
        let result = try run(way, name, environment: environment)
        // Where the program has all numbers there are, the recorder has none, and says so.
        let isSaid = result.errors.contains("rxtrace: the trace in \(folder.path(name))")
        #expect(isSaid == (way == "all"), "\(way), \(name): \(result.errors)")
    }

    @Test func theSameFileOpenedByTheProgramIsItsOwn() throws {
        let result = try run("itself", "x.rxtrace")
        #expect(result.errors.contains("is not complete: the program has closed the recorder's descriptor"))
        // What was written before is whole.
        #expect(try TraceRecording(contentsOf: folder.path("x.rxtrace")).trace().calls.isEmpty == false)
    }

    @Test func whateverIsClosed() throws {
        for seed in 1...TestLength.times(2, long: 1_000) {
            let (name, environment) = Self.forms[seed % Self.forms.count]
            let result = try run(
                "random", name, seed: seed, limit: [24, 40, 128, 1_024][seed % 4], environment: environment)
            #expect(
                result.errors.isEmpty || result.errors.hasPrefix("rxtrace: the trace in "), "\(seed): \(result.errors)")
        }
    }
}
