import RxTraceKit

/// What a key does.
extension BrowseState {
    /// What a key asks for that the state itself cannot give.
    enum Action: Equatable {
        case quit
        /// To look for faults, and to press the key again.
        case findings
        /// To read on in a recording that has grown.
        case readOn
    }

    /// What the keys are about.
    struct Context {
        var calls: any NumberedCalls
        var frame: BrowseLayout.Frame
        /// The rows that are drawn.
        var rows: [CallRows.Row] = []
        /// For each line of the pane that is drawn, the call it leads to.
        var targets: [Int?] = []
        /// How many lines the pane has in all.
        var paneLines = 0
        /// The calls that prove the findings; nil where they were not looked for.
        var findings: [Int?]?
        /// The ids of the calls that the part shown has of a long recording, and of all; nil where all calls are here.
        var part: (ids: Range<Int>, all: Range<Int>)?

        func position(_ id: Int?) throws -> Int? { try id.flatMap { try calls.position(of: $0) } }

        /// Whether a call lies in another part.
        func isBeyond(_ id: Int) -> Bool {
            part.map { $0.all.contains(id) && !$0.ids.contains(id) } ?? false
        }

        /// Whether there are calls before the part, and behind it.
        var hasBefore: Bool { part.map { $0.ids.lowerBound > $0.all.lowerBound } ?? false }
        var hasAfter: Bool { part.map { $0.ids.upperBound < $0.all.upperBound } ?? false }
    }

    /// - Throws: where calls cannot be read.
    mutating func press(_ key: Key, in context: Context) throws -> Action? {
        message = nil
        beyond = nil
        if prompt != nil {
            try type(key, context)
            return nil
        }
        if case .character(let digit) = key, let value = digit.wholeNumberValue, digit.isASCII,
            value > 0 || number != nil
        {
            number = min((number ?? 0) * 10 + value, 1_000_000_000)
            return nil
        }
        defer { number = nil }
        let page = max(1, context.frame.treeHeight - 1)
        switch key {
        case .character("q"): return .quit
        case .up, .character("k"): try move(-(number ?? 1), context)
        case .down, .character("j"): try move(number ?? 1, context)
        case .pageUp, .character("b"), .control("b"): try move(-page * (number ?? 1), context)
        case .pageDown, .character(" "), .character("f"), .control("f"): try move(page * (number ?? 1), context)
        case .character("u"), .control("u"): try move(-max(1, page / 2), context)
        case .character("d"), .control("d"): try move(max(1, page / 2), context)
        case .home, .character("g"), .character("<"):
            if let number {
                try jump(toID: number, context)
            } else if context.hasBefore {
                beyond = .first
            } else {
                try select(context.calls.firstBelow(nil), context)
            }
        case .end, .character("G"), .character(">"):
            if let number {
                try jump(toID: number, context)
            } else if context.hasAfter {
                beyond = .last
            } else {
                try select(folds.last(in: context.calls), context)
            }
        case .left, .character("h"): try fold(context)
        case .right, .character("l"): try unfold(context)
        case .enter, .character("o"): try foldOrUnfold(context)
        case .character("O"): setAll(open: true)
        case .character("C"): setAll(open: false)
        case .character("p"):
            try follow(context.position(selected).flatMap { try context.calls.above($0) }, "no caller", context)
        case .character("t"): try followTrigger(context)
        case .character("r"): try followOrigin(context)
        case .character("e"): try follow(context, "no effects") { try context.calls.effects(of: $0) }
        case .control("o"), .backspace: try stepBack(context)
        case .tab: try stepForward(context)
        case .character("/"): ask(.search(backward: false))
        case .character("?"): ask(.search(backward: true))
        case .character("&"): ask(.filter, filter.only)
        case .character(":"): ask(.call)
        case .character("n"): try find(backward: searchesBackward, context)
        case .character("N"): try find(backward: !searchesBackward, context)
        case .character("]"): return try stepFinding(1, context)
        case .character("["): return try stepFinding(-1, context)
        case .character("!"):
            guard context.findings != nil else { return .findings }
            show(.findings)
        case .character("z"): zoom(1)
        case .character("Z"): zoom(-1)
        case .character("s"): try filterBySubscription(context)
        case .character("x"): try filterByNode(context)
        case .character("T"): try filterByThread(context)
        case .character("a"): filter = BrowseFilter(zoom: filter.zoom)
        case .character("i"): show(.details)
        case .character("w"): show(.causes)
        case .character("m"): show(.marbles)
        case .character("v"): show(.graph)
        case .character("H"): show(.help)
        case .character("="): isPaneLarge.toggle()
        case .character("J"): scrollPane(1, context)
        case .character("K"): scrollPane(-1, context)
        case .character("R"): return .readOn
        case .escape: back()
        case .click(let column, let row): try click(column, row, context)
        case .wheel(let steps, let column, let row):
            if context.frame.isInPane(column, row) { scrollPane(steps, context) } else { try move(steps, context) }
        case .character(let letter): say("'\(letter)' is none of the keys: H shows them.")
        default: break
        }
        return nil
    }

    private mutating func show(_ other: Pane) {
        // The key of what is shown brings the details back.
        pane = pane == other ? .details : other
        paneScroll = 0
        seeksMoment = pane == .marbles
        if pane == .details { isPaneLarge = false }
    }

    private mutating func back() {
        if isPaneLarge {
            isPaneLarge = false
        } else if pane != .details {
            show(.details)
        } else if !filter.words.isEmpty {
            filter = BrowseFilter(zoom: filter.zoom)
        }
    }

    private mutating func zoom(_ step: Int) {
        let all = Zoom.allCases
        guard let place = all.firstIndex(of: filter.zoom) else { return }
        filter.zoom = all[(place + step + all.count) % all.count]
        message = "zoom: \(filter.zoom.rawValue)"
    }

    private mutating func scrollPane(_ steps: Int, _ context: Context) {
        paneScroll = max(0, min(paneScroll + steps, context.paneLines - context.frame.paneHeight + 1))
    }

    // MARK: What is typed

    private mutating func ask(_ what: Prompt, _ text: String = "") {
        prompt = what
        typed = text
    }

    private mutating func type(_ key: Key, _ context: Context) throws {
        switch key {
        case .character(let letter): typed.append(letter)
        case .backspace: if typed.isEmpty { prompt = nil } else { typed.removeLast() }
        case .escape, .control("g"): prompt = nil
        case .control("u"): typed = ""
        case .enter:
            let asked = prompt
            prompt = nil
            switch asked {
            case .search(let backward):
                if !typed.isEmpty { search = typed }
                searchesBackward = backward
                try find(backward: backward, context)
            case .filter: filter.only = typed
            case .call:
                guard let id = Int(typed.drop { $0 == "@" }) else {
                    message = "'\(typed)' is no call's number, such as 812 or @812."
                    return
                }
                try jump(toID: id, context)
            case nil: break
            }
        default: break
        }
    }

    private mutating func find(backward: Bool, _ context: Context) throws {
        guard !search.isEmpty else { return say("Nothing was looked for: / takes a text.") }
        if context.hasBefore || context.hasAfter {
            beyond = .match(backward: backward)
            return
        }
        let from = try context.position(selected) ?? 0
        let wanted = CallSearch(search, in: context.calls.source)
        guard let found = try wanted.next(after: from, backward: backward, in: context.calls) else {
            message = "No call here has '\(search)'."
            return
        }
        if found.isAround { message = "From the \(backward ? "end" : "start") again." }
        try jump(to: found.position, context)
    }

    // MARK: Findings

    private mutating func stepFinding(_ step: Int, _ context: Context) throws -> Action? {
        guard let calls = context.findings else { return .findings }
        guard !calls.isEmpty else {
            message = "There are no findings."
            return nil
        }
        let next = finding.map { ($0 + step + calls.count) % calls.count } ?? (step > 0 ? 0 : calls.count - 1)
        finding = next
        pane = .findings
        paneScroll = 0
        guard let id = calls[next] else { return nil }
        try jump(toID: id, context)
        return nil
    }

    // MARK: Filters

    private mutating func filterBySubscription(_ context: Context) throws {
        if filter.subscription != nil {
            filter.subscription = nil
            return
        }
        guard let id = try context.position(selected).flatMap({ try context.calls.call(at: $0).subscription }) else {
            return say("This call belongs to no subscription.")
        }
        filter.subscription = id
    }

    private mutating func filterByThread(_ context: Context) throws {
        if filter.thread != nil {
            (filter.thread, filter.threadName) = (nil, nil)
            return
        }
        filter.thread = try context.position(selected).map { try context.calls.call(at: $0).thread }
        filter.threadName = filter.thread.flatMap { context.calls.source.threads[id: $0]?.name }
    }

    private mutating func filterByNode(_ context: Context) throws {
        if filter.node != nil {
            (filter.node, filter.nodeName) = (nil, nil)
            return
        }
        let source = context.calls.source
        guard let call = try context.position(selected).map({ try context.calls.call(at: $0) }),
            let node = call.node.flatMap({ source.nodes[id: $0] })
        else { return say("This call has no node.") }
        let owner = node.role == .sink ? node.owner.flatMap { source.nodes[id: $0] } : nil
        filter.node = (node.site ?? owner?.site)?.description ?? node.type
        filter.nodeName = node.variable ?? owner?.variable
    }
}
