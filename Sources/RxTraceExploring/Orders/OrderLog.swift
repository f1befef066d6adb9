import Foundation
import RxTraceKit

/// What a program under control told of its turns, in the file that it and this command have (TurnLog.h).
package struct OrderLog {
    /// What a thread was about to do, in the order of `rxtrace_turn_kind`.
    package enum Step: UInt8 {
        case begins, ends, work, handOn, subscribe, send, dispose, connect, value, lock, unlock, condition, semaphore
        case wake, sync, group, futex, join, sleep, descriptors, yield, output, crashes, handedOn, atomic
        case flag, shared, operation, operationEnd, goesOn, plainRead, plainWrite
    }

    /// A thread that could go on.
    package struct Candidate: Equatable {
        package var thread: Int
        package var step: Step
        /// The number of the place where it was; 0 for none.
        package var place: Int
        package var kind = WorkKind.handedOn
        /// Whether the place is that of the step itself, where it could be that of the work handed on before it.
        package var isAtStep: Bool { step != .work && kind == .ofActor }
        /// The number of the place where the work was handed on that it ran; 0 if that is not known.
        package var work: Int
    }

    /// What the work is that a thread is about to begin.
    package enum WorkKind: UInt32 {
        case handedOn
        case ofActor
        /// The task goes on that was made at the place.
        case laterPartOfTask
        /// The task of an asynchronous main function goes on.
        case laterPartOfMain
    }

    /// A turn that could have gone otherwise.
    package struct Turn {
        package var count: Int
        package var choice: Int
        package var usual: Candidate
        package var chosen: Candidate
        /// The numbers of the threads, in the order of the choices; of many, the first ones.
        package var threads: [Int]
        /// Whether one of them is woken by it; otherwise, one of them goes on.
        package var isOfWaking: Bool
    }

    package enum Ending: UInt32 {
        case byItself, deadlock, idle
    }

    private static let magic: UInt64 = 0x3172_6564_7278_7201
    private static let head = (text: 72, textBytes: 1 << 14, places: 4096, depth: 160)
    private static let turnBytes = 48
    private static let keptTouches = 1 << 17
    private static let keptCandidates = 8
    /// The bits of a place's number above which the kind of the work is (TurnLog.h).
    private static let kindBits: UInt32 = 30
    private static let keptTurns = 1 << 16
    /// No program's file takes more of the memory.
    private static let programExtent: UInt64 = 1 << 32

    /// The path of the log's file.
    package static let variable = "RXTRACE_ORDER_LOG"

    package let turnCount: Int
    package let ending: Ending
    /// The first turn at which the order could not be followed; nil where it could.
    package let lostWay: Int?
    /// How often a thread waited, or ran on, where it is not seen; and the place where that was last.
    package let outOfSight: Int
    package let placeOutOfSight: Int
    package let check: UInt16
    /// What points were left out that other threads may have seen: orders are missed without them.
    package let seen: ThreadOrder.Seen
    /// How long it took, in nanoseconds of the program's own time.
    package let nanoseconds: UInt64
    /// Who waits for what, with the numbers of places as `@3;`; or that of the place where the program crashed.
    package let text: String
    package let turns: [Turn]
    /// What its threads did from point to point, in order.
    package let steps: [OrderStep]
    private let places: [[UInt]]
    /// By the number of a place, that of the one where the work was handed on that came to it; 0 for none.
    private let outerPlaces: [Int]
    private let executable: String
    /// Where the program's file lay in memory.
    private let base: UInt

    /// Reads the file; nil where no program under control wrote it.
    ///
    /// - Parameter executable: the program's file.
    package init?(contentsOf path: String, of executable: String) {
        guard let file = SparseFile(contentsOf: path) else { return nil }
        defer { withExtendedLifetime(file) {} }
        self.init(bytes: file.bytes, executable: executable)
    }

    private init?(bytes: UnsafeRawBufferPointer, executable: String) {
        func word(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        func long(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
        let placesStart = Self.head.text + Self.head.textBytes
        let outerStart = placesStart + Self.head.places * Self.head.depth * 8
        let turnsStart = outerStart + Self.head.places * 4
        let stepsStart = turnsStart + Self.keptTurns * Self.turnBytes
        let touchesStart = stepsStart + Self.bytesOfSteps
        let racesStart = touchesStart + Self.keptTouches * 8
        let all = racesStart + ThreadOrder.Seen.racePlaces / 8
        guard bytes.count >= all, long(0) == Self.magic, let ending = Ending(rawValue: word(16)) else { return nil }
        turnCount = Int(word(8))
        self.ending = ending
        let wantedLeft = word(32)
        lostWay = word(20) == .max ? (wantedLeft > 0 ? turnCount : nil) : Int(word(20))
        outOfSight = Int(word(24))
        placeOutOfSight = Int(word(28))
        nanoseconds = long(56) &- long(48)
        check = UInt16(truncatingIfNeeded: word(64))
        seen = ThreadOrder.Seen(
            ThreadOrder.Seen.Kinds(rawValue: word(68)),
            races: Set((0..<ThreadOrder.Seen.racePlaces).filter { bytes[racesStart + $0 / 8] >> ($0 % 8) & 1 == 1 }))
        let base = UInt(long(40))
        self.base = base
        self.executable = executable
        let textCount = min(Int(word(36)), Self.head.textBytes)
        text = String(decoding: bytes[Self.head.text..<Self.head.text + textCount], as: UTF8.self)
        let placeCount = min(Int(word(12)), Self.head.places)
        places = (0..<placeCount).map { place in
            let start = placesStart + place * Self.head.depth * 8
            return (0..<Self.head.depth).map { UInt(long(start + $0 * 8)) }.prefix { $0 != 0 }.map { $0 &+ base }
        }
        // An outer place was come to before.
        outerPlaces = (0..<placeCount).map { min(Int(word(outerStart + $0 * 4)), max(0, $0 - 1)) }
        turns = (0..<min(turnCount, Self.keptTurns)).map { turn in
            let start = turnsStart + turn * Self.turnBytes
            func half(_ offset: Int) -> Int {
                Int(bytes.loadUnaligned(fromByteOffset: start + offset, as: UInt16.self))
            }
            func candidate(_ thread: Int, _ step: Int, _ place: Int, _ work: Int) -> Candidate {
                let bits = word(start + place)
                return Candidate(
                    thread: half(thread), step: Step(rawValue: bytes[start + step]) ?? .yield,
                    place: Int(bits & (1 << Self.kindBits - 1)),
                    kind: WorkKind(rawValue: bits >> Self.kindBits) ?? .handedOn, work: Int(word(start + work)))
            }
            return Turn(
                count: half(0), choice: half(2), usual: candidate(4, 8, 12, 24), chosen: candidate(6, 9, 16, 28),
                threads: (0..<min(half(0), Self.keptCandidates)).map { half(32 + $0 * 2) }, isOfWaking: half(10) != 0)
        }
        steps = Self.steps(in: bytes, at: stepsStart, touchesAt: touchesStart)
    }

    /// The return addresses that led to a place, innermost first.
    package func stack(of place: Int) -> [UInt] { places.indices.contains(place) ? places[place] : [] }

    /// Where the program's code was at the places with these numbers, by a recording of the same run; or, where that is the
    /// library's alone, at the place where its work was handed on.
    package func sites(_ places: [Int], _ recording: TraceRecording?) -> [Trace.Site?] {
        let image = ProgramImage(
            path: executable, build: nil, base: UInt64(base), extent: UInt64(base)..<UInt64(base) + Self.programExtent)
        let ways = places.map { place in
            let outer = sequence(first: outerPlace(of: place)) { $0 > 0 ? outerPlace(of: $0) : nil }.prefix { $0 > 0 }
            return [stack(of: place)] + ahead(of: stack(of: place)) + outer.map(stack)
        }
        var sites = recording?.sites(ofStacks: Array(ways.joined()), program: image)[...] ?? []
        return ways.map { way in
            defer { sites = sites.dropFirst(way.count) }
            return sites.prefix(way.count).lazy.compactMap(\.self).first { !Self.isOfMacro($0) }
        }
    }

    /// Where the code goes on, a few instructions behind a place. The compiler names no line for some that begin to read or write.
    private func ahead(of stack: [UInt]) -> [[UInt]] {
        stack.first.map { address in stride(from: 16, through: 64, by: 16).map { [address &+ $0] } } ?? []
    }

    /// Whether a place is in what the compiler made of a macro, which nobody has as a file.
    private static func isOfMacro(_ site: Trace.Site) -> Bool { site.file.contains("/@__swiftmacro_") }

    /// The number of the place by which one is told whose own line is not known; 0 for none.
    package func outerPlace(of place: Int) -> Int { outerPlaces.indices.contains(place) ? outerPlaces[place] : 0 }

    /// Where the program crashed, by its address in the program's file; empty if that is not known.
    package var crashAddress: String {
        guard let place = crashPlace, let address = stack(of: place).first else { return "" }
        return "0x" + String(address &- base, radix: 16)
    }

    /// The number of the place where the program crashed.
    package var crashPlace: Int? {
        guard ending == .byItself, let match = text.wholeMatch(of: /@([0-9]+);/) else { return nil }
        return Int(match.output.1)
    }

    /// Who waits for what, with places in the source.
    package func told(by recording: TraceRecording?) -> String {
        text.replacing(/@([0-9]+);/) { match in
            let site = Int(match.output.1).flatMap { sites([$0], recording).first ?? nil }
            return site?.description ?? "a place without debug information"
        }
    }

    /// The order that was taken, turn by turn.
    package var changes: [ThreadOrder.Change] {
        turns.enumerated().filter { $0.element.choice > 0 }.map { .init(turn: $0.offset, choice: $0.element.choice) }
    }
}
