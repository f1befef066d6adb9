import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

/// The fate of a recording, and of the program that is recorded, when things go wrong.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"), .timeLimit(.generous))
struct RecordedProgramTests {
    /// Sends events until it is killed. Its progress lies in a file it shares with the test: its process id, how many
    /// events it has sent, and how many it had sent a second ago. That is a second in which it ran: where a machine is busy
    /// or stands still, neither the program nor its recorder does.
    private static let source = """
        import Foundation
        import RxSwift
        let subject = PublishSubject<Int>()
        let subscription = subject.map { $0 + 1 }.subscribe()
        let arguments = CommandLine.arguments
        switch arguments.count > 1 ? arguments[1] : "" {
        case "forever":
            let file = open(arguments[2], O_RDWR)
            let shared = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)!
                .assumingMemoryBound(to: Int.self)
            var sent: [(time: Int, count: Int)] = []
            shared[0] = Int(getpid())
            for number in 1... {
                subject.onNext(number)
                shared[1] = number
                let sentAt = DispatchTime.now().uptimeNanoseconds
                var now = sentAt
                while now < sentAt + 400_000 { now = DispatchTime.now().uptimeNanoseconds }
                var run = timespec()
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &run)
                let ran = run.tv_sec * 1_000_000_000 + run.tv_nsec
                if sent.isEmpty || ran - sent[sent.count - 1].time > 10_000_000 {
                    sent.append((ran, number))
                    while let first = sent.first, ran - first.time > 1_000_000_000 {
                        shared[2] = first.count
                        sent.removeFirst()
                    }
                }
            }
        case "feedback":
            // Sends itself each element it receives, until the stack ends, and prints a character for each.
            let looped = PublishSubject<Int>()
            _ = looped.subscribe(onNext: {
                write(1, ".", 1)
                looped.onNext($0 + 1)
            })
            if arguments.count > 2 {
                let thread = Thread { looped.onNext(0) }
                thread.start()
                while true { pause() }
            }
            looped.onNext(0)
        case "descriptors":
            while dup(1) >= 0 {}
            fallthrough
        case "send":
            for number in 1...50_000 { subject.onNext(number) }
            write(1, "done\\n", 5)
            exit(7)
        default:
            write(1, "done\\n", 5)
        }
        """

    /// The compiled program; compiled once.
    private static let program: Result<(folder: ProgramFolder, path: String), any Error> = Result {
        let folder = try ProgramFolder(["Endless.swift": source])
        let result = try folder.run("stats", "Endless.swift")
        try #require(result.status == 0 && result.errors.contains("done"), "\(result.errors)")
        return (folder, try #require(folder.executable))
    }

    private func run(_ words: [String], recording: String, limits: String = "true") throws -> BuiltCommand.Result {
        let path = try Self.program.get().path
        return try BuiltCommand.run(
            ["-c", "\(limits); exec '\(path)' \(words.joined(separator: " "))"], command: "/bin/sh",
            environment: ["RXTRACE": recording, "SWIFT_BACKTRACE": "enable=no"])
    }

    @Test func whatIsKilledLeavesAllButItsLastSecond() throws {
        let runs = TestLength.times(3, long: 200)
        let path = try Self.program.get().path
        let folder = try TemporaryFolder()
        for run in 1...runs {
            let recording = folder.path("killed.rxtrace")
            let progress = folder.path("progress")
            try Data(count: 4096).write(to: URL(filePath: progress))
            let file = open(progress, O_RDWR)
            let memory = try #require(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
            close(file)
            defer { munmap(memory, 4096) }
            let shared = memory.assumingMemoryBound(to: Int.self)
            // From a program that has hardly begun to one that has gone on for longer than a second.
            let target = run % 3 == 0 ? Int.max : Int.random(in: 1...1_500)
            let killed = try BuiltCommand.run(
                ["forever", progress], command: path, environment: ["RXTRACE": recording]
            ) { process in
                // The processor is the program's until it has come so far.
                while shared[1] < target, shared[2] == 0, kill(process, 0) == 0 { poll(nil, 0, 1) }
                kill(process, SIGKILL)
            }
            #expect(killed.errors.isEmpty)
            let opened = try TraceRecording(contentsOf: recording)
            let problem = try #require(opened.problem, "the reader says that the end is missing")
            #expect(problem.kind == .truncated)
            var last = 0
            try opened.forEachCall { call in
                if call.operation == .on, call.parent == nil { last = call.event?.value.flatMap { Int($0) } ?? last }
            }
            #expect(last >= shared[2], "run \(run): \(last) of \(shared[1]) events")
        }
    }

    @Test(arguments: [["feedback"], ["feedback", "thread"]])
    func whatEndsTheStackIsRecordedToTheEnd(words: [String]) throws {
        let folder = try TemporaryFolder()
        let recording = folder.path("feedback.rxtrace")
        let result = try run(words, recording: recording)
        #expect(result.status == SIGSEGV)
        let opened = try TraceRecording(contentsOf: recording)
        #expect(opened.problem?.kind == .truncated)
        var subject: Int?
        var sent: [String] = []
        try opened.forEachCall { call in
            guard call.operation == .on else { return }
            subject = subject ?? call.node
            if call.node == subject { sent.append(call.event?.value ?? "none") }
        }
        #expect(!result.output.isEmpty)
        // The stack may end between the character and the next call.
        #expect((0...1).contains(sent.count - result.output.count))
        #expect(sent == sent.indices.map(String.init))
    }

    @Test func aLimitOnFileSizesEndsTheRecordingAlone() throws {
        let folder = try TemporaryFolder()
        let recording = folder.path("limited.rxtrace")
        let result = try run(["send"], recording: recording, limits: "ulimit -f 64")
        #expect(result.status == 7)
        #expect(result.output == "done\n")
        #expect(result.errors == "rxtrace: the trace in \(recording) is not complete: File too large\n")
        #expect(try TraceRecording(contentsOf: recording).callCount > 0)
    }

    @Test func aProgramWithoutFreeDescriptorsIsRecorded() throws {
        let folder = try TemporaryFolder()
        let recording = folder.path("descriptors.rxtrace")
        let result = try run(["descriptors"], recording: recording, limits: "ulimit -n 64")
        #expect(result.status == 7)
        #expect(result.output == "done\n")
        let opened = try TraceRecording(contentsOf: recording)
        #expect(opened.problem == nil)
        #expect(opened.callCount > 50_000 * 6)
    }
}
