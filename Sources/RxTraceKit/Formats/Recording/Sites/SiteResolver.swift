/// Turns the return addresses kept with a call into the place in the user's code it came from.
///
/// Addresses are symbolicated together, once each; frames of the library are passed over.
package struct SiteResolver {
    /// Where the user's code is, and the library's function it called there.
    package struct Place: Sendable {
        package var site: Trace.Site
        package var function: String?
    }

    /// A frame as its debug information tells: several for one address where calls were inlined.
    struct Frame: Sendable {
        var function: String
        /// The file and line; nil where there is no debug information.
        var path: String?
        var line = 0
    }

    /// No program leads to the library from so many places: a greater number is damage.
    private static let stackLimit = 1 << 24

    private let places: [Place?]

    /// - Parameters:
    ///   - stacks: return addresses, innermost first.
    ///   - symbolicator: tells what is at an address.
    package init(stacks: [[UInt]], symbolicator: Symbolicator, paths: SourcePaths) {
        let frames = symbolicator.frames(of: stacks)
        places = stacks.map { Self.place(of: $0, frames: frames, paths: paths) }
    }

    /// For stacks whose places are known.
    package init(places known: [RecordedPlace]) {
        let last = known.lazy.map(\.stack).filter((0..<Self.stackLimit).contains).max() ?? -1
        var places = [Place?](repeating: nil, count: last + 1)
        for place in known where places.indices.contains(place.stack) {
            places[place.stack] = Place(
                site: Trace.Site(file: place.file, line: place.line), function: place.function)
        }
        self.places = places
    }

    /// Where the stack with a number leads; nil where that is not known.
    package func place(of stack: Int) -> Place? {
        places.indices.contains(stack) ? places[stack] : nil
    }

    /// The places that are known.
    package var recorded: [RecordedPlace] {
        places.enumerated().compactMap { stack, place in
            place.map {
                RecordedPlace(stack: stack, file: $0.site.file, line: $0.site.line, function: $0.function)
            }
        }
    }

    private static func place(of addresses: [UInt], frames: [UInt: [Frame]], paths: SourcePaths) -> Place? {
        var called: Frame?
        for address in addresses {
            for frame in frames[address] ?? [] {
                guard let path = frame.path, !paths.isOurs(path) else {
                    called = frame
                    continue
                }
                return Place(
                    site: Trace.Site(file: paths.shown(path), line: frame.line),
                    function: called.flatMap { operatorName(in: $0.function) })
            }
        }
        return nil
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
