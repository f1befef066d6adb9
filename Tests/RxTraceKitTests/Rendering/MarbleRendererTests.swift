import Foundation
import RxTraceKit
import Testing

struct MarbleRendererTests {
    private func trace(_ values: [String]) -> Trace {
        let script = TraceScript("marbles")
        script.node("map", "Map", .observable)
        script.node("observer", "AnonymousObserver", .observer)
        script.node("sink", "MapSink", .sink)
        let one = script.subscription(of: "map", ended: nil)
        for value in values {
            script.call(.forwardOn, "sink", .next(value), subscription: one) {
                script.call(.on, "observer", .next(value), subscription: one) {
                    script.call(.onCore, "observer", .next(value), subscription: one)
                }
            }
        }
        script.call(.forwardOn, "sink", .completed, subscription: one) {
            script.call(.on, "observer", .completed, subscription: one) {
                script.call(.onCore, "observer", .completed, subscription: one)
            }
        }
        script.call(.forwardOn, "sink", .next("late"), subscription: one)
        return script.trace
    }

    @Test func allThatComesOfAnEmissionStandsInOneColumn() {
        #expect(
            MarbleRenderer().string(from: trace(["1", "two"])) == """
                marbles

                subscription 1, still live
                MapSink   1--two--|  !late!
                observer  1--two--|

                """)
    }

    @Test func longRowsGoOnBelow() {
        let text = MarbleRenderer(width: 40).string(from: trace((1...30).map(String.init)))
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(lines.count { $0.hasPrefix("observer") } > 2)
        for number in 1...30 { #expect(text.contains("\(number)-")) }
    }

    @Test func valuesCannotBreakALineOrADrawing() throws {
        let values = ["a\nb", "</svg><script>", "\u{1B}[31m", "下一步"]
        let text = MarbleRenderer().string(from: trace(values))
        #expect(text.split(separator: "\n").count == 4)
        #expect(!text.contains("\u{1B}"))
        let drawing = SVGMarbleRenderer().string(from: trace(values))
        #expect(!drawing.contains("<script>"))
        #expect(try XMLText.isSound(drawing))
    }
}
