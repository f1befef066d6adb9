import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// The spans of programs that use several threads, fork, and end in whatever way, posted while they run.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"), .timeLimit(.generous))
struct SpanStreamProgramTests {
    private static let source = """
        import Foundation
        import RxSwift

        func words(_ texts: String...) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }
        let fork = unsafeBitCast(
            dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork"), to: (@convention(c) () -> pid_t).self)
        func waitForChild(_ child: pid_t) -> Int32 {
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return (status >> 8) & 0xFF
        }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        sigprocmask(SIG_UNBLOCK, &signals, nil)

        let ended = PublishSubject<String>()
        let first = ended.subscribe()
        let second = ended.map { $0 }.subscribe(onNext: { _ in })
        ended.onNext("before")
        first.dispose()
        switch CommandLine.arguments.dropFirst().first ?? "" {
        case "exit": exit(7)
        case "_exit": _exit(7)
        case "quick_exit": quick_exit(7)
        case "execv": execv("/bin/echo", words("echo", "another"))
        case "SIGTERM": raise(SIGTERM)
        case "child":
            let child = fork()
            if child == 0 { exit(5) }
            exit(waitForChild(child) == 5 ? 7 : 1)
        case "wait":
            while !FileManager.default.fileExists(atPath: CommandLine.arguments[2]) { usleep(1_000) }
            ended.onNext("after")
            print("over")
        case "threads":
            let shared = PublishSubject<Int>()
            let hot = shared.share(replay: 1)
            let group = DispatchGroup()
            for _ in 0..<3 {
                group.enter()
                Thread {
                    for number in 0..<8 {
                        let one = hot.map { $0 + 1 }.subscribe(onNext: { _ in })
                        let other = Observable.range(start: 0, count: 9).flatMap { Observable.of($0, $0 + 1) }.take(5)
                            .subscribe()
                        shared.onNext(number)
                        if number != 4 { one.dispose() }
                        other.dispose()
                    }
                    group.leave()
                }.start()
            }
            group.wait()
        default:
            // More calls than a chunk of records holds are made within this subscribe.
            _ = Observable.range(start: 0, count: 3_000).take(2_900).subscribe()
        }
        """

    private static let program = Result { try HarmlessProgram(source) }
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// - Parameter meanwhile: is told each request's number.
    private func run(
        _ words: String, recording: String? = nil, status: Int32, output: String = "",
        _ meanwhile: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> [OTLPFile] {
        let receiver = try HTTPReceiver { number, _ in
            meanwhile(number)
            return .status(200)
        }
        defer { receiver.stop() }
        let result = try Self.program.get().run(
            words, recording: recording,
            environment: ["RXTRACE_OTLP": receiver.url, "RXTRACE_OTLP_WAIT": "300", "TMPDIR": folder.path("")])
        #expect(result.status == status && result.output == output && result.errors.isEmpty)
        return try receiver.requests.map { try OTLPFile($0.body) }
    }

    private func ends(_ files: [OTLPFile]) -> [String] {
        files.flatMap(\.spans).compactMap { $0.attributes["rxtrace.ended"] }.sorted()
    }

    @Test(arguments: ["exit", "_exit", "quick_exit", "execv", "SIGTERM", "child"])
    func whicheverWayItEndsEachSubscriptionIsToldOnce(way: String) throws {
        let files = try run(
            way, status: way == "execv" ? 0 : way == "SIGTERM" ? SIGTERM : 7, output: way == "execv" ? "another\n" : "")
        #expect(ends(files) == ["disposed", "lives"])
        // The one of a forked child is its parent's.
        #expect(files.flatMap(\.spans).filter { $0.attributes["rxtrace.calls"] != nil }.count == 1)
        #expect(Set(files.compactMap { $0.resource["process.pid"] }).count == 1)
    }

    @Test func spansComeWhileTheProgramRuns() throws {
        let sign = folder.path("come")
        let files = try run("wait '\(sign)'", status: 0, output: "over\n") { _ in
            _ = FileManager.default.createFile(atPath: sign, contents: nil)
        }
        try #require(files.count > 1)
        #expect(files[0].program == nil && ends([files[0]]) == ["disposed"])
        #expect(ends(files) == ["disposed", "lives"])
    }

    @Test func aSubscribeThatTakesLongEndsAsInTheWhole() throws {
        let files = try run("", recording: folder.path("x.rxtrace"), status: 0)
        try expectSame(files)
        #expect(ends(files) == ["completed", "disposed", "lives"])
    }

    @Test func theSpansOfThreadsAreThoseOfTheWhole() throws {
        for _ in 0..<TestLength.times(3, long: 200) {
            try expectSame(run("threads", recording: folder.path("x.rxtrace"), status: 0))
        }
    }

    private func expectSame(_ posted: [OTLPFile]) throws {
        let kept = try OTLPFile(BuiltCommand.run(["otlp", folder.path("x.rxtrace")]).output)
        func facts(_ files: [OTLPFile]) -> [String] {
            files.flatMap(\.spans).filter { $0.attributes["rxtrace.part"] == nil }.map {
                let (type, end) = ($0.attributes["rxtrace.type"] ?? "", $0.attributes["rxtrace.ended"] ?? "")
                return "\($0.id) \($0.parent ?? "") \(type) \(end)"
            }.sorted()
        }
        let (postedFacts, keptFacts) = (facts(posted), facts([kept]))
        #expect(postedFacts == keptFacts)
        // Of work outside of the library, that which leads nowhere is left out of a whole recording.
        func count(_ events: [OTLPFile.Event]) -> Int { events.count { $0.name != "hop" && $0.name != "invoke" } }
        let (postedEvents, keptEvents) = (count(posted.flatMap(\.events)), count(kept.events))
        #expect(postedEvents == keptEvents)
    }
}
