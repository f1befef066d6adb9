import Synchronization

/// Turns the return addresses kept with a call into the user's call of the library that it came from.
///
/// It is looked up when somebody asks for it, with those of the next stacks, which are likely to be asked for next.
/// Frames of the library are passed over.
package final class SiteResolver: Sendable {
    package typealias UserCall = RecordedPlace.UserCall
    package typealias Release = RecordedPlace.Release
    typealias Place = RecordedPlace

    fileprivate struct Source {
        var stacks: [[UInt]] = []
        var symbolicator: Symbolicator
        var paths: SourcePaths
    }

    private struct Found {
        var source: Source?
        var places: [Place] = []
        var isKnown: [Bool] = []
        /// What need not be looked up.
        var told: [Int: Place] = [:]

        mutating func add(_ stacks: some Collection<[UInt]>) {
            source?.stacks += stacks
            for stack in stacks {
                let known = told[places.count]
                places.append(known ?? Place())
                isKnown.append(known != nil || stack.isEmpty)
            }
        }

        /// Looks a stack up, and with it those that are likely to be asked for next.
        mutating func look(up stack: Int) {
            guard !isKnown[stack], let source else { return }
            let end = min(places.count, stack + SiteResolver.stacksAtOnce)
            let wanted = (stack..<end).filter { !isKnown[$0] }
            for (stack, walk) in zip(wanted, source.walks(of: wanted)) {
                places[stack] = Place(call: walk.call, release: walk.release)
                isKnown[stack] = true
            }
        }
    }

    /// No program calls the library on so many lines: a greater number is damage.
    private static let stackLimit = 1 << 24
    /// How many stacks are looked up at once.
    fileprivate static let stacksAtOnce = 128

    private let found: Mutex<Found>

    /// - Parameters:
    ///   - stacks: return addresses, innermost first.
    ///   - symbolicator: tells what is at an address.
    package convenience init(stacks: [[UInt]], symbolicator: Symbolicator, paths: SourcePaths) {
        self.init(stacks: stacks, symbolicator: symbolicator, paths: paths, known: [:])
    }

    /// - Parameter known: where stacks lead, by their numbers; they are not looked up.
    init(stacks: [[UInt]], symbolicator: Symbolicator, paths: SourcePaths, known: [Int: Place]) {
        var found = Found(source: Source(symbolicator: symbolicator, paths: paths), told: known)
        found.add(stacks)
        self.found = Mutex(found)
    }

    /// Finds nothing.
    package static var none: SiteResolver { SiteResolver(Found()) }

    private init(_ found: Found) { self.found = Mutex(found) }

    /// Takes those that a recording has got since: more stacks than there are here, and other images.
    func resume(with stacks: [[UInt]], _ symbolicator: Symbolicator, known: [Int: Place] = [:]) {
        found.withLock { found in
            found.source?.symbolicator = symbolicator
            if found.told.isEmpty, !known.isEmpty {
                // They stand at the end of a recording.
                found.told = known
                for (stack, place) in known where found.places.indices.contains(stack) {
                    (found.places[stack], found.isKnown[stack]) = (place, true)
                }
            }
            found.add(stacks.dropFirst(found.places.count))
        }
    }

    /// Looks those up again that led nowhere: images have come.
    func lookAgain() {
        found.withLock { found in
            guard let stacks = found.source?.stacks else { return }
            for stack in stacks.indices where found.places[stack].call == nil && found.told[stack] == nil {
                found.isKnown[stack] = stacks[stack].isEmpty
            }
        }
    }

    /// The user's call that the stack with a number leads to; nil where that is not known.
    package func userCall(of stack: Int) -> UserCall? { place(of: stack)?.call }

    /// Who let go of an object, by the stack with a number that led to its end; nothing where that is not known.
    package func release(by stack: Int) -> Release { place(of: stack)?.release ?? Release() }

    private func place(of stack: Int) -> Place? {
        found.withLock { found in
            guard found.places.indices.contains(stack) else { return nil }
            found.look(up: stack)
            return found.places[stack]
        }
    }

    /// Where the stacks lead, by their numbers: those that lead somewhere, and those of which it is sure that they do not,
    /// for the program was at hand.
    func knownPlaces() -> [Int: Place] {
        found.withLock { found in
            guard let source = found.source else { return [:] }
            let atHand = source.symbolicator.imagesAtHand
            var known: [Int: Place] = [:]
            for stack in found.places.indices where !source.stacks[stack].isEmpty {
                found.look(up: stack)
                let place = found.places[stack]
                let isSure = source.stacks[stack].allSatisfy { address in
                    source.symbolicator.image(at: address).map(atHand.contains) ?? true
                }
                if !place.isEmpty || found.told[stack] != nil || isSure { known[stack] = place }
            }
            return known
        }
    }
}

extension SiteResolver.Source {
    /// The ways that stacks lead to the user's code, in their order.
    ///
    /// Addresses are looked up from the innermost outwards, only as far as the user's code: those further out are often
    /// in a library of the system's that takes longer to open than all else.
    fileprivate func walks(of wanted: [Int]) -> [StackWalk] {
        var walks = wanted.map { StackWalk(stacks[$0]) }
        var frames: [UInt: [Symbolicator.Frame]] = [:]
        while true {
            var unknown = Set<UInt>()
            for index in walks.indices {
                walks[index].advance(frames, paths)
                if !walks[index].isOver { unknown.formUnion(addressesAhead(of: walks[index])) }
            }
            unknown.subtract(frames.keys)
            if unknown.isEmpty { return walks }
            let found = symbolicator.frames(of: unknown) { Symbolicator.Frame.isSource($0) && !paths.isOurs($0) }
            frames.merge(found) { $1 }
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
    private(set) var call: SiteResolver.UserCall?
    private(set) var release = SiteResolver.Release()
    private(set) var isOver: Bool
    private var called: Symbolicator.Frame?
    /// The function that records.
    private var recorder: String?
    private var isInLibrary = false
    /// Whether the code that let go of an object was come by, and has no line.
    private var isPlaceLost = false

    init(_ stack: [UInt]) {
        self.stack = stack
        isOver = stack.isEmpty
    }

    /// Goes as far as the frames are known.
    mutating func advance(_ frames: [UInt: [Symbolicator.Frame]], _ paths: SourcePaths) {
        while !isOver, let here = frames[stack[next]] {
            next += 1
            if here.isEmpty { isPlaceLost = true }
            for (index, frame) in here.enumerated() where !isOver {
                // Calls that were inlined come before the function they were inlined into.
                pass(frame, isInlined: index < here.count - 1, paths)
            }
            if next == stack.count { isOver = true }
        }
    }

    private mutating func pass(_ frame: Symbolicator.Frame, isInlined: Bool, _ paths: SourcePaths) {
        // The function that records is no operator's, though the user's code seems to call it where the optimiser has lost
        // what lies in between.
        let isRecorders = next == 1 && !isInlined
        if let path = frame.path, paths.isOurs(path) {
            isInLibrary = true
            isOver = call != nil
            if isRecorders {
                recorder = frame.function
                called = nil
                return
            }
        }
        if !isInLibrary, let type = SwiftNames.typeEnded(by: frame.function) {
            release.owner = release.owner ?? type
            if let site = site(of: frame, paths) { setCall(site) }
        } else if let site = site(of: frame, paths) {
            setCall(site)
            if !isInLibrary, !isPlaceLost { release.site = site }
            isOver = true
        } else {
            if isRecorders {
                recorder = frame.function
                called = nil
            } else if frame.function == recorder {
                // A library of the user's calls the recorder itself.
                called = nil
            } else if !frame.function.isEmpty {
                called = frame
            }
            // Further out, there would be a place, but not that of the letting go.
            if !isInlined, !SwiftNames.letsGoForOthers(frame.function) { isPlaceLost = true }
        }
    }

    private func site(of frame: Symbolicator.Frame, _ paths: SourcePaths) -> Trace.Site? {
        guard let path = frame.path, !paths.isOurs(path) else { return nil }
        return Trace.Site(file: paths.shown(path), line: frame.line)
    }

    private mutating func setCall(_ site: Trace.Site) {
        guard call == nil else { return }
        call = SiteResolver.UserCall(site: site, function: called.flatMap { OperatorName.of($0.function) })
    }
}
