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
                PublishSubject  1--""--two--|  !late!
                map             1--""--two--|
                observer        1--""--two--|
                ✕ @24 next(late): came after completed at @19

                """)
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
        #expect(rows.contains { $0.hasPrefix("observer        (a,b)-----------") && $0.hasSuffix("(c,|)") })
    }

    @Test func aKeptElementIsItsOwnMoment() {
        let rows = lines(TraceScript.keptElements(), MarbleRenderer())
        #expect(rows.contains("PublishSubject  1--2--------"))
        #expect(rows.contains("Delay           ------1--2--"))
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
        #expect(text.hasSuffix("\n100 more diagrams left out; --subscription chooses others\n"))
        #expect(SVGMarbleRenderer().string(from: script.trace).contains("100 more diagrams left out"))
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
        #expect(drawing.texts.filter { $0.group != nil }.map(\.words).contains("map"))
    }
}
