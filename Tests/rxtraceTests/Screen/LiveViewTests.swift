import RxTraceKit
import Testing

@testable import rxtrace

/// The live view: its keys, and its lines on screens of any size.
struct LiveViewTests {
    /// Three operators, two lines that subscribe, and a queue.
    private static let activity: LiveActivity = {
        var trace = Trace(scenario: "app", threads: [Trace.Thread(id: 0, name: "main")])
        let names = ["Search", "Throttle", "Map"]
        for (index, name) in names.enumerated() {
            trace.nodes.append(
                Trace.Node(
                    id: index + 1, type: name, role: .observable,
                    site: Trace.Site(file: "Sources/Search/\(name).swift", line: index + 1)))
        }
        trace.nodes.append(Trace.Node(id: 4, type: "QueueScheduler", role: .scheduler, name: "images"))
        func add(_ call: Trace.Call) {
            var call = call
            call.id = trace.calls.count + 1
            call.start = UInt64(call.id) * 1_000_000
            trace.calls.append(call)
        }
        for id in 1...3 {
            trace.subscriptions.append(
                Trace.Subscription(
                    id: id, node: id == 3 ? 1 : 2, site: Trace.Site(file: "Sources/App.swift", line: id == 3 ? 20 : 10))
            )
            add(Trace.Call(id: 0, operation: .subscribe, node: id == 3 ? 1 : 2, subscription: id))
        }
        for node in [1, 2, 2, 3, 3, 3] {
            add(
                Trace.Call(
                    id: 0, operation: .on, node: node, subscription: 1, event: Trace.Event(.next, value: "v\u{1B}[2J東"),
                    site: Trace.Site(file: "Sources/App.swift", line: 30)))
        }
        add(Trace.Call(id: 0, operation: .on, node: 2, event: Trace.Event(.error, value: "Timeout()")))
        add(Trace.Call(id: 0, operation: .mark, label: "checkout"))
        add(Trace.Call(id: 0, operation: .schedule, node: 4))
        add(Trace.Call(id: 0, cause: trace.calls.count, operation: .invoke))
        add(Trace.Call(id: 0, operation: .schedule, node: 4))
        var activity = LiveActivity(TraceFilter())
        activity.add(trace.calls, facts: SourceFacts(TraceInMemory(trace)))
        activity.advance(to: 2_000_000_000)
        return activity
    }()

    private static let status = LiveLayout.Status(name: "app", word: "running", output: ["hello"], now: 2_000_000_000)

    private func lines(_ columns: Int, _ rows: Int, _ state: LiveViewState = LiveViewState()) -> [String] {
        LiveLayout(columns: columns, rows: rows).lines(Self.activity, Self.status, state).map(\.plain)
    }

    /// Presses keys one after the other; answers what the last asked for.
    @discardableResult
    private func press(_ state: inout LiveViewState, _ keys: Key...) -> LiveViewState.Action? {
        var action: LiveViewState.Action?
        for key in keys { action = state.press(key, groups: LiveLayout.groups(Self.activity, state)) }
        return action
    }

    @Test(arguments: [(80, 24), (200, 50), (40, 10), (20, 5), (10, 2), (1, 1), (139, 30), (140, 7)])
    func theViewFitsAnyScreen(columns: Int, rows: Int) {
        var states = [LiveViewState()]
        for keys in [[Key.character("?")], [.character("o")], [.enter], [.character("/"), .character("x")], [.down]] {
            var state = LiveViewState()
            for key in keys { press(&state, key) }
            states.append(state)
        }
        for state in states {
            for isASCII in [false, true] {
                let layout = LiveLayout(columns: columns, rows: rows, isASCII: isASCII)
                let lines = layout.lines(Self.activity, Self.status, state)
                #expect(lines.count == rows)
                #expect(lines.allSatisfy { $0.columns <= columns })
                #expect(!lines.contains { $0.plain.contains("\u{1B}") })
                if isASCII { #expect(lines.allSatisfy { $0.plain.allSatisfy { $0.isASCII || $0 == "東" } }) }
            }
        }
    }

    @Test func theOverviewHasAllParts() {
        let text = lines(80, 24)
        #expect(text[0].hasPrefix("app  running · 2 s · 14 calls · 3.5 events/s · 3 live"))
        #expect(
            text.contains { $0.hasPrefix("Map ") && $0.contains("1.5") && $0.hasSuffix("Sources/Search/Map.swift:3") })
        #expect(text.contains { $0.hasPrefix("Throttle ") && $0.contains("  1  ") })
        #expect(text.contains { $0.hasPrefix("QueueScheduler \"images\"") && $0.contains("1 ms") })
        #expect(text.contains { $0.contains("mark checkout") })
        #expect(text.contains { $0.contains("on Map next(v\\u{1B}[2J東)") })
        // The line with more living subscriptions comes first.
        let groups = text.filter { $0.contains("Sources/App.swift:") && $0.contains("+") }
        #expect(groups.map { $0.contains("App.swift:10") } == [true, false])
        #expect(text[23].contains("? help"))
    }

    @Test func arrowsChooseAndEnterOpens() {
        var state = LiveViewState()
        press(&state, .down)
        #expect(state.selected == 0)
        press(&state, .down, .down)
        #expect(state.selected == 1)
        press(&state, .up, .up)
        #expect(state.selected == 0)
        press(&state, .end)
        let action1 = press(&state, .enter)
        #expect(action1 == .follow(1))
        #expect(state.page == .group(1))
        #expect(lines(80, 24, state)[1] == "subscriptions to Search  Sources/App.swift:20")
        #expect(lines(80, 24, state).contains { $0.hasPrefix("subscription 3 ") })
        let action2 = press(&state, .escape)
        #expect(action2 == .follow(nil))
        #expect(state.page == .overview)
        // Without a choice, the first is opened.
        var fresh = LiveViewState()
        let opened = press(&fresh, .enter)
        #expect(opened == .follow(0))
    }

    @Test func aFilterLeavesTheRowsThatHaveItsText() {
        var state = LiveViewState()
        press(&state, .character("/"), .character("q"), .character("x"), .backspace, .backspace)
        #expect(state.isTyping)
        press(&state, .character("t"), .character("h"), .character("r"))
        #expect(lines(80, 24, state)[23].hasPrefix("filter: thr_"))
        press(&state, .enter)
        #expect(!state.isTyping)
        let text = lines(80, 24, state)
        #expect(text.contains { $0.hasPrefix("Throttle ") })
        #expect(!text.contains { $0.hasPrefix("Map ") || $0.contains("App.swift:20") || $0.contains("images") })
        #expect(text[23].hasPrefix("/thr  "))
        press(&state, .escape)
        #expect(state.filter.isEmpty)
        press(&state, .character("/"), .character("z"), .escape)
        #expect(state.filter.isEmpty)
        #expect(!state.isTyping)
    }

    @Test func theOtherKeys() {
        var state = LiveViewState()
        let action3 = press(&state, .character(" "))
        #expect(action3 == .pause)
        #expect(lines(80, 24, state)[0].contains("paused"))
        let action4 = press(&state, .character(" "))
        #expect(action4 == .goOn)
        press(&state, .character("o"))
        #expect(lines(80, 24, state)[1] == "hello")
        press(&state, .character("?"))
        #expect(lines(80, 24, state)[1] == "KEYS")
        press(&state, .down, .down)
        #expect(lines(80, 10, state)[1].hasPrefix("/ "))
        press(&state, .character("?"))
        #expect(state.page == .overview)
        let action5 = press(&state, .character("q"))
        #expect(action5 == .quit)
    }

    /// A value is whole where the folder of its line's place makes room for it.
    @Test func theFolderOfAPlaceGoesBeforeTheValue() {
        let event = lines(71, 24).first { $0.contains(" on Throttle next(") } ?? ""
        #expect(event.hasSuffix(" next(v\\u{1B}[2J東) ×2 …/Throttle.swift:2"), "\(event)")
    }

    @Test func aSnapshotHasTheSamePartsWithoutKeys() {
        let text = LiveLayout(columns: 80, rows: .max).snapshot(Self.activity, Self.status).map(\.plain)
        #expect(text[1].hasPrefix("BUSIEST OPERATORS"))
        #expect(text[1].contains("events/s  events  errors"))
        #expect(text.contains { $0.hasPrefix("LAST EVENTS") })
        #expect(!text.contains { $0.contains("help") })
    }

    @Test func aPictureStaysWhenTheNextOneFails() {
        var state = PictureLayout.State(name: "App.swift")
        state.picture = (1...30).map { ScreenLine("row \($0)") }
        let layout = PictureLayout(columns: 40, rows: 12)
        #expect(layout.height(state) == 10)
        #expect(layout.lines(state).map(\.plain)[1...10].elementsEqual((1...10).map { "row \($0)" }))
        let isScrolled = [state.press(.pageDown, height: 10), state.press(.down, height: 10)]
        #expect(isScrolled == [true, true])
        #expect(layout.lines(state)[1].plain == "row 12")
        _ = state.press(.end, height: 10)
        #expect(layout.lines(state)[10].plain == "row 30")
        _ = state.press(.home, height: 10)
        state.message = ["App.swift:1: error: no", "rxtrace: 'App.swift' does not compile"]
        let text = layout.lines(state).map(\.plain)
        #expect(text[0].hasPrefix("App.swift  failed  lines 1 to 7 of 30"))
        #expect(text[1...7].elementsEqual((1...7).map { "row \($0)" }))
        #expect(Array(text[8...10]) == ["FAILED; above is the last picture"] + state.message)
        for (columns, rows) in [(20, 5), (5, 2), (1, 1)] {
            let lines = PictureLayout(columns: columns, rows: rows).lines(state)
            #expect(lines.count <= rows)
            #expect(lines.allSatisfy { $0.columns <= columns })
        }
    }
}
