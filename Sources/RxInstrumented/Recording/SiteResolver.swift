import Foundation
import Runtime
import Synchronization
import TraceKit

/// Turns the return addresses kept with a call into the place in the user's code it came from.
///
/// Addresses are symbolicated together, once each; frames of this library are passed over.
struct SiteResolver {
    /// Where the user's code is, and the library's function it called there.
    struct Place {
        var site: Trace.Site
        var function: String?
    }

    /// A frame as its debug information tells: several for one address where calls were inlined.
    private struct Frame: Sendable {
        var function: String
        var site: Trace.Site?
        var isOurs: Bool
    }

    // Known frames are kept for the life of the process: code does not move.
    private static let knownFrames = Mutex<[UInt: [Frame]]>([:])

    private let frames: [UInt: [Frame]]
    private var places: [[UInt]: Place?] = [:]

    init(addresses: some Sequence<[UInt]>) {
        var unique = Set<UInt>()
        for site in addresses { unique.formUnion(site) }
        frames = Self.knownFrames.withLock { known in
            let unknown = unique.filter { known[$0] == nil }.sorted()
            if !unknown.isEmpty { known.merge(Self.symbolicate(unknown)) { _, new in new } }
            return known
        }
    }

    mutating func site(of addresses: [UInt]) -> Place? {
        guard !addresses.isEmpty else { return nil }
        if let known = places[addresses] { return known }
        var called: Frame?
        var place: Place?
        search: for address in addresses {
            for frame in frames[address] ?? [] {
                guard let site = frame.site, !frame.isOurs else {
                    called = frame
                    continue
                }
                place = Place(site: site, function: called.flatMap { Self.operatorName(in: $0.function) })
                break search
            }
        }
        places[addresses] = place
        return place
    }

    private static func symbolicate(_ addresses: [UInt]) -> [UInt: [Frame]] {
        var frames: [UInt: [Frame]] = [:]
        guard let backtrace = RawBacktrace.make(addresses),
            let symbolicated = backtrace.symbolicated(
                with: ImageMap.capture(), options: [.showInlineFrames, .showSourceLocations, .useSymbolCache])
        else { return frames }
        // One address gives its inlined frames first and ends with the frame that is none.
        var next = addresses.startIndex
        for frame in symbolicated.frames where next < addresses.endIndex {
            let location = frame.symbol?.sourceLocation
            let isReal = (location?.line ?? 0) > 0 && location?.path.hasPrefix("/<") == false
            frames[addresses[next], default: []].append(
                Frame(
                    function: frame.symbol?.name ?? "",
                    site: isReal ? location.map { SourcePaths.site(path: $0.path, line: $0.line) } : nil,
                    isOurs: location.map { SourcePaths.isOurs($0.path) } ?? false))
            if !frame.inlined { next = addresses.index(after: next) }
        }
        return frames
    }

    /// The operator's name in a function's: `map` in `static ObservableType.map<A>(_:)`; nil for an initialiser.
    private static func operatorName(in function: String) -> String? {
        var name = ""
        var depth = 0
        for character in function.drop(while: { $0 == "(" }) {
            switch character {
            case "<": depth += 1
            case ">": depth -= 1
            case "(" where depth == 0:
                return name.hasSuffix("init") || name.contains(" ") ? nil : name
            case ".", ":":
                if depth == 0 { name = "" }
            default:
                if depth == 0 { name.append(character) }
            }
        }
        return nil
    }
}

/// Makes a `Backtrace` of addresses that were gathered some other way.
enum RawBacktrace {
    /// What `Backtrace` decodes: its frames in Swift's compact backtrace format (docs/CompactBacktraceFormat.md in the
    /// Swift repository): a byte that tells the word size, then for each frame an instruction, here "return address,
    /// absolute, 8 bytes", and its operand.
    private struct Encoded: Encodable {
        var architecture: String
        var backtrace: String
    }

    static func make(_ addresses: [UInt]) -> Backtrace? {
        var bytes: [UInt8] = [0x02]
        for address in addresses {
            bytes.append(0x2f)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: UInt64(address) >> UInt64(shift)))
            }
        }
        #if arch(arm64)
            let architecture = "arm64"
        #else
            let architecture = "x86_64"
        #endif
        let encoded = Encoded(architecture: architecture, backtrace: Data(bytes).base64EncodedString())
        guard let data = try? JSONEncoder().encode(encoded) else { return nil }
        return try? JSONDecoder().decode(Backtrace.self, from: data)
    }
}
