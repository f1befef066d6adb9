import Foundation

/// One measurement in a process of its own, whose memory is that of nothing else.
enum BenchChild {
    /// The first argument of such a process.
    static let word = "measure"

    /// Has a new process measure, and gives its figures.
    static func run<Figures: Decodable>(_ words: [String]) throws -> Figures {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [word] + words
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let name = words.joined(separator: " ")
            throw BenchFailure("the measurement \(name) ended with \(process.terminationStatus)", status: 70)
        }
        return try JSONDecoder().decode(Figures.self, from: bytes)
    }

    /// Measures, in the new process.
    static func measure(_ words: [String]) throws {
        switch (words.first, words.count) {
        case ("record", 4):
            guard let workload = RecordedWorkload(rawValue: words[1]), let calls = Int(words[2]) else { break }
            return try write(RecordingRun(calls: calls, of: workload, into: words[3]))
        case ("shape", 4):
            guard let shape = GrowthShape.all.first(where: { $0.name == words[1] }), let calls = Int(words[2]) else {
                break
            }
            return try write(shape.record(calls: calls, into: words[3]))
        case ("answer", 3), ("answer", 4):
            // One that takes longer is stopped by the signal.
            if let seconds = words.dropFirst(3).first.flatMap({ UInt32($0) }) { alarm(seconds) }
            guard let answer = Answer.all.first(where: { $0.name == words[1] }) else { break }
            return try write(AnswerRun(answer, to: words[2]))
        default: break
        }
        throw BenchFailure("there is no measurement \(words.joined(separator: " "))")
    }

    private static func write(_ figures: some Encodable) throws {
        FileHandle.standardOutput.write(try JSONEncoder().encode(figures))
    }
}
