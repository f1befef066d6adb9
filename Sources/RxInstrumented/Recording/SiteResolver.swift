import Foundation
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
    struct Frame: Sendable {
        var function: String
        var site: Trace.Site?
        var isOurs: Bool
    }

    // Known frames are kept for the life of the process: code does not move.
    private static let knownFrames = Lock<[UInt: [Frame]]>([:])

    private let frames: [UInt: [Frame]]
    private var places: [[UInt]: Place?] = [:]

    init(addresses: some Sequence<[UInt]>) {
        var unique = Set<UInt>()
        for site in addresses { unique.formUnion(site) }
        frames = Self.knownFrames.withLock { known in
            let unknown = unique.filter { known[$0] == nil }.sorted()
            if !unknown.isEmpty { known.merge(Symbolicator.frames(of: unknown)) { _, new in new } }
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

    /// The operator's name in a function's: `map` in `static ObservableType.map<A>(_:)`, `rx` in `Reactive.rx.getter`;
    /// nil for an initialiser.
    private static func operatorName(in function: String) -> String? {
        var name = ""
        var context = ""
        var depth = 0
        for character in function.drop(while: { $0 == "(" }) {
            switch character {
            case "<": depth += 1
            case ">": depth -= 1
            case "(" where depth == 0:
                return name.hasSuffix("init") || name.contains(" ") ? nil : name
            case ".", ":":
                guard depth == 0 else { continue }
                context = name
                name = ""
            default:
                if depth == 0 { name.append(character) }
            }
        }
        return name == "getter" ? context : nil
    }
}
