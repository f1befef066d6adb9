import RxTraceKit

/// What the user has chosen to see of a trace. Calls are named by their ids, which stay whatever is filtered.
struct BrowseState: Equatable {
    /// What the pane beside the tree shows.
    enum Pane: Equatable {
        case details, causes, marbles, graph, findings, help
    }

    /// What keys are letters of.
    enum Prompt: Equatable {
        case search(backward: Bool)
        case filter
        case call
    }

    /// The call that is chosen.
    var selected: Int?
    /// The call of the first row.
    var top: Int?
    var folds = TreeFolds()
    var pane = Pane.details
    /// Whether the pane has the whole screen.
    var isPaneLarge = false
    /// How many lines of the pane were passed over.
    var paneScroll = 0
    /// Whether the pane is to be scrolled to the moment of the chosen call.
    var seeksMoment = false
    var prompt: Prompt?
    var typed = ""
    /// The number before a key, as in `vi`.
    var number: Int?
    /// What was looked for last.
    var search = ""
    var searchesBackward = false
    var filter = BrowseFilter()
    /// The calls that jumps led away from, and those that steps back led away from.
    var past: [Int] = []
    var future: [Int] = []
    /// Which finding was jumped to last.
    var finding: Int?
    /// What there is to say about the last key.
    var message: String?
    /// What the last key asks for that lies beyond the part of the recording that is shown.
    var beyond: Beyond?

    /// What may lie in another part of a recording.
    enum Beyond: Equatable {
        /// The call with an id, which is gone to.
        case call(Int)
        /// So many rows further, or back where it is negative.
        case rows(Int)
        case first, last
        /// What was looked for.
        case match(backward: Bool)
    }

    /// Tells something about the last key.
    mutating func say(_ text: String) { message = text }

    /// The calls to look at, besides those that the command line chose.
    init(zoom: Zoom = .operators) { filter.zoom = zoom }
}

/// Which calls are shown.
struct BrowseFilter: Equatable {
    var zoom = Zoom.operators
    /// A pattern for calls, with all below them; empty for all.
    var only = ""
    /// The place or the type of the operator whose calls are shown.
    var node: String?
    /// What the source calls that operator.
    var nodeName: String?
    var subscription: Int?
    var thread: Int?
    /// What that thread is called.
    var threadName: String?

    /// In words; empty where nothing is left out.
    var words: String {
        var parts: [String] = []
        if !only.isEmpty { parts.append("&\(only)") }
        if let node { parts.append("node \(nodeName ?? node)") }
        if let subscription { parts.append("subscription \(subscription)") }
        if let thread {
            let name = threadName ?? "\(thread)"
            parts.append(name.hasPrefix("thread ") ? name : "thread \(name)")
        }
        return parts.joined(separator: ", ")
    }

    /// A filter with what this one asks for besides.
    func added(to base: TraceFilter) -> TraceFilter {
        var filter = base
        filter.zoom = zoom
        let patterns = [only.isEmpty ? nil : only, node].compactMap { $0 }
        if !patterns.isEmpty { filter.only = patterns.map { TracePattern($0) } }
        if let subscription { filter.subscriptions = [subscription] }
        if let thread { filter.threads = [TracePattern("\(thread)")] }
        return filter
    }
}
