/// A trait's form of an operator that is declared once for each number of sources: it wraps the observable's.
struct TraitArityFamily {
    static let all = [infallibleZip, infallibleCombineLatest, infallibleTuples, primitiveZip, primitiveTuples]

    /// The file's path below `Sources/RxInstrumented`.
    let path: String
    /// The first line of the extension.
    let extended: String
    let method: String
    /// The documentation's first line, with the number in words in place of `#`; the rest is for two sources only.
    let summary: String
    let details: [String]
    /// Each source's generic parameter, its type, its element and the observable that it wraps.
    let source: (generic: String, type: String, element: String, wrapped: String)
    /// Whether the elements make a tuple, rather than go to a closure.
    let isTuple: Bool
    /// The result's type for an element; and the type and the label that make it of an observable.
    let result: (type: (String) -> String, name: String, label: String)

    static let infallibleZip = TraitArityFamily(
        path: "Traits/Infallible/Infallible+Zip.swift", extended: "extension InfallibleType", method: "zip",
        summary: "Combines the elements of # sequences by their position.",
        details: [
            "```swift", #"Infallible.zip(Infallible.of(1, 2), Infallible.of("a", "b")) { "\($0)\($1)" }"#,
            "    .subscribe(onNext: { print($0) })  // 1a 2b", "```", "",
            "- Parameter resultSelector: must not throw: there would be nobody to take the error.",
        ],
        source: ("E#", "Infallible<E#>", "E#", "source#.source"), isTuple: false,
        result: ({ "Infallible<\($0)>" }, "Infallible", ""))

    static let infallibleCombineLatest = TraitArityFamily(
        path: "Traits/Infallible/Infallible+CombineLatest.swift", extended: "extension Infallible",
        method: "combineLatest",
        summary: "Combines the latest elements of # sequences, whenever one of them sends.",
        details: [
            "```swift",
            #"Infallible.combineLatest(width, height) { $0 * $1 }.subscribe(onNext: { print("area", $0) })"#, "```", "",
            "Nothing is sent until each sequence has sent an element.", "",
            "- Parameter resultSelector: must not throw: there would be nobody to take the error.",
        ],
        source: ("I#: InfallibleType", "I#", "I#.Element", "source#.asObservable()"), isTuple: false,
        result: ({ "Infallible<\($0)>" }, "Infallible", ""))

    static let infallibleTuples = TraitArityFamily(
        path: "Traits/Infallible/Infallible+CombineLatestTuple.swift",
        extended: "extension InfallibleType where Element == Any", method: "combineLatest",
        summary: "Combines the latest elements of # sequences into a tuple, whenever one of them sends.",
        details: [
            "```swift",
            #"Infallible.combineLatest(width, height).subscribe(onNext: { print("size", $0, $1) })"#, "```", "",
            "Nothing is sent until each sequence has sent an element.",
        ],
        source: ("O#: InfallibleType", "O#", "O#.Element", "source#.asObservable()"), isTuple: true,
        result: ({ "Infallible<\($0)>" }, "Infallible", ""))

    static let primitiveZip = TraitArityFamily(
        path: "Traits/PrimitiveSequence/PrimitiveSequence+Zip.swift",
        extended: "extension PrimitiveSequenceType where Trait: OneElementTrait", method: "zip",
        summary: "Makes a result of the elements of # sequences, once each has come.",
        details: [
            "```swift",
            #"Single.zip(Single.just(1), Single.just("a")) { "\($0)\($1)" }.subscribe(onSuccess: { print($0) })  // 1a"#,
            "```", "",
            "The first error ends the whole, and so does a ``Maybe`` that completes without an element.", "",
            "- Parameter resultSelector: an error it throws is the sequence's.",
        ],
        source: ("E#", "PrimitiveSequence<Trait, E#>", "E#", "source#.source"), isTuple: false,
        result: ({ "PrimitiveSequence<Trait, \($0)>" }, "PrimitiveSequence", "raw: "))

    static let primitiveTuples = TraitArityFamily(
        path: "Traits/PrimitiveSequence/PrimitiveSequence+ZipTuple.swift",
        extended: "extension PrimitiveSequenceType where Trait: OneElementTrait, Element == Any", method: "zip",
        summary: "The elements of # sequences as a tuple, once each has come.",
        details: [
            "```swift",
            #"Single.zip(Single.just(1), Single.just("a")).subscribe(onSuccess: { print($0) })  // (1, "a")"#, "```",
            "",
            "The first error ends the whole, and so does a ``Maybe`` that completes without an element.",
        ],
        source: ("E#", "PrimitiveSequence<Trait, E#>", "E#", "source#.source"), isTuple: true,
        result: ({ "PrimitiveSequence<Trait, \($0)>" }, "PrimitiveSequence", "raw: "))

    var text: String {
        ArityText.header + extended + " {\n" + ArityText.joined(declaration) + "}\n"
    }

    private func declaration(_ count: Int) -> String {
        let lines = [summary.replacing("#", with: ArityText.words(count))] + (count == 2 ? [""] + details : [])
        let elements = ArityText.each(count, source.element)
        let parameters = ArityText.each(count, "_ source#: \(source.type)")
        let arguments = ArityText.each(count, source.wrapped)
        let signature = ArityText.signature(
            method, generics: ArityText.each(count, source.generic),
            parameters: parameters + (isTuple ? [] : [ArityText.resultSelector(elements)]))
        let of = isTuple ? "(\(elements.joined(separator: ", ")))" : "Element"
        return """
            \(ArityText.documentation(lines))
                @inlinable
            \(signature)
                ) -> \(result.type(of)) {
                    \(result.name)(
                        \(result.label)\(isTuple ? "Observable<Any>" : "").\(method)(
            \(ArityText.filled(arguments + (isTuple ? [] : ["resultSelector: resultSelector"]), indent: 16))))
                }

            """
    }
}
