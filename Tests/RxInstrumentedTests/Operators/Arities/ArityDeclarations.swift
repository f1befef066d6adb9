extension ArityFamily {
    /// The public method that combines elements of `count` sources by a closure.
    func combining(_ count: Int) -> String {
        """
        \(documentation(count, isTuple: false))
            @inlinable
        \(signature(count, last: ArityText.resultSelector(of: ArityText.each(count, "O#.Element"))))
            ) -> Observable<Element> {
        \(make(count, isUsers: true, "resultSelector"))
            }

        """
    }

    /// The public method that combines elements of `count` sources into tuples.
    func tuples(_ count: Int) -> String {
        """
        \(documentation(count, isTuple: true))
            @inlinable
        \(signature(count, last: nil))
            ) -> Observable<(\(ArityText.list(count, "O#.Element")))> {
        \(make(count, isUsers: false, "{ (\(ArityText.list(count, from: 0, "$#"))) }"))
            }

        """
    }

    /// The class of the observable of `count` sources, and that of its sink.
    func producer(_ count: Int) -> String {
        let types = ArityText.list(count, "E#")
        let parameters =
            ArityText.each(count, "_ source#: Observable<E#>")
            + ["isUsers: Bool", "resultSelector: @escaping (\(types)) throws -> Result"]
        let places = ArityText.each(count, "            let place# = sink.place(@, of: source#)")
            .enumerated().map { $1.replacing("@", with: "\($0)") }
        return """
            @usableFromInline
            final class \(type)\(count)<\(types), Result>: Producer<Result> {
                override var traceBehaviors: Trace.Behaviors { [\(behaviors)] }
                override var isKeptBySubscription: Bool { true }

                @inlinable init(
            \(ArityText.filled(parameters, indent: 8))
                ) {
                    super.init { _, downstream, cancel in
                        let sink = \(type)Sink\(count)_<\(types), Result>(
                            arity: \(count), isUsers: isUsers, downstream: downstream, cancel: cancel)
            \(places.joined(separator: "\n"))
                        let combine = {
            \(combine(count))
                        }
                        let subscription = sink.run {
                            Disposables.create([
            \(ArityText.filled(ArityText.each(count, "sink.observe(source#, place#, combine)"), indent: 20, trailing: true))
                            ])._object
                        }
                        return (sink, subscription)
                    }
                }
            }

            @usableFromInline
            final class \(type)Sink\(count)_<\(types), Result>: \(type)Sink<Result> {}

            """
    }

    /// The result of the elements at hand, sent.
    private func combine(_ count: Int) -> String {
        let line = "                sink.send { try resultSelector(\(ArityText.list(count, "place#.take()"))) }"
        if line.count <= 120 { return line }
        let places = ArityText.filled(ArityText.each(count, "place#.take()"), indent: 24)
        return """
                            sink.send {
                                try resultSelector(
            \(places))
                            }
            """
    }

    private func signature(_ count: Int, last: String?) -> String {
        let types = ArityText.each(count, "O#: ObservableType")
        let line = "    public static func \(method)<\(types.joined(separator: ", "))>("
        let head =
            line.count <= 120
            ? line : "    public static func \(method)<\n\(ArityText.filled(types, indent: 8))\n    >("
        let parameters = ArityText.each(count, "_ source#: O#") + (last.map { [$0] } ?? [])
        return head + "\n" + ArityText.filled(parameters, indent: 8)
    }

    private func make(_ count: Int, isUsers: Bool, _ selector: String) -> String {
        let arguments =
            ArityText.each(count, "source#.asObservable()") + ["isUsers: \(isUsers)", "resultSelector: \(selector)"]
        return "        \(type)\(count)(\n\(ArityText.filled(arguments, indent: 12)))"
    }

    /// What the method does, in full for two sources; the others are told to be like it.
    private func documentation(_ count: Int, isTuple: Bool) -> String {
        let words = ["two", "three", "four", "five", "six", "seven", "eight"]
        var lines = [(isTuple ? tupleSummary : summary).replacing("#", with: words[count - 2])]
        if count == 2 {
            lines += ["", "```swift"] + before
            let call = "Observable.\(method)(\(sources))\(isTuple ? "" : " " + results.closure)"
            lines += [(after.isEmpty ? "" : "let subscription = ") + call]
            lines += ["    .subscribe(onNext: { print($0) })"] + after
            lines[lines.count - 1] += "  // \(isTuple ? results.tuples : results.combined)"
            lines += ["```", ""] + details
            if !isTuple { lines += ["", "An error that `resultSelector` throws ends the sequence."] }
        } else {
            lines += ["", "It sends, completes and fails as `\(method)` of two sources does."]
        }
        return lines.map { $0.isEmpty ? "    ///" : "    /// \($0)" }.joined(separator: "\n")
    }
}
