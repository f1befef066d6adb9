import Foundation
import RxTraceKit

/// Lets the user look around in a trace on a screen, until there is enough.
final class Browser {
    /// A recording that is read anew in less time is so by itself, whenever it has grown; in seconds.
    private static let quick: TimeInterval = 0.3
    /// How often a recording is looked at that may grow.
    private static let interval: TimeInterval = 0.5

    private let name: String
    private let path: String?
    private let open: () throws -> (source: any TraceSource, fault: String?)
    private let base: TraceFilter
    private let isASCII: Bool
    private let screen: TerminalScreen
    private let loop: EventLoop
    private let watcher: FileWatcher?

    private var trace: BrowsedTrace
    private var state: BrowseState
    private var panes: BrowsePanes
    private var rows: CallRows
    private var generation = 0
    private var findings: [Trace.Finding]?
    private var hasGrown = false
    /// The signal that came while a search went on.
    private var end: ExitStatus?
    /// How long the last reading took.
    private var readingTime: TimeInterval = 0
    /// What is on the screen, for keys that are about it.
    private var drawn: BrowseState.Context

    /// - Parameters:
    ///   - path: a recording that may still be written; nil for a trace that stays as it is.
    ///   - open: reads the trace.
    ///   - base: what the command line leaves out.
    init(
        name: String, path: String?, zoom: Zoom, base: TraceFilter, isASCII: Bool, screen: TerminalScreen,
        open: @escaping () throws -> (source: any TraceSource, fault: String?)
    ) throws {
        self.name = name
        self.path = path
        self.open = open
        self.base = base
        self.isASCII = isASCII
        self.screen = screen
        // Before the first reading: what is written meanwhile is seen.
        watcher = path.map { FileWatcher([$0]) }
        state = BrowseState(zoom: zoom)
        panes = BrowsePanes(isASCII: isASCII)
        let start = Date()
        let (source, fault) = try open()
        trace = try BrowsedTrace(source, fault: fault, base: base, filter: state.filter)
        readingTime = Date().timeIntervalSince(start)
        rows = CallRows(trace.calls, style: isASCII ? .ascii : .unicode)
        drawn = BrowseState.Context(
            calls: trace.calls, frame: BrowseLayout(columns: 80, rows: 24).frame(BrowseState()))
        // Behind the first reading, which a signal ends at once.
        loop = try EventLoop(screen)
    }

    /// - Returns: the status of a signal that ended it; nil where the user did.
    func run() throws -> ExitStatus? {
        try screen.enter()
        defer { screen.leave() }
        while true {
            try draw()
            if let end { return end }
            let descriptors = watcher.map { [$0.descriptor] } ?? []
            for event in try loop.wait(for: descriptors, seconds: watcher == nil ? 3600 : Self.interval) {
                switch event {
                case .ended(let status): return status
                case .resized: screen.forget()
                case .readable: break
                case .key(let key): if try press(key) { return nil }
                }
            }
            if let watcher, watcher.hasChanged() { hasGrown = true }
            if hasGrown, readingTime < Self.quick { try readOn() }
        }
    }

    /// Answers whether the user has seen enough.
    private func press(_ key: Key) throws -> Bool {
        var context = try context()
        var action = try state.press(key, in: context)
        if action == .findings {
            state.message = "Looking for findings ..."
            try draw()
            state.message = nil
            findings = try FaultSearch.findings(
                in: trace.whole, text: SourceText().preferring(trace.whole.packedSource))
            context = try self.context()
            action = try state.press(key, in: context)
        }
        if action == .readOn {
            if hasGrown { try readOn() } else { state.say("Nothing was recorded since.") }
        }
        if state.filter != trace.filter, trace.part == nil, trace.whole.callCount > 500_000 {
            state.message = "Filtering ..."
            try draw()
            state.message = nil
        }
        try settle()
        return action == .quit
    }

    /// Shows the calls that the last key asks for. Once that takes a moment, it is said how far it is, and a key stops it.
    private func settle() throws {
        // What is on the screen stays meanwhile.
        var (state, trace) = (state, trace)
        var told = Date()
        let moves = PartMoves(
            goesOn: { [self] share in
                guard Date().timeIntervalSince(told) > 0.1 else { return true }
                told = Date()
                self.state.message = "\(Int(share * 100)) % of the recording seen. Any key stops."
                try draw()
                return try !isStopped()
            }, context: { [self] in context(of: $0) })
        try moves.settle(&state, &trace)
        let isOther = trace.part != self.trace.part || trace.filter != self.trace.filter
        (self.state, self.trace) = (state, trace)
        if isOther { renew() }
    }

    /// Whether a key was pressed meanwhile, or a signal came.
    private func isStopped() throws -> Bool {
        for event in try loop.wait(for: [], seconds: 0) {
            switch event {
            case .ended(let status):
                end = status
                return true
            case .key: return true
            case .resized: screen.forget()
            case .readable: break
            }
        }
        return false
    }

    private func renew() {
        generation += 1
        rows = CallRows(trace.calls, style: isASCII ? .ascii : .unicode)
    }

    /// Reads a recording anew that has grown. One that cannot be read now is read the next time.
    private func readOn() throws {
        guard hasGrown else { return }
        let start = Date()
        guard let (source, fault) = try? open(),
            let next = try? BrowsedTrace(source, fault: fault, base: base, filter: state.filter)
        else {
            // Another is being put in its place, or it begins anew.
            hasGrown = path.map { FileManager.default.fileExists(atPath: $0) } ?? false
            return
        }
        hasGrown = false
        let before = trace
        try state.renumber { try before.renumbered($0, in: next) }
        trace = next
        findings = nil
        state.finding = nil
        renew()
        readingTime = Date().timeIntervalSince(start)
    }

    private func layout() -> BrowseLayout {
        let size = screen.size
        return BrowseLayout(columns: size.columns, rows: size.rows, isASCII: isASCII)
    }

    private func context() throws -> BrowseState.Context { context(of: trace) }

    private func context(of trace: BrowsedTrace) -> BrowseState.Context {
        var context = drawn
        context.calls = trace.calls
        context.frame = layout().frame(state)
        context.findings = findings.map { $0.map { $0.evidence.lazy.compactMap(\.call).first } }
        context.part = trace.partIDs
        return context
    }

    private func draw() throws {
        let layout = layout()
        let context = try context()
        try state.settle(context)
        let frame = layout.frame(state)
        var content = BrowseLayout.Content(name: name, shown: trace.calls.count, all: trace.whole.callCount)
        if let top = try context.position(state.top), frame.treeHeight > 0 {
            content.rows = try rows.rows(
                from: top, count: frame.treeHeight, folds: state.folds, width: frame.treeWidth)
        }
        content.position = try context.position(state.selected)
        content.start = try content.position.flatMap { try trace.calls.call(at: $0).start }
        if trace.part != nil {
            // How many the filter shows of all is not known.
            content.shown = content.all
            content.position = state.selected.map { $0 - 1 }
            content.goesOn = context.hasAfter
        }
        if frame.paneHeight > 0 {
            content.pane = try panes.lines(
                state, of: trace, generation: generation, findings: findings, width: frame.paneWidth)
        }
        if state.seeksMoment {
            state.paneScroll = layout.scroll(toMomentIn: content.pane, from: state.paneScroll, frame)
            state.seeksMoment = false
        }
        content.growth = hasGrown ? "it has grown: R reads on" : nil
        content.fault = trace.fault
        content.findings = findings?.count
        drawn = context
        drawn.frame = frame
        drawn.rows = content.rows
        drawn.paneLines = content.pane.count
        let scroll = max(0, min(state.paneScroll, content.pane.count - frame.paneHeight + 1))
        drawn.targets = content.pane.dropFirst(scroll).prefix(max(0, frame.paneHeight - 1)).map(\.target)
        try screen.show(layout.lines(state, content))
    }
}
