import RxTraceKit

/// A picture's lines without their indentation.
func lines(_ trace: Trace, _ renderer: some TraceRenderer) -> [Substring] {
    renderer.string(from: trace).split(separator: "\n").map { $0.drop { $0 == " " } }
}

extension TraceScript {
    static func site(_ line: Int) -> Trace.Site { Trace.Site(file: "App.swift", line: line) }

    /// `count` inner subscriptions, made at one place in the source, inside one outer subscription.
    static func innerSubscriptions(_ count: Int, hasSites: Bool = true) -> Trace {
        let script = TraceScript("flat-map")
        script.node("outer", "FlatMap", .observable, site: hasSites ? site(1) : nil)
        script.node("outerSink", "FlatMapSink", .sink)
        script.own("outerSink", by: "outer")
        let one = script.subscription(of: "outer")
        script.call(.subscribe, "outer", subscription: one) {
            for number in 1...count {
                script.node("inner\(number)", "Just", .observable, site: hasSites ? site(2) : nil)
                script.node("sink\(number)", "JustSink", .sink)
                script.own("sink\(number)", by: "inner\(number)")
                let inner = script.subscription(of: "inner\(number)", in: one)
                script.call(.on, "outerSink", .next("\(number)"), subscription: one) {
                    script.call(.subscribe, "inner\(number)", subscription: inner) {
                        script.call(.run, "sink\(number)", subscription: inner)
                    }
                }
            }
        }
        return script.trace
    }

    /// Circles, disposals that go to and fro, and boxes without edges.
    static func tangle(_ count: Int, seed: Int = 1) -> Trace {
        let script = TraceScript("tangle")
        for number in 1...count { script.node("n\(number)", "Sink\(number)", .sink) }
        for one in 1...count where one % 5 != 0 {
            script.call(.on, "n\(one)", .next("\(seed)")) {
                script.call(.on, "n\(one * 7 * seed % count + 1)", .next("a longer value")) {
                    script.call(.dispose, "n\((one + 11 * seed) % count + 1)")
                }
            }
        }
        return script.trace
    }

    /// Texts that mean something in one format or another.
    static func hostile() -> Trace {
        let script = TraceScript("</title><script>alert(1)</script> \"\\\n<b>&amp;\u{1B}")
        script.node("source", "A\"<B>&amp;'; }", .subject, site: site(1), name: "\u{1}\u{FFFF}\u{202E}下一步\\")
        script.node("map", "Map-->end", .sink)
        let one = script.subscription(of: "source", name: "</text>", ended: "a\"b")
        script.call(.subscribe, "source", subscription: one)
        script.call(.mark, label: "]]>\u{0}\u{8}</svg>")
        for value in ["]]></text><script>", "\u{D}\n\t", "\u{7F}\u{85}\u{2028}\u{FEFF}", "-->", "a;b#c%%{d}", "`end`"] {
            script.call(.on, "source", .next(value), subscription: one) {
                script.call(.forwardOn, "map", .next(value), subscription: one)
            }
        }
        return script.trace
    }
}
