import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

struct MarbleRendererTests {
    /// A subject's elements through a `map` to an observer; one more when nobody listens.
    private func trace(_ values: [String]) -> Trace {
        let script = TraceScript("marbles")
        script.node("subject", "PublishSubject", .subject, site: TraceScript.site(1))
        script.node("map", "Map", .observable, site: TraceScript.site(2))
        script.node("sink", "MapSink", .sink)
        script.own("sink", by: "map")
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "map", site: TraceScript.site(3), ended: nil)
        script.call(.create, "map", label: "map")
        script.call(.subscribe, "map", subscription: one) { script.call(.subscribe, "subject", subscription: one) }
        for event in values.map(Trace.Event.next) + [.completed] {
            script.call(.on, "subject", event) {
                script.call(.on, "sink", event, subscription: one) {
                    script.call(.forwardOn, "sink", event, subscription: one) {
                        script.call(.on, "observer", event, subscription: one) {
                            script.call(.onCore, "observer", event, subscription: one)
                        }
                    }
                }
            }
        }
        script.call(.on, "subject", .next("late"))
        return script.trace
    }

    @Test func allThatComesOfAnEmissionStandsInOneColumn() {
        #expect(
            MarbleRenderer().string(from: trace(["1", "", "two"])) == """
                marbles

                subscription 1, still live  App.swift:3
                PublishSubject :1  1--""--two--|  !late!
                map :2             1--""--two--|
                observer           1--""--two--|
                ✕ @24 next(late): came after completed at @19

                """)
    }

    /// A row that was left between two events ends there, whatever comes later.
    @Test(arguments: [(0, "]  1  2", "]"), (1, "1--]  2", "1--]"), (2, "1--2--]", "1--2--]")])
    func aRowEndsWhereItWasLeft(events: Int, subject: String, observer: String) throws {
        let script = TraceScript("left")
        script.node("subject", "PublishSubject", .subject)
        script.node("observer", "AnonymousObserver", .observer)
        script.node("end", "SubscriptionDisposable", .disposable)
        let one = script.subscription(of: "subject", ended: "disposed")
        script.call(.subscribe, "subject", subscription: one)
        for number in 1...2 {
            if number == events + 1 { script.call(.dispose, "end", subscription: one) }
            script.call(.on, "subject", .next("\(number)")) {
                if number <= events { script.call(.on, "observer", .next("\(number)"), subscription: one) }
            }
        }
        if events == 2 { script.call(.dispose, "end", subscription: one) }
        let rows = lines(script.trace, MarbleRenderer()).map(String.init)
        // The subject has events that nobody took, in the drawing too.
        #expect(rows[2].replacing("!", with: "").hasSuffix("  \(subject)"), "\(rows)")
        #expect(rows[3].hasSuffix("  \(observer)"), "\(rows)")
        let drawing = try SVGDrawing(SVGMarbleRenderer().string(from: script.trace))
        #expect(drawing.shapes[1]?["end"] == (events == 0 ? nil : 1))
    }

    @Test func theMomentOfACallIsMarked() {
        var renderer = MarbleRenderer()
        renderer.mark = (call: 14, sign: "^")
        #expect(
            renderer.string(from: trace(["1", "", "two"])).hasPrefix(
                """
                marbles

                subscription 1, still live  App.swift:3
                PublishSubject :1  1--""--two--|  !late!
                map :2             1--""--two--|
                observer           1--""--two--|
                                          ^
                """))
        // In the rows that have it, where they go on below.
        let values = (1...40).map { "value \($0)" }
        renderer.mark?.call = trace(values).calls.last { $0.event?.value == "value 20" }?.id ?? 0
        let blocks = renderer.string(from: trace(values)).components(separatedBy: "\n\n")
        #expect(blocks.filter { $0.hasSuffix("^") }.count == 1)
        #expect(blocks.first { $0.hasSuffix("^") }?.contains("value 20") == true)
    }

    @Test func aLongValueLosesAsMuchAsItTakes() {
        let value = "Product(id: 42, name: \"a very long name of it\", price: 9.99)"
        func row(_ width: Int, _ values: [String]) -> String {
            lines(trace(values), MarbleRenderer(width: width)).first { $0.hasPrefix("map") }.map(String.init) ?? ""
        }
        #expect(row(120, [value]).contains(value))
        let cut = row(80, [value, "2"])
        #expect(cut.contains("Product(id: 42") && cut.contains("9.99)") && cut.contains("…"))
        // All of the room is used, and no row goes on below.
        #expect((78...80).contains(lines(trace([value, "2"]), MarbleRenderer(width: 80)).map(\.count).max() ?? 0))
        // Where too many are to fit, none is shorter than it has to be for a few.
        #expect(row(80, Array(repeating: value, count: 30)).contains("Product("))
    }

    @Test func aSourceStandsAboveAllThatItsEventsPassBeforeTheyMeetOthers() {
        let script = TraceScript("join")
        for (index, word) in ["first", "firstMap", "second", "secondMap", "zip"].enumerated() {
            let isSubject = word == "first" || word == "second"
            script.node(word, word, isSubject ? .subject : .observable, site: TraceScript.site(index + 1))
        }
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "zip", site: TraceScript.site(9), ended: nil)
        script.call(.subscribe, "zip", subscription: one) {
            for word in ["firstMap", "secondMap"] {
                script.call(.subscribe, word, subscription: one) {
                    script.call(.subscribe, String(word.dropLast(3)), subscription: one)
                }
            }
        }
        let rows = lines(script.trace, MarbleRenderer()).dropFirst(2).map { $0.prefix { $0 != " " } }
        #expect(rows == ["first", "firstMap", "second", "secondMap", "zip", "observer"])
    }

    @Test func longRowsGoOnBelow() {
        let text = MarbleRenderer(width: 40).string(from: trace((1...30).map(String.init)))
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(lines.count { $0.hasPrefix("observer") } > 2)
        for number in 1...30 { #expect(text.contains("\(number)-")) }
    }

    @Test func anAxisOfTimeHasColumnsOfEqualTime() {
        var trace = trace(["a", "b", "c"])
        // The last element comes long after the others.
        for index in trace.calls.indices {
            let isLast = trace.calls[index].event?.value == "c" || trace.calls[index].event?.kind == .completed
            trace.calls[index].start = UInt64(index) * 10 + (isLast ? 1_000_000 : 0)
            trace.calls[index].duration = 1
        }
        let rows = lines(trace, MarbleRenderer(axis: .time, width: 60))
        #expect(rows.contains { $0.hasPrefix("observer           (a,b)-----------") && $0.hasSuffix("(c,|)") })
    }

    @Test func aKeptElementIsItsOwnMoment() {
        let rows = lines(TraceScript.keptElements(), MarbleRenderer())
        #expect(rows.contains("PublishSubject :1  1--2--------"))
        #expect(rows.contains("Delay :2           ------1--2--"))
    }

    @Test func valuesCannotBreakALineOrADrawing() throws {
        let values = ["a\nb", "</svg><script>", "\u{1B}[31m", "下一步"]
        let text = MarbleRenderer().string(from: trace(values))
        #expect(text.split(separator: "\n").count == 6)
        #expect(!text.contains("\u{1B}"))
        let drawing = try SVGDrawing(SVGMarbleRenderer().string(from: trace(values)))
        #expect(!drawing.names.contains("script"))
        _ = try SVGDrawing(SVGMarbleRenderer().string(from: TraceScript.hostile()))
    }

    @Test func tooManyDiagramsAreCutWithANote() throws {
        let script = TraceScript("many")
        script.node("subject", "PublishSubject", .subject)
        for number in 1...300 {
            script.node("observer\(number)", "AnonymousObserver", .observer)
            let one = script.subscription(of: "subject", site: TraceScript.site(number))
            script.call(.subscribe, "subject", subscription: one)
        }
        let text = MarbleRenderer().string(from: script.trace)
        let drawn = text.split(separator: "\n").count { $0.hasPrefix("subscription ") }
        #expect(drawn == 200)
        #expect(text.hasSuffix("\n100 more diagrams left out; --no-fold shows them, --subscription one of them\n"))
        #expect(SVGMarbleRenderer().string(from: script.trace).contains("100 more diagrams left out"))
        let all = MarbleRenderer(folds: false).string(from: script.trace)
        #expect(all.split(separator: "\n").count { $0.hasPrefix("subscription ") } == 300)
        #expect(!all.contains("left out"))
    }

    /// A line of the source that subscribes again and again, to what makes a source for each element.
    @Test(arguments: [8, 9, TestLength.isLong ? 300 : 60])
    func fewOfManyAreDrawn(count: Int) throws {
        let script = TraceScript("many")
        script.node("flatMap", "FlatMap", .observable, site: TraceScript.site(2))
        script.node("sink", "FlatMapSink", .sink)
        script.own("sink", by: "flatMap")
        for number in 1...count {
            script.node("just\(number)", "Just", .observable, site: TraceScript.site(1))
        }
        for number in 1...count {
            script.node("observer\(number)", "AnonymousObserver", .observer)
            let one = script.subscription(of: "flatMap", site: TraceScript.site(3))
            script.call(.subscribe, "flatMap", subscription: one) {
                script.call(.run, "sink", subscription: one) {
                    for number in 1...(number == 1 ? count : 1) {
                        script.call(.subscribe, "just\(number)", subscription: one)
                    }
                }
            }
        }
        let rows = (count: "… and \(count - 4) more of Just :1; --no-fold shows them", drawn: 6)
        let diagrams = (
            count: "… and \(count - 4) more of the subscriptions at \(TraceScript.site(3)); "
                + "--no-fold shows them, --subscription one of them", drawn: 4
        )
        for folds in [true, false] {
            let isFolded = folds && count > 8
            let lines = lines(script.trace, MarbleRenderer(folds: folds)).map(String.init)
            #expect(lines.count { $0.hasPrefix("subscription ") } == (isFolded ? diagrams.drawn : count))
            let first = lines.dropFirst(2).prefix { !$0.hasPrefix("subscription ") && !$0.hasPrefix("…") }
            #expect(first.count == (isFolded ? rows.drawn : count + 2))
            #expect(lines.contains(rows.count) == isFolded && lines.contains(diagrams.count) == isFolded)
            let texts = try SVGDrawing(SVGMarbleRenderer(folds: folds).string(from: script.trace)).texts.map(\.words)
            #expect(texts.contains(rows.count) == isFolded && texts.contains(diagrams.count) == isFolded)
        }
    }

    /// As where an event is recorded of a subscription that was there before.
    @Test func aTraceWithoutSubscriptionsSaysSo() throws {
        let script = TraceScript("late")
        script.node("subject", "PublishSubject", .subject)
        script.call(.on, "subject", .next("1"))
        let words = "no subscription was made in this trace"
        #expect(
            MarbleRenderer().string(from: script.trace)
                == "late\n\n\(words)\n\n✕ @1 next(1): nobody had subscribed\n")
        #expect(try SVGDrawing(SVGMarbleRenderer().string(from: script.trace)).texts.map(\.words).contains(words))
        #expect(!MarbleRenderer().string(from: trace(["1"])).contains(words))
    }

    @Test func aDrawingHasAMarbleForEachEvent() throws {
        let drawing = try SVGDrawing(SVGMarbleRenderer().string(from: trace(["1", "2"])))
        #expect(drawing.shapes[1] == ["text": 4, "title": 3, "rail": 1, "next": 2, "completed": 1, "lost": 1])
        #expect(drawing.shapes[3]?["next"] == 2)
        #expect(drawing.shapes.count == 3)
        #expect(drawing.texts.filter { $0.group != nil }.map(\.words).contains("map :2"))
    }
}
