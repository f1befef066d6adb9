import Foundation
import Synchronization

/// Finds places in the source as docs/recording-format.md says, with the toolchain's tools.
struct FormatSites {
    struct Image {
        var path, build: String
        var base, start, end: UInt64

        init(_ reader: inout FormatBytes) throws {
            (path, build) = (try reader.text(), try reader.text())
            (base, start, end) = (try reader.varint(), try reader.varint(), try reader.varint())
        }
    }

    struct Place: Decodable {
        var stack: UInt64
        var file: String
        var line: Int
        var function: String?
    }

    private struct Frame {
        var function: String
        var file: String?
        var line: Int
    }

    /// The tools take longer than all else of a test: their answer holds for all recordings of a build.
    private static let known = Mutex<[String: [Frame]]>([:])

    let images: [Image]
    let about: FormatRecording.About

    init(_ images: [Image], _ about: FormatRecording.About) {
        self.images = images
        self.about = about
    }

    func places(of stacks: [UInt64: [Int64]]) throws -> [UInt64: Place] {
        let stacks = stacks.mapValues { $0.map { UInt64(bitPattern: $0) } }
        var wanted: [String: Set<UInt64>] = [:]
        for address in Set(stacks.values.joined()) {
            if let image = image(of: address) { wanted[image.path, default: []].insert(address - image.base) }
        }
        for (path, addresses) in wanted { try Self.look(up: addresses.sorted(), in: path) }
        return Dictionary(
            uniqueKeysWithValues: stacks.compactMap { number, stack in
                place(of: stack, number).map { (number, $0) }
            })
    }

    private func image(of address: UInt64) -> Image? {
        images.last { $0.start <= address && address < $0.end && !$0.path.isEmpty }
    }

    private func place(of stack: [UInt64], _ number: UInt64) -> Place? {
        var called: Frame?
        for address in stack {
            guard let image = image(of: address) else { continue }
            for frame in Self.known.withLock({ $0["\(image.path) \(address - image.base)"] }) ?? [] {
                guard let file = frame.file, !about.libraryFolders.contains(where: file.hasPrefix) else {
                    called = frame
                    continue
                }
                let folder = about.sourceFolders.first { file.hasPrefix($0) } ?? ""
                return Place(
                    stack: number, file: String(file.dropFirst(folder.count)), line: frame.line,
                    function: called.flatMap { Self.name($0.function) })
            }
        }
        return nil
    }

    /// `map` of `static ObservableType.map<A>(_:)`; none of an initialiser.
    private static func name(_ function: String) -> String? {
        let plain = function.replacing(#/<[^<>()]*(<[^<>]*>[^<>()]*)*>/#, with: "")
        if let getter = plain.firstMatch(of: #/([^.]+)\.getter/#) { return String(getter.1) }
        guard let name = plain.firstMatch(of: #/([^. ()]+)\(/#)?.1, !name.hasSuffix("init") else { return nil }
        return String(name)
    }

    private static func look(up addresses: [UInt64], in path: String) throws {
        let unknown = known.withLock { known in addresses.filter { known["\(path) \($0)"] == nil } }
        guard !unknown.isEmpty else { return }
        let input = unknown.map { "\"\(path)\" 0x\(String($0 - 1, radix: 16))\n" }.joined()
        let found = try run("llvm-symbolizer", ["--inlines", "--no-demangle"], input)
        let readable = try run("swift-demangle", ["-simplified", "-compact"], found)
        for (address, answer) in zip(unknown, readable.components(separatedBy: "\n\n")) {
            let lines = answer.split(separator: "\n")
            var frames: [Frame] = []
            for (function, place) in zip(lines, lines.dropFirst()).enumerated().filter({ $0.offset % 2 == 0 }).map(\.1)
            {
                // File, line and column.
                let parts = place.split(separator: ":")
                let file = parts.dropLast(2).joined(separator: ":")
                let line = parts.dropLast().last.flatMap { Int($0) } ?? 0
                let isKnown = line > 0 && !file.hasPrefix("?") && !file.contains("/<")
                frames.append(Frame(function: String(function), file: isKnown ? file : nil, line: line))
            }
            known.withLock { $0["\(path) \(address)"] = frames }
        }
    }

    private static func run(_ tool: String, _ arguments: [String], _ input: String) throws -> String {
        let folder = try TemporaryFolder()
        try Data(input.utf8).write(to: URL(filePath: folder.path("input")))
        try Data().write(to: URL(filePath: folder.path("output")))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        process.standardInput = FileHandle(forReadingAtPath: folder.path("input"))
        process.standardOutput = FileHandle(forWritingAtPath: folder.path("output"))
        try process.run()
        process.waitUntilExit()
        return try String(contentsOfFile: folder.path("output"), encoding: .utf8)
    }
}
