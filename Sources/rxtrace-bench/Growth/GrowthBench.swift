import Foundation

/// Prints what answers about recordings of many shapes take, and how that grows: each recording and each answer in a
/// process of its own.
///
///     rxtrace-bench growth
///     rxtrace-bench growth --calls 100000 --answers lint,leaks
///     rxtrace-bench growth flatMap bag
///
/// An answer whose time per call stays the same has a growth of 1; one that looks at all that came before at each call
/// has one of 4.
struct GrowthBench {
    private static let answers = ["tree", "lint", "leaks", "stats", "annotate", "why", "html", "diff", "marble"]
    /// The answers that have the whole trace in memory are not compared with `tree`, which goes call by call.
    private static let factor = 4

    private var calls = 50_000
    private var seconds = 60
    private var answers = Self.answers
    private var shapes = GrowthShape.all
    /// Where the recordings stay; nil where they go.
    private var folder: String?

    static func run(_ words: [String]) throws {
        var bench = GrowthBench()
        var wanted: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--calls": bench.calls = try number(rest.popFirst(), word)
            case "--seconds": bench.seconds = try number(rest.popFirst(), word)
            case "--keep": bench.folder = rest.popFirst()
            case "--answers":
                bench.answers = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
                if let other = bench.answers.first(where: { name in !Answer.all.contains { $0.name == name } }) {
                    throw BenchFailure(
                        "there is no answer '\(other)': there are \(Self.answers.joined(separator: ", "))")
                }
                if !bench.answers.contains("tree") { bench.answers.insert("tree", at: 0) }
            default: wanted.append(word)
            }
        }
        for word in wanted where !bench.shapes.contains(where: { $0.name.contains(word) }) {
            throw BenchFailure("no shape's name holds '\(word)'")
        }
        if !wanted.isEmpty {
            bench.shapes = bench.shapes.filter { shape in wanted.contains { shape.name.contains($0) } }
        }
        try bench.run()
    }

    private static func number(_ text: String?, _ word: String) throws -> Int {
        guard let number = text.flatMap({ Int($0) }), number > 0 else {
            throw BenchFailure("\(word) wants a number above 0")
        }
        return number
    }

    private func run() throws {
        // Each line when it is printed: a shape takes a while.
        setlinebuf(stdout)
        let folder =
            self.folder.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "rxtrace-growth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { if self.folder == nil { try? FileManager.default.removeItem(at: folder) } }
        print(
            "processor time of answers, in ns per call, for recordings of about \(calls) calls and \(Self.factor) times as many"
        )
        print("growth: of the time per call, from the one to the other; MB: the most memory, for the longer one\n")
        Self.line("shape", "answer", "calls", "ns/call", "growth", "× tree", "MB")
        for (index, shape) in shapes.enumerated() {
            let files = try [1, Self.factor].map { times in
                let file = folder.appending(path: "\(index + 1)-\(times).rxtrace").path(percentEncoded: false)
                let _: Int = try BenchChild.run(["shape", shape.name, String(calls * times), file])
                return file
            }
            var tree: Double?
            for answer in answers { tree = measure(answer, about: files, of: shape, besides: tree) ?? tree }
            if self.folder == nil { for file in files { try FileManager.default.removeItem(atPath: file) } }
        }
    }

    /// Prints a line; the time per call of `tree` is given back.
    private func measure(_ name: String, about files: [String], of shape: GrowthShape, besides tree: Double?) -> Double?
    {
        let runs = files.map { try? BenchChild.run(["answer", name, $0, String(seconds)]) as AnswerRun }
        guard let short = runs[0], let long = runs[1] else {
            Self.line(shape.name, name, "", "over \(seconds) s", "", "", "")
            return nil
        }
        let (first, last) = (Self.time(short), Self.time(long))
        Self.line(
            shape.name, name, String(long.calls), String(format: "%.0f", last), String(format: "%.2f", last / first),
            tree.map { String(format: "%.2f", last / $0) } ?? "", String(long.peakBytes / 1_000_000))
        return name == "tree" ? last : nil
    }

    private static func time(_ run: AnswerRun) -> Double { run.figures.cpuSeconds * 1e9 / Double(max(1, run.calls)) }

    private static func line(_ shape: String, _ cells: String...) {
        let padded = cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
        print(shape.padding(toLength: 52, withPad: " ", startingAt: 0) + padded.joined())
    }
}
