/// The different stacks of a trace, as a tree of frames, with what is measured of each.
///
/// Memory grows with the different stacks, and for waiting with the work that never ran.
struct FoldedStacks {
    private struct Frame {
        /// The number of its name, or for a thread its id.
        var name: Int
        var depth: Int
        var value: UInt64 = 0
        /// The frame below it that was come to last: most often it comes next.
        var lastChild = -1
        var firstChild = -1
        var nextSibling = -1
    }

    private struct Running {
        var frame: Int
        var duration: UInt64
        /// The time in the calls made from this one.
        var below: UInt64 = 0
    }

    private struct Place: Hashable {
        var frame: Int
        var name: Int
    }

    private let measure: FoldedRenderer.Measure
    private let threads: TraceTable<Trace.Thread>
    private var names: CallNames
    private var frames: [Frame] = []
    private var found: [Place: Int] = [:]
    private var roots: [Int: Int] = [:]
    private var running = RunningCalls<Running>()
    /// By the call that asked for it, the work that has not run.
    private var waiting: [Int: (frame: Int, since: UInt64)] = [:]
    private var count: UInt64 = 0
    private static let tooDeep = -1

    init(_ source: any TraceSource, measure: FoldedRenderer.Measure) {
        self.measure = measure
        threads = source.threads
        names = CallNames(source.nodes)
    }

    mutating func add(_ call: Trace.Call) {
        while let ended = running.end(before: call) { end(ended) }
        // Without times, a call takes a microsecond.
        let time = call.start ?? count * CallTimes.step
        let duration = call.start == nil ? CallTimes.step : call.duration ?? 0
        count += 1
        let frame = self.frame(of: call, below: running.last?.frame)
        if call.start != nil { running.last?.below &+= duration }
        running.start(call.id, with: Running(frame: frame, duration: duration))
        switch measure {
        case .calls: frames[frame].value += 1
        case .time: break
        case .waiting:
            if call.hasWaited, let asked = call.cause.flatMap({ waiting.removeValue(forKey: $0) }),
                asked.since <= time
            {
                frames[asked.frame].value &+= time - asked.since
            }
            if call.operation.asksForWork { waiting[call.id] = (frame, time) }
        }
    }

    mutating func finish() {
        while let ended = running.endNext() { end(ended) }
    }

    private mutating func end(_ call: Running) {
        guard measure == .time, call.duration > call.below else { return }
        frames[call.frame].value &+= call.duration - call.below
    }

    private mutating func frame(of call: Trace.Call, below caller: Int?) -> Int {
        let caller = caller ?? root(of: call.thread)
        let depth = frames[caller].depth + 1
        guard depth <= FoldedRenderer.deepest else {
            return frames[caller].name == Self.tooDeep ? caller : child(Self.tooDeep, of: caller, depth: depth)
        }
        return child(names.number(of: call), of: caller, depth: depth)
    }

    private mutating func child(_ name: Int, of frame: Int, depth: Int) -> Int {
        let last = frames[frame].lastChild
        if last >= 0, frames[last].name == name { return last }
        let place = Place(frame: frame, name: name)
        let child = found[place] ?? frames.count
        if child == frames.count {
            found[place] = child
            frames.append(Frame(name: name, depth: depth, nextSibling: frames[frame].firstChild))
            frames[frame].firstChild = child
        }
        frames[frame].lastChild = child
        return child
    }

    private mutating func root(of thread: Int) -> Int {
        if let root = roots[thread] { return root }
        roots[thread] = frames.count
        frames.append(Frame(name: thread, depth: 0))
        return frames.count - 1
    }
}

extension FoldedStacks {
    /// Writes a line for each stack that something was measured of, outer ones first.
    func write(to output: TextOutput) throws {
        for (thread, root) in roots.sorted(by: { $0.key < $1.key }) {
            var path = Array(Self.text(threads[id: thread]?.name ?? "thread \(thread)").utf8)
            // For each frame on the way to the one that is written, how long the path is before it.
            var lengths: [Int] = []
            var stack = [root]
            while let frame = stack.popLast() {
                let depth = frames[frame].depth
                if depth > 0 {
                    if lengths.count >= depth { path.removeSubrange(lengths[depth - 1]...) }
                    lengths.removeSubrange(min(depth - 1, lengths.count)...)
                    lengths.append(path.count)
                    path.append(UInt8(ascii: ";"))
                    let name = frames[frame].name
                    path += (name == Self.tooDeep ? "…" : Self.text(names.name(name))).utf8
                }
                if frames[frame].value > 0 {
                    try path.withUnsafeBufferPointer { try output.write($0) }
                    try output.write(literal: " ")
                    try output.write(frames[frame].value)
                    try output.write(literal: "\n")
                }
                var child = frames[frame].firstChild
                // The last one found is the first of the list, and comes off the stack last.
                while child >= 0 {
                    stack.append(child)
                    child = frames[child].nextSibling
                }
            }
        }
    }

    private static func text(_ name: String) -> String {
        guard !name.isEmpty else { return "?" }
        // Scalar by scalar: a mark that combines with the semicolon must not hide it.
        var text = String.UnicodeScalarView()
        for scalar in TerminalText.escaped(name).unicodeScalars { text.append(scalar == ";" ? ":" : scalar) }
        return String(text)
    }
}
