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

    /// Who let go of an object.
    struct Release {
        var owner: String?
        var place: Place?
    }

    private struct Frame {
        var function: String
        var file: String?
        var line: Int
        var isInlined = false
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
        try frames(of: stacks).compactMapValues { number, frames in
            frames.firstIndex { isUsers($0) }.map { index in
                place(frames[index], number, function: frames[..<index].last.flatMap { Self.name($0.function) })
            }
        }
    }

    /// Who let go of the objects to whose ends stacks led.
    func releases(by stacks: [UInt64: [Int64]]) throws -> [UInt64: Release] {
        try frames(of: stacks).compactMapValues { number, frames in
            let own = frames.prefix { $0.file == nil || isUsers($0) }
            let types = own.map { Self.typeEnded(by: $0.function) }
            let inside = zip(own, types).prefix { !isUsers($0) || $1 != nil }.count
            // A function without a line lies between the end and the place: that would be another's.
            let isLost = zip(own, types).prefix(inside).contains { $1 == nil && Self.endsSearch($0) }
            let place = inside < own.count && !isLost ? self.place(own[inside], number, function: nil) : nil
            return Release(owner: types[..<inside].compactMap { $0 }.first, place: place)
        }
    }

    private func frames(of stacks: [UInt64: [Int64]]) throws -> FramesByStack {
        let stacks = stacks.mapValues { $0.map { UInt64(bitPattern: $0) } }
        var wanted: [String: Set<UInt64>] = [:]
        for address in Set(stacks.values.joined()) {
            if let image = image(of: address) { wanted[image.path, default: []].insert(address - image.base) }
        }
        for (path, addresses) in wanted { try Self.look(up: addresses.sorted(), in: path) }
        return FramesByStack(
            all: stacks.mapValues { stack in
                stack.enumerated().flatMap { index, address -> [Frame] in
                    guard let image = image(of: address) else { return [] }
                    let frames = Self.known.withLock { $0["\(image.path) \(address - image.base)"] } ?? []
                    let isRecorder = index == 0 && frames.last.map { $0.file != nil && !isUsers($0) } ?? false
                    return isRecorder ? [] : frames
                }
            })
    }

    private struct FramesByStack {
        let all: [UInt64: [Frame]]

        func compactMapValues<Value>(_ transform: (UInt64, [Frame]) -> Value?) -> [UInt64: Value] {
            var values: [UInt64: Value] = [:]
            for (number, frames) in all { values[number] = transform(number, frames) }
            return values
        }
    }

    private func isUsers(_ frame: Frame) -> Bool {
        frame.file.map { file in !about.libraryFolders.contains { file.hasPrefix($0) } } ?? false
    }

    private func place(_ frame: Frame, _ number: UInt64, function: String?) -> Place {
        let file = frame.file ?? ""
        let folder = about.sourceFolders.first { file.hasPrefix($0) } ?? ""
        return Place(stack: number, file: String(file.dropFirst(folder.count)), line: frame.line, function: function)
    }

    /// `Screen` of `Screen.deinit` and `Screen.__deallocating_deinit`.
    private static func typeEnded(by function: String) -> String? {
        function.firstMatch(of: #/([^.<]+)(<.*>)?\.(__[a-z_]*)?deinit$/#).map { String($0.1) }
    }

    /// Whether it is a function without a line that does not let go of objects for others.
    private static func endsSearch(_ frame: Frame) -> Bool {
        guard frame.file == nil, !frame.isInlined, !frame.function.hasPrefix("?") else { return false }
        return !["outlined ", "objectdestroy", "destroy for "].contains { frame.function.hasPrefix($0) }
    }

    private func image(of address: UInt64) -> Image? {
        images.last { $0.start <= address && address < $0.end && !$0.path.isEmpty }
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
            // Calls that were inlined come before the function they were inlined into.
            for index in frames.indices.dropLast() { frames[index].isInlined = true }
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
