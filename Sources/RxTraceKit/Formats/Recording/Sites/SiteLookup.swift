import Foundation
import Synchronization

/// Finds frames: in memory, else in the user's cache on disk, else in the program's file, which it then remembers.
///
/// It is used by one thread at a time. Signals go on meanwhile: a handler that exits, and so comes here again on the
/// same thread, is told nothing rather than made to wait for itself.
package final class SiteLookup: @unchecked Sendable {
    /// The one of this process.
    package static let shared: SiteLookup = {
        atexit { SiteLookup.shared.endTool() }
        return SiteLookup(cacheFolder: SiteCacheFolder.ofUser, LLVMSymbolizer.installed)
    }()

    private struct State {
        var known: [String: KnownSites] = [:]
        var tool: LLVMSymbolizer?
        var lastUse = Date.distantPast
        var isWatched = false
        /// The messages that were written to standard error.
        var reported: Set<String> = []
    }

    private let makeCacheFolder: @Sendable () -> SiteCacheFolder?
    private let toolPath: String?
    private let report: @Sendable (String) -> Void
    private let owner = Atomic<UInt>(0)
    private let process = Atomic<Int32>(getpid())
    // Only used by the owner.
    private var state = State()
    private lazy var cacheFolder = makeCacheFolder()
    /// How long a thread waits for another one's look-up before it does without.
    private static let patience: TimeInterval = 120
    /// After how many seconds without use the tool's process ends.
    private static let idleTime: TimeInterval = 2

    /// - Parameters:
    ///   - cacheFolder: nil to keep nothing on disk; asked for with the first look-up.
    ///   - toolPath: the path of `llvm-symbolizer`; nil to use the toolchain's `Runtime` module.
    ///   - report: is told in one line that a program's file is gone; standard error where it is not given.
    package init(
        cacheFolder: @autoclosure @escaping @Sendable () -> SiteCacheFolder?, _ toolPath: String?,
        report: @escaping @Sendable (String) -> Void = standardError
    ) {
        makeCacheFolder = cacheFolder
        self.toolPath = toolPath
        self.report = report
        state.tool = toolPath.map { LLVMSymbolizer(path: $0) }
    }

    package static let standardError: @Sendable (String) -> Void = { ErrorLine.write($0) }

    /// The frames of return addresses of an image, counted from its file's address 0; none where nothing is known.
    ///
    /// - Parameter isCaller: as ``Symbolicator/frames(of:whereCalled:)`` has it.
    func frames(
        of addresses: [UInt64], in image: ProgramImage, whereCalled isCaller: (String) -> Bool
    ) -> [UInt64: [Symbolicator.Frame]] {
        owned { look(up: addresses, in: image, isCaller) } ?? [:]
    }

    private func look(
        up addresses: [UInt64], in image: ProgramImage, _ isCaller: (String) -> Bool
    ) -> [UInt64: [Symbolicator.Frame]] {
        let fileState = ImageFile.state(of: image)
        // An image without a number has nothing that says it is the same later.
        let key = image.build ?? "\(image.path) \(ProcessInfo.processInfo.processIdentifier)"
        let known = state.known[key] ?? KnownSites(image.build.flatMap { cacheFolder?.file(of: $0) })
        state.known[key] = known
        var frames: [UInt64: [Symbolicator.Frame]] = [:]
        var unknown: [UInt64] = []
        for address in addresses {
            if let known = known.frames(at: address) { frames[address] = known } else { unknown.append(address) }
        }
        guard !unknown.isEmpty else { return frames }
        guard fileState == .same else {
            tellOnce(of: image, fileState)
            return frames
        }
        var found = ask(unknown, in: image)
        addCalled(to: &found, in: image, isCaller)
        known.add(found)
        if state.tool?.isAwake == true { endToolWhenIdle() }
        return frames.merging(found) { $1 }
    }

    private func ask(_ addresses: [UInt64], in image: ProgramImage) -> [UInt64: [Symbolicator.Frame]] {
        state.tool?.frames(of: addresses, in: image) ?? RuntimeSymbolizer.frames(of: addresses, in: image)
    }

    /// Puts the functions that code called before its frames.
    private func addCalled(
        to found: inout [UInt64: [Symbolicator.Frame]], in image: ProgramImage, _ isCaller: (String) -> Bool
    ) {
        let callers = found.filter { $0.value.first?.path.map(isCaller) == true }.keys.sorted()
        let targets = CallTargets.of(callers, in: image)
        guard !targets.isEmpty else { return }
        // What is asked of is the instruction before an address.
        let functions = ask(Set(targets.values).map { $0 &+ 1 }.sorted(), in: image)
        for (address, target) in targets {
            guard let function = functions[target &+ 1]?.last?.function, !function.isEmpty else { continue }
            found[address]?.insert(Symbolicator.Frame(function: function, path: nil), at: 0)
        }
    }

    /// Ends the tool's process, which would otherwise be left to whoever inherits this process's children.
    package func endTool() { owned(patience: 0) { state.tool?.stop() } }

    /// A program that waits for all of its children waits for the tool as well: it does not stay for long. That it is
    /// not started for each recording saves a test process a tenth of a second per recording.
    private func endToolWhenIdle() {
        state.lastUse = Date()
        guard !state.isWatched else { return }
        state.isWatched = true
        watch(after: Self.idleTime)
    }

    private func watch(after time: TimeInterval) {
        DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in
            self?.owned { [self] in
                guard let self else { return }
                let rest = Self.idleTime - Date().timeIntervalSince(state.lastUse)
                if rest > 0 { return watch(after: rest) }
                state.isWatched = false
                state.tool?.stop()
            }
        }
    }

    private func tellOnce(of image: ProgramImage, _ fileState: ImageFile.State) {
        // Whose library of the system is another one's has another system: the program alone is told of.
        guard !Symbolicator.isOfSystem(image.path),
            state.reported.insert("\(image.path) \(image.build ?? "")").inserted
        else { return }
        let what = fileState == .gone ? "is gone" : "was built anew since the recording"
        report(
            "\(TerminalText.escaped(image.path)) \(what): places in its source are missing here. Where the program is as "
                + "it was, `rxtrace pack FILE` puts them into the recording; otherwise record it again.")
    }

    /// Runs `body` when no other thread looks something up; nil where it may not.
    @discardableResult
    private func owned<Result>(patience: TimeInterval = patience, _ body: () -> Result) -> Result? {
        startAnewIfForked()
        let thread = Self.thisThread
        guard owner.load(ordering: .relaxed) != thread else { return nil }
        let start = Date()
        while !owner.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
            guard Date().timeIntervalSince(start) < patience else { return nil }
            usleep(200)
        }
        defer { owner.store(0, ordering: .releasing) }
        return body()
    }

    private static var thisThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }

    /// In a forked child the thread that looked something up does not exist, and the tool is the parent's.
    private func startAnewIfForked() {
        let current = getpid()
        let last = process.load(ordering: .relaxed)
        guard last != current, process.compareExchange(expected: last, desired: current, ordering: .relaxed).exchanged
        else { return }
        owner.store(0, ordering: .relaxed)
        state = State(tool: toolPath.map { LLVMSymbolizer(path: $0) })
    }
}

/// The sites known of one build, in memory and on disk.
private final class KnownSites {
    private var frames: [UInt64: [Symbolicator.Frame]] = [:]
    private let file: SiteCacheFile?

    init(_ file: SiteCacheFile?) {
        self.file = file
    }

    func frames(at address: UInt64) -> [Symbolicator.Frame]? {
        if let known = frames[address] { return known }
        let kept = file?.frames(at: address)
        frames[address] = kept
        return kept
    }

    func add(_ found: [UInt64: [Symbolicator.Frame]]) {
        guard !found.isEmpty else { return }
        frames.merge(found) { $1 }
        file?.add(found)
    }
}
