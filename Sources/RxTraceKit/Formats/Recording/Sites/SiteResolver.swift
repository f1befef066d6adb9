import Synchronization

/// Turns the return addresses kept with a call into the place in the user's code it came from.
///
/// A place is looked up when somebody asks for it, with those of the next stacks, which are likely to be asked for next.
/// Frames of the library are passed over.
package final class SiteResolver: Sendable {
    /// Where the user's code is, and the library's function it called there.
    package struct Place: Sendable, Equatable {
        package var site: Trace.Site
        package var function: String?
    }

    fileprivate struct Source {
        var stacks: [[UInt]] = []
        var symbolicator: Symbolicator
        var paths: SourcePaths
    }

    private struct Found {
        var source: Source?
        var places: [Place?] = []
        var isKnown: [Bool] = []

        mutating func add(_ stacks: some Collection<[UInt]>) {
            source?.stacks += stacks
            places += Array(repeating: nil, count: stacks.count)
            isKnown += stacks.map(\.isEmpty)
        }
    }

    /// No program leads to the library from so many places: a greater number is damage.
    private static let stackLimit = 1 << 24
    /// How many stacks are looked up at once.
    private static let stacksAtOnce = 128

    private let found: Mutex<Found>

    /// - Parameters:
    ///   - stacks: return addresses, innermost first.
    ///   - symbolicator: tells what is at an address.
    package init(stacks: [[UInt]], symbolicator: Symbolicator, paths: SourcePaths) {
        var found = Found(source: Source(symbolicator: symbolicator, paths: paths))
        found.add(stacks)
        self.found = Mutex(found)
    }

    /// For stacks whose places are known.
    package init(places known: [RecordedPlace]) {
        let last = known.lazy.map(\.stack).filter((0..<Self.stackLimit).contains).max() ?? -1
        var places = [Place?](repeating: nil, count: last + 1)
        for place in known where places.indices.contains(place.stack) {
            places[place.stack] = Place(
                site: Trace.Site(file: place.file, line: place.line), function: place.function)
        }
        found = Mutex(Found(places: places, isKnown: Array(repeating: true, count: places.count)))
    }

    /// Takes those that a recording has got since: more stacks than there are here, and other images.
    func goOn(with stacks: [[UInt]], _ symbolicator: Symbolicator) {
        found.withLock { found in
            found.source?.symbolicator = symbolicator
            found.add(stacks.dropFirst(found.places.count))
        }
    }

    /// Where the stack with a number leads; nil where that is not known.
    package func place(of stack: Int) -> Place? {
        found.withLock { found in
            guard found.places.indices.contains(stack) else { return nil }
            if !found.isKnown[stack], let source = found.source {
                let end = min(found.places.count, stack + Self.stacksAtOnce)
                let wanted = (stack..<end).filter { !found.isKnown[$0] }
                for (stack, place) in zip(wanted, source.places(of: wanted)) {
                    found.places[stack] = place
                    found.isKnown[stack] = true
                }
            }
            return found.places[stack]
        }
    }
}

extension SiteResolver.Source {
    /// The places of stacks, in their order.
    ///
    /// Addresses are looked up from the innermost outwards, only as far as the user's code: those further out are often
    /// in a library of the system's that takes longer to open than all else.
    func places(of wanted: [Int]) -> [SiteResolver.Place?] {
        var walks = wanted.map { StackWalk(stacks[$0]) }
        var frames: [UInt: [Symbolicator.Frame]] = [:]
        while true {
            var unknown = Set<UInt>()
            for index in walks.indices {
                walks[index].advance(frames, paths)
                if !walks[index].isOver { unknown.formUnion(addressesAhead(of: walks[index])) }
            }
            unknown.subtract(frames.keys)
            if unknown.isEmpty { return walks.map(\.place) }
            frames.merge(symbolicator.frames(of: unknown)) { $1 }
            // An address of which nothing is known is not asked for again.
            for address in unknown where frames[address] == nil { frames[address] = [] }
        }
    }

    /// The addresses that a walk comes to next, as far as they are in one image.
    private func addressesAhead(of walk: StackWalk) -> some Sequence<UInt> {
        let next = walk.stack[walk.next...].prefix(StackWalk.framesAtOnce)
        let image = next.first.flatMap { symbolicator.image(at: $0) }
        return next.prefix { symbolicator.image(at: $0) == image }
    }
}

/// Goes out from the library's frames of a stack to the user's.
private struct StackWalk {
    /// How many addresses ahead are asked for: most walks are over by then.
    static let framesAtOnce = 6

    let stack: [UInt]
    /// Which address comes next.
    private(set) var next = 0
    private(set) var place: SiteResolver.Place?
    private var called: Symbolicator.Frame?

    init(_ stack: [UInt]) {
        self.stack = stack
    }

    var isOver: Bool { place != nil || next == stack.count }

    /// Goes as far as the frames are known.
    mutating func advance(_ frames: [UInt: [Symbolicator.Frame]], _ paths: SourcePaths) {
        while !isOver, let here = frames[stack[next]] {
            next += 1
            for frame in here {
                guard let path = frame.path, !paths.isOurs(path) else {
                    if !frame.function.isEmpty { called = frame }
                    continue
                }
                place = SiteResolver.Place(
                    site: Trace.Site(file: paths.shown(path), line: frame.line),
                    function: called.flatMap { OperatorName.of($0.function) })
                return
            }
        }
    }
}
