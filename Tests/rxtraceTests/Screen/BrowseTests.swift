import RxTraceKit
import Testing

@testable import rxtrace

/// Looking around in a trace: keys and lines, without a terminal.
struct BrowseTests {
    /// A subject, an operator, and two elements, one of which a queue brings on later.
    private static func trace() -> Trace {
        var trace = Trace(
            scenario: "app", threads: [Trace.Thread(id: 0, name: "main"), Trace.Thread(id: 1, name: "queue")])
        let site = { Trace.Site(file: "App.swift", line: $0) }
        trace.nodes = [
            Trace.Node(id: 1, type: "PublishSubject", role: .subject, site: site(1)),
            Trace.Node(id: 2, type: "Map", role: .observable, site: site(2)),
            Trace.Node(id: 3, type: "MapSink", role: .sink, owner: 2),
            Trace.Node(id: 4, type: "QueueScheduler", role: .scheduler),
            Trace.Node(id: 5, type: "AnonymousObserver", role: .observer),
        ]
        trace.subscriptions = [Trace.Subscription(id: 1, node: 2, site: site(3))]
        func add(
            _ id: Int, _ operation: Trace.Operation, in parent: Int? = nil, node: Int? = nil, _ value: String? = nil,
            cause: Int? = nil, origin: Int? = nil, thread: Int = 0, label: String? = nil
        ) {
            trace.calls.append(
                Trace.Call(
                    id: id, parent: parent, cause: cause, origin: origin, operation: operation, node: node,
                    thread: thread, label: label, subscription: node == 1 ? nil : 1,
                    event: value.map { Trace.Event(.next, value: $0) }, start: UInt64(id) * 1000, duration: 500))
        }
        add(1, .create, node: 1)
        add(2, .create, node: 2, label: "map")
        add(3, .subscribe, node: 2)
        for (id, value) in [(4, "1"), (8, "2")] {
            add(id, .on, node: 1, value)
            add(id + 1, .on, in: id, node: 3, value)
            add(id + 2, .handler, in: id + 1, node: 3, label: "transform")
            add(id + 3, .schedule, in: id + 1, node: 4)
        }
        add(12, .invoke, node: 4, cause: 7, thread: 1)
        add(13, .on, in: 12, node: 5, "1", origin: 5, thread: 1)
        add(14, .handler, in: 13, node: 5, thread: 1, label: "onNext")
        return trace
    }

    private struct Screen {
        var state = BrowseState()
        var trace: BrowsedTrace
        var findings: [Int?]?
        var layout = BrowseLayout(columns: 80, rows: 24)
        var name = "app"

        init(_ shown: Trace = BrowseTests.trace()) throws {
            trace = try BrowsedTrace(
                TraceInMemory(shown), fault: nil, base: TraceFilter(),
                filter: BrowseFilter(zoom: .internals))
            state.filter.zoom = .internals
            try state.settle(context())
        }

        func context() throws -> BrowseState.Context {
            var context = BrowseState.Context(calls: trace.calls, frame: layout.frame(state))
            context.findings = findings
            context.rows = try rows()
            return context
        }

        private func rows() throws -> [CallRows.Row] {
            guard let id = state.top, let top = try trace.calls.position(of: id) else { return [] }
            let frame = layout.frame(state)
            return try CallRows(trace.calls, style: layout.isASCII ? .ascii : .unicode).rows(
                from: top, count: frame.treeHeight, folds: state.folds, width: frame.treeWidth)
        }

        @discardableResult
        mutating func press(_ keys: Key...) throws -> BrowseState.Action? {
            var action: BrowseState.Action?
            for key in keys {
                action = try state.press(key, in: context())
                if state.filter != trace.filter { try trace.show(state.filter) }
                try state.settle(context())
            }
            return action
        }

        mutating func type(_ text: String) throws { for letter in text { try press(.character(letter)) } }

        func lines() throws -> [String] {
            var panes = BrowsePanes(isASCII: layout.isASCII)
            let frame = layout.frame(state)
            var content = BrowseLayout.Content(name: name, shown: trace.calls.count, all: trace.whole.callCount)
            content.rows = try rows()
            content.position = try trace.calls.position(of: state.selected ?? 0)
            content.start = try content.position.flatMap { try trace.calls.call(at: $0).start }
            content.findings = findings?.count
            content.pane = try panes.lines(state, of: trace, generation: 0, findings: nil, width: frame.paneWidth)
            return layout.lines(state, content).map(\.plain)
        }
    }

    @Test func keysOfLessAndViMove() throws {
        var screen = try Screen()
        #expect(screen.state.selected == 1)
        try screen.press(.character("j"), .down)
        #expect(screen.state.selected == 3)
        try screen.type("3k")
        #expect(screen.state.selected == 1)
        try screen.press(.character("G"))
        #expect(screen.state.selected == 11)
        try screen.press(.character("g"))
        #expect(screen.state.selected == 1)
        try screen.type("9G")
        #expect(screen.state.selected == 9)
        try screen.press(.character(":"))
        try screen.type("@13")
        try screen.press(.enter)
        #expect(screen.state.selected == 13)
        // Back where the jumps came from, and forth.
        try screen.press(.control("o"), .control("o"))
        #expect(screen.state.selected == 1)
        try screen.press(.tab, .tab)
        #expect(screen.state.selected == 13)
        try screen.press(.character(":"))
        try screen.type("99")
        try screen.press(.enter)
        #expect(screen.state.selected == 13 && screen.state.message == "There is no call @99 here.")
        #expect(try screen.press(.character("q")) == .quit)
    }

    /// As in the drawn tree: the type behind a name of the source stands once, in the first row that has the name.
    @Test func theTypeBehindANameIsToldOnce() throws {
        var trace = Self.trace()
        trace.nodes[1].variable = "query"
        var screen = try Screen(trace)
        screen.layout = BrowseLayout(columns: 80, rows: 60)
        func rows() throws -> [String] { try screen.lines().filter { $0.contains("query") && !$0.contains("@") } }
        #expect(try rows().filter { $0.contains("query (Map") }.map { $0.contains("create") } == [true])
        #expect(try rows().contains { $0.contains("on MapSink of query next(1)") })
        // A sink has the type of its own: where that row is left out, none tells the operator's.
        try screen.type("&MapSink")
        try screen.press(.enter)
        #expect(try !rows().contains { $0.contains("query (Map") })
        #expect(try rows().contains { $0.contains("on MapSink of query next(2)") })
    }

    @Test func rowsFoldAndUnfold() throws {
        var screen = try Screen()
        try screen.type("4G")
        try screen.press(.left)
        #expect(try screen.lines().contains { $0.contains("+ on PublishSubject next(1)") && $0.contains("(+6)") })
        try screen.press(.down)
        #expect(screen.state.selected == 8)
        // What is folded away is found, and shown.
        try screen.type("/onNext")
        try screen.press(.enter)
        #expect(screen.state.selected == 14)
        try screen.press(.character("C"))
        #expect(screen.state.selected == 4)
        try screen.press(.right, .right)
        #expect(screen.state.selected == 5)
        // On a row without others below it, the caller is next.
        try screen.press(.character("O"), .right, .right, .left, .left)
        #expect(screen.state.selected == 5)
    }

    /// The rows of marbles go on below where there are many: those with the chosen call's moment are in sight.
    @Test func theMarblesFollowTheChosenCall() throws {
        var trace = Self.trace()
        for number in 0..<40 {
            let id = 15 + number * 2
            let event = Trace.Event(.next, value: "value \(number)")
            trace.calls.append(Trace.Call(id: id, operation: .on, node: 1, event: event))
            trace.calls.append(
                Trace.Call(id: id + 1, parent: id, operation: .on, node: 3, subscription: 1, event: event))
        }
        var screen = try Screen(trace)
        func seen(_ screen: Screen) throws -> [String] {
            var panes = BrowsePanes(isASCII: screen.layout.isASCII)
            let frame = screen.layout.frame(screen.state)
            let pane = try panes.lines(
                screen.state, of: screen.trace, generation: 0, findings: nil, width: frame.paneWidth)
            let scroll = screen.layout.scroll(toMomentIn: pane, from: screen.state.paneScroll, frame)
            return pane.dropFirst(scroll).prefix(frame.paneHeight - 1).map(\.line.plain)
        }
        try screen.type("m")
        #expect(screen.state.seeksMoment)
        screen.state.seeksMoment = false
        try screen.type("75G")
        #expect(screen.state.seeksMoment)
        let rows = try seen(screen)
        #expect(screen.state.selected == 75, "\(rows)")
        #expect(rows.contains { $0.contains("value 30") } && !rows.contains { $0.contains("value 1-") })
        let sign = try #require(rows.first { $0.last == "▲" })
        let row = try #require(rows.first { $0.contains("value 30") })
        let place = row.range(of: "value 30").map { row.distance(from: row.startIndex, to: $0.lowerBound) }
        #expect(place == sign.count - 1)
        screen.layout.isASCII = true
        #expect(try seen(screen).contains { $0.last == "^" })
    }

    @Test func causesAndEffectsAreFollowed() throws {
        var screen = try Screen()
        try screen.type("13G")
        try screen.press(.character("t"))
        #expect(screen.state.selected == 12)
        try screen.press(.character("t"))
        #expect(screen.state.selected == 7)
        try screen.press(.character("e"))
        #expect(screen.state.selected == 12)
        try screen.type("13Gr")
        #expect(screen.state.selected == 5)
        try screen.press(.character("e"))
        #expect(screen.state.selected == 13)
        try screen.type("5G2e")
        #expect(screen.state.selected == 6)
        try screen.type("1Gt")
        #expect(screen.state.selected == 1)
        #expect(screen.state.message == "This call has no trigger but the program itself.")
    }

    @Test func filtersLeaveOutAndAreTakenBack() throws {
        var screen = try Screen()
        try screen.type("14GT")
        #expect(screen.trace.calls.count == 3 && screen.state.selected == 14)
        try screen.press(.character("T"))
        #expect(screen.trace.calls.count == 14)
        try screen.type("5Gs")
        #expect(screen.trace.calls.count == 11)
        try screen.press(.escape)
        try screen.type("5Gx")
        #expect(screen.state.filter.node == "App.swift:2")
        try screen.press(.character("a"), .character("&"))
        try screen.type("onNext")
        try screen.press(.enter)
        #expect(screen.trace.calls.count == 1 && screen.state.selected == 14)
        try screen.press(.escape, .character("Z"))
        #expect(screen.state.filter.zoom == .operators)
        try screen.press(.character("z"))
        #expect(screen.trace.calls.count == 14)
    }

    @Test func searchesGoOnAndBack() throws {
        var screen = try Screen()
        try screen.type("/next(2)")
        try screen.press(.enter)
        #expect(screen.state.selected == 8)
        try screen.press(.character("n"))
        #expect(screen.state.selected == 9)
        try screen.press(.character("n"))
        #expect(screen.state.selected == 8 && screen.state.message == "From the start again.")
        try screen.press(.character("N"))
        #expect(screen.state.selected == 9)
        try screen.type("?handler")
        try screen.press(.enter)
        #expect(screen.state.selected == 6)
        try screen.type("/nothing like it")
        try screen.press(.enter)
        #expect(screen.state.message == "No call here has 'nothing like it'.")
        // A prompt that is left changes nothing.
        try screen.type("/q")
        try screen.press(.escape)
        #expect(screen.state.search == "nothing like it" && screen.state.selected == 6)
    }

    @Test func findingsAreAskedForAndGoneThrough() throws {
        var screen = try Screen()
        #expect(try screen.press(.character("]")) == .findings)
        screen.findings = [9, nil, 4]
        try screen.press(.character("]"))
        #expect(screen.state.selected == 9 && screen.state.pane == .findings)
        try screen.press(.character("]"), .character("]"))
        #expect(screen.state.selected == 4)
        try screen.press(.character("]"), .character("["), .character("["))
        #expect(screen.state.finding == 1)
        screen.findings = []
        try screen.press(.character("]"))
        #expect(screen.state.message == "There are no findings.")
    }

    @Test func theMouseChoosesFoldsAndScrolls() throws {
        var screen = try Screen()
        try screen.press(.click(column: 30, row: 4))
        #expect(screen.state.selected == 4)
        let sign = try #require(screen.context().rows.first { $0.id == 4 }?.indent)
        try screen.press(.click(column: sign, row: 4))
        #expect(!screen.state.folds.isOpen(4))
        try screen.press(.wheel(steps: -3, column: 5, row: 2))
        #expect(screen.state.selected == 1)
        // A line of the pane leads to its call.
        var context = try screen.context()
        context.targets = [nil, 13]
        let row = context.frame.paneRow + 2
        _ = try screen.state.press(.click(column: 4, row: row), in: context)
        #expect(screen.state.selected == 13)
        // Clicks where nothing is do nothing.
        try screen.press(.click(column: 500, row: 500))
        #expect(screen.state.selected == 13)
    }

    @Test func thePanesAreShownInTurn() throws {
        var screen = try Screen()
        try screen.type("13G")
        let details = try screen.lines()
        #expect(details.contains { $0.contains("DETAILS") })
        #expect(details.contains { $0.hasPrefix("t trigger  @12 invoke") })
        #expect(details.contains { $0.hasPrefix("r origin   @5 on ") })
        #expect(details.contains { $0.hasPrefix("e effect   @14 handler onNext") })
        try screen.press(.character("w"))
        #expect(try screen.lines().contains { $0.contains("why @13?") })
        try screen.press(.character("m"))
        #expect(try screen.lines().contains { $0.hasPrefix("observer") })
        try screen.press(.character("v"))
        #expect(try screen.lines().contains { $0.contains("●") && $0.contains("PublishSubject") })
        try screen.press(.character("="))
        #expect(try !screen.lines().contains { $0.contains("├─") })
        try screen.press(.escape, .escape)
        #expect(screen.state.pane == .details && !screen.state.isPaneLarge)
    }

    /// No word of them is out of the screen.
    @Test(arguments: [24, 50, 80, 132])
    func linesOfThePaneAreWrapped(columns: Int) throws {
        var screen = try Screen()
        var panes = BrowsePanes(isASCII: false)
        func pane(_ findings: [Trace.Finding]?) throws -> String {
            let lines = try panes.lines(
                screen.state, of: screen.trace, generation: 0, findings: findings, width: columns)
            #expect(lines.allSatisfy { $0.line.columns <= columns })
            return lines.map(\.line.plain).joined(separator: " ").filter { $0 != " " }
        }
        try screen.press(.character("H"))
        let help = try pane(nil)
        for key in BrowseHelp.keys { #expect(help.contains(key.meaning.filter { $0 != " " })) }
        screen.findings = [9]
        try screen.press(.character("]"))
        let finding = Trace.Finding(
            rule: "leak", severity: .warning, message: "1 subscription to name (BehaviorSubject) still alive",
            site: Trace.Site(file: "samples/Leak.swift", line: 13),
            evidence: [Trace.Finding.Evidence("last event next(Grace), 752 ns before the end of the trace", call: 9)],
            remedy: "dispose the subscription, or put it into a bag that is released with who needs it")
        let told = try pane([finding])
        for part in [finding.message, "samples/Leak.swift:13", finding.evidence[0].text, finding.remedy] {
            #expect(told.contains(part.filter { $0 != " " }))
        }
    }

    @Test func theHeadKeepsWhatMattersMost() throws {
        var screen = try Screen()
        screen.name = "a-scenario-with-a-long-name"
        screen.findings = [9]
        try screen.type("14GT")
        func head(_ columns: Int) throws -> String {
            screen.layout = BrowseLayout(columns: columns, rows: 24)
            return try #require(screen.lines().first)
        }
        let (facts, rest) = ("  internals · 3 of 14 calls · @14", " · thread queue · 1 finding")
        #expect(try head(120) == "a-scenario-with-a-long-name\(facts) at 14 µs 100%\(rest)")
        #expect(try head(85) == "a-scenario…long-name\(facts) 100%\(rest)")
        #expect(try head(75) == "a-scena…ng-name\(facts)\(rest)")
        #expect(try head(40).hasPrefix("a-scen"))
        #expect(try head(40).contains("name  internals · 3 of 14"))
    }

    @Test func theFilterIsCalledAsInTheTree() throws {
        var trace = Self.trace()
        trace.nodes[0].variable = "heard"
        var screen = try Screen(trace)
        try screen.type("13GT")
        #expect(screen.state.filter.words == "thread queue")
        try screen.type("T4Gx")
        #expect(screen.state.filter.words == "node heard" && screen.trace.calls.count > 1)
        try screen.type("x5Gx")
        #expect(screen.state.filter.words == "node App.swift:2")
    }

    @Test func aKeyThatIsNoneIsAnswered() throws {
        var screen = try Screen()
        try screen.press(.character("Y"))
        #expect(screen.state.message == "'Y' is none of the keys: H shows them.")
        try screen.press(.down)
        #expect(screen.state.message == nil)
    }

    @Test(arguments: [1, 2, 10, 39, 80, 139, 140, 300])
    func aScreenOfAnySizeIsFilledAndNoMore(columns: Int) throws {
        for rows in [1, 2, 3, 8, 9, 24, 100] {
            for isASCII in [false, true] {
                var screen = try Screen()
                screen.layout = BrowseLayout(columns: columns, rows: rows, isASCII: isASCII)
                for key in ["j", "w", "m", "v", "H", "=", "G", "i"] {
                    try screen.press(.character(Character(key)))
                    let lines = try screen.lines()
                    #expect(lines.count == rows)
                    #expect(lines.map { TerminalText.columns(of: $0) }.max() ?? 0 <= columns)
                    if isASCII, key != "m" { #expect(!lines.joined().contains { !$0.isASCII }, "\(key)") }
                }
            }
        }
    }

    @Test func keysOfTheMouseAndTheControlKeyAreRead() {
        var parser = KeyParser()
        #expect(
            parser.keys(
                Array("\u{1B}[<0;5;7M\u{1B}[<0;5;7m\u{1B}[<64;1;1M\u{1B}[<65;2;3M\u{0F}\t\u{1B}[C\u{1B}[D".utf8))
                == [
                    .click(column: 4, row: 6), .wheel(steps: -3, column: 0, row: 0),
                    .wheel(steps: 3, column: 1, row: 2),
                    .control("o"), .tab, .right, .left,
                ])
    }
}
