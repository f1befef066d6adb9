import Foundation

/// A recording file, its calls in the order they started.
struct FormatRecording {
    struct About: Decodable {
        struct Run: Decodable {
            var identity, host: String
            var clockStart: UInt64
        }

        var scenario: String
        var process: Int
        var run: Run
        var processTicks, processNanoseconds, startTicks: UInt64
        var operations, labels, roles, behaviors: [String]
        var closures: [[String]]
        var libraryFolders, sourceFolders: [String]
        var hasValues: Bool
    }

    let about: About
    private(set) var definitions = FormatDefinitions()
    private(set) var places: [UInt64: FormatSites.Place] = [:]
    private(set) var releases: [UInt64: FormatSites.Release] = [:]
    /// The numbers of nodes that were made before the recording began.
    private(set) var early: Set<UInt64> = []
    private(set) var clock: (ticks: UInt64, nanoseconds: UInt64)?
    /// How many calls are not there, by reason.
    private(set) var drops: [String: UInt64] = [:]
    /// The traceparent of the program that this one works for.
    private(set) var parent: String?
    private(set) var notes: [String] = []
    private(set) var isWhole: Bool
    private(set) var calls: [FormatCall] = []

    init(_ file: [UInt8]) throws {
        let (blocks, isWhole) = try FormatBlock.all(in: file)
        self.isWhole = isWhole
        guard let first = blocks.first(where: { $0.kind == 1 }) else { throw FormatBytes.Damage() }
        var images: [FormatSites.Image] = []
        var packed = FormatPlaces()
        about = try JSONDecoder().decode(About.self, from: Data(first.payload))
        for block in blocks {
            var reader = FormatBytes(block.payload)
            switch block.kind {
            case 2:
                let size = try reader.number(4)
                _ = try reader.bytes(36)
                try definitions.read(try reader.bytes(size), thread: block.thread)
            case 3:
                clock = (try reader.number(8), try reader.number(8))
                for reason in ["memory", "limit", "last", "sample", "filter", "form", "numbers"] {
                    drops[reason] = try reader.number(8)
                }
            case 11: notes.append(String(decoding: block.payload, as: UTF8.self))
            case 9: parent = String(decoding: block.payload, as: UTF8.self)
            case 8: while !reader.isAtEnd { images.append(try FormatSites.Image(&reader)) }
            case 13: try packed.read(&reader)
            case 7: while !reader.isAtEnd { early.insert(try reader.varint()) }
            default: break
            }
        }
        let sites = FormatSites(images, about)
        let unknown = definitions.stacks.filter { !packed.known.contains($0.key) }
        places = try sites.places(of: unknown).merging(packed.places) { $1 }
        releases = try sites.releases(by: unknown).merging(packed.releases) { $1 }
        var waiting: [UInt64: ArraySlice<FormatCall>] = [:]
        for block in blocks where block.kind == 2 {
            waiting[block.thread, default: []] += try FormatCall.all(in: block, definitions)
        }
        while let next = waiting.values.compactMap(\.first).min(by: { ($0.start, $0.thread) < ($1.start, $1.thread) }) {
            waiting[next.thread]?.removeFirst()
            calls.append(next)
        }
    }

    /// Nanoseconds in so many ticks.
    func nanoseconds(_ ticks: UInt64) -> UInt64 {
        guard let clock, clock.ticks > about.processTicks, clock.nanoseconds > about.processNanoseconds else {
            return ticks
        }
        let rate =
            Double(clock.nanoseconds - about.processNanoseconds) / Double(clock.ticks - about.processTicks)
        return UInt64(Double(ticks) * rate)
    }

    /// A node's behaviors, as the page says them: words in the order of the about block.
    func behaviors(of node: UInt64) -> [String] {
        var bits: UInt64 = 0
        var next: UInt64? = node
        while let number = next, let definition = definitions.nodes[number] {
            bits |= definition.behaviors
            let role = about.roles.indices.contains(definition.role) ? about.roles[definition.role] : "object"
            next = role == "sink" || role == "observer" ? definition.owner : nil
        }
        return about.behaviors.enumerated().filter { bits >> UInt64($0.offset) & 1 == 1 }.map(\.element)
    }

    func typeName(_ type: UInt64) -> String { String((definitions.types[type] ?? "-").prefix { $0 != "<" }) }

    func event(of call: FormatCall) -> FormatDocument.Event? {
        let kind = Int(call.detail & 3)
        guard kind > 0 else { return nil }
        var event = FormatDocument.Event(kind: ["next", "error", "completed"][kind - 1])
        guard about.hasValues, kind < 3 else { return event }
        switch call.detail >> 2 & 7 {
        case 1: event.value = String(Int64(bitPattern: call.value))
        case 2: event.value = String(call.value)
        case 3: event.value = String(Double(bitPattern: call.value))
        case 4: event.value = call.value == 0 ? "false" : "true"
        case 5: event.value = call.text ?? ""
        default: break
        }
        return event
    }
}
