import Foundation

/// A form of `zip` or `combineLatest` of a trait, declared once for each number of sources: the observables' own, wrapped.
struct TraitArityFamily {
    static let all = [
        infallibleCombineLatest, infallibleCombineLatestTuples, infallibleZip, primitiveSequenceZip,
        primitiveSequenceZipTuples, sharedSequenceCombineLatest, sharedSequenceCombineLatestTuples, sharedSequenceZip,
        sharedSequenceZipTuples,
    ]

    /// The file's path below `Sources`, and the lines before its declarations.
    let path: String
    let header: String
    let method: String
    /// The first line of the documentation; `#` stands for the number in words. Then what stands for two sources only.
    let summary: String
    let details: [String]
    /// A generic parameter, and a source's type; `#` stands for its number.
    let generic: String
    let source: String
    /// A source's element; and the observable of it.
    let element: String
    let observable: String
    /// The result's type, but for its element, and the requirement of a source, if there is one.
    let result: String
    var requirement: String?
    /// The expression that wraps an observable, but for it.
    let wrapped: String
    /// Whether the elements become a tuple, without a closure.
    let isTuple: Bool

    var text: String {
        let declarations = ArityFamily.numbers.map(declaration).joined(separator: "\n")
        let origin = "// Written by TraitArityFamily: change it there, then `make arities`."
        return "\(origin)\n\n\(header) {\n\(declarations)}\n"
    }

    private func declaration(_ count: Int) -> String {
        let words = ["two", "three", "four", "five", "six", "seven", "eight"]
        var documentation = [summary.replacing("#", with: words[count - 2])]
        if count == 2 { documentation += details }
        let elements = ArityText.each(count, element)
        var parameters = ArityText.each(count, "_ source#: \(source)")
        if !isTuple { parameters.append(ArityText.resultSelector(of: elements)) }
        let types = ArityText.each(count, generic)
        let line = "    public static func \(method)<\(types.joined(separator: ", "))>("
        let head =
            line.count <= 120
            ? line : "    public static func \(method)<\n\(ArityText.filled(types, indent: 8))\n    >("
        let element = isTuple ? "(\(elements.joined(separator: ", ")))" : "Element"
        let requirements = requirement.map { requirement in
            "\n    where\n\(ArityText.filled(ArityText.each(count, requirement), indent: 8))\n   "
        }
        let arguments = ArityText.each(count, observable) + (isTuple ? [] : ["resultSelector: resultSelector"])
        return """
            \(documentation.map { $0.isEmpty ? "    ///" : "    /// \($0)" }.joined(separator: "\n"))
                @inlinable
            \(head)
            \(ArityText.filled(parameters, indent: 8))
                ) -> \(resultType(of: element))\(requirements ?? "") {
                    let combined\(isTuple ? " = Observable<Any>" : ": Observable<Element> = ").\(method)(
            \(ArityText.filled(arguments, indent: 12)))
                    return \(wrapped)combined)
                }

            """
    }

    private func resultType(of element: String) -> String {
        let line = result.replacing("#", with: element)
        guard line.count > 112, let start = line.firstIndex(of: "<") else { return line }
        let arguments = result[start...].dropFirst().dropLast().components(separatedBy: ", ")
        let lines = ArityText.filled(arguments.map { $0.replacing("#", with: element) }, indent: 8)
        return "\(line[...start])\n\(lines)\n    >"
    }
}

extension TraitArityFamily {
    private static func infallible(
        _ file: String, _ method: String, isTuple: Bool, summary: String, details: [String]
    ) -> TraitArityFamily {
        TraitArityFamily(
            path: "RxInstrumented/Traits/Infallible/Infallible+\(file).swift",
            header: isTuple ? "extension InfallibleType where Element == Any" : "extension Infallible", method: method,
            summary: summary, details: details, generic: "I#: InfallibleType", source: "I#", element: "I#.Element",
            observable: "source#.asObservable()", result: "Infallible<#>", wrapped: "Infallible(", isTuple: isTuple)
    }

    static let infallibleCombineLatest = infallible(
        "CombineLatest", "combineLatest", isTuple: false,
        summary: "Combines the latest elements of # sequences, whenever one of them sends.",
        details: [
            "", "```swift",
            #"Infallible.combineLatest(width, height) { $0 * $1 }.subscribe(onNext: { print("area", $0) })"#, "```", "",
            "Nothing is sent until each sequence has sent an element.", "",
            "`resultSelector` must not throw: there would be nobody to take the error.",
        ])
    static let infallibleCombineLatestTuples = infallible(
        "CombineLatestTuple", "combineLatest", isTuple: true,
        summary: "Combines the latest elements of # sequences into a tuple, whenever one of them sends.",
        details: [
            "", "```swift",
            #"Infallible.combineLatest(width, height).subscribe(onNext: { print("size", $0, $1) })"#, "```", "",
            "Nothing is sent until each sequence has sent an element.",
        ])
    static let infallibleZip = TraitArityFamily(
        path: "RxInstrumented/Traits/Infallible/Infallible+Zip.swift", header: "extension InfallibleType",
        method: "zip",
        summary: "Combines the elements of # sequences by their position.",
        details: [
            "", "```swift", #"Infallible.zip(Infallible.of(1, 2), Infallible.of("a", "b")) { "\($0)\($1)" }"#,
            "    .subscribe(onNext: { print($0) })  // 1a 2b", "```", "",
            "`resultSelector` must not throw: there would be nobody to take the error.",
        ], generic: "E#", source: "Infallible<E#>", element: "E#", observable: "source#.source",
        result: "Infallible<#>",
        wrapped: "Infallible(", isTuple: false)

    private static func primitiveSequence(
        _ file: String, isTuple: Bool, summary: String, details: [String]
    ) -> TraitArityFamily {
        TraitArityFamily(
            path: "RxInstrumented/Traits/PrimitiveSequence/PrimitiveSequence+\(file).swift",
            header: "extension PrimitiveSequenceType where Trait: OneElementTrait"
                + (isTuple ? ", Element == Any" : ""),
            method: "zip", summary: summary,
            details: details, generic: "E#", source: "PrimitiveSequence<Trait, E#>", element: "E#",
            observable: "source#.source", result: "PrimitiveSequence<Trait, #>", wrapped: "PrimitiveSequence(raw: ",
            isTuple: isTuple)
    }

    private static let firstErrorEnds = [
        "The first error ends the whole, and so does a ``Maybe`` that completes without an element."
    ]

    static let primitiveSequenceZip = primitiveSequence(
        "Zip", isTuple: false, summary: "Makes a result of the elements of # sequences, once each has come.",
        details: [
            "", "```swift",
            #"Single.zip(Single.just(1), Single.just("a")) { "\($0)\($1)" }.subscribe(onSuccess: { print($0) })  // 1a"#,
            "```", "",
        ] + firstErrorEnds + ["", "An error that `resultSelector` throws is the sequence's."])
    static let primitiveSequenceZipTuples = primitiveSequence(
        "ZipTuple", isTuple: true, summary: "The elements of # sequences as a tuple, once each has come.",
        details: [
            "", "```swift",
            #"Single.zip(Single.just(1), Single.just("a")).subscribe(onSuccess: { print($0) })  // (1, "a")"#, "```",
            "",
        ] + firstErrorEnds)

    private static func sharedSequence(
        _ file: String, _ method: String, isTuple: Bool, summary: String, details: [String] = []
    ) -> TraitArityFamily {
        TraitArityFamily(
            path: "RxCocoa/SharedSequence/SharedSequence+\(file).swift",
            header: "public import RxInstrumented\n\nextension SharedSequenceConvertibleType"
                + (isTuple ? " where Element == Any" : ""), method: method, summary: summary, details: details,
            generic: "O#: SharedSequenceConvertibleType", source: "O#", element: "O#.Element",
            observable: "source#.asObservable()", result: "SharedSequence<SharingStrategy, #>",
            requirement: "O#.SharingStrategy == SharingStrategy", wrapped: "SharedSequence(", isTuple: isTuple)
    }

    static let sharedSequenceCombineLatest = sharedSequence(
        "CombineLatest", "combineLatest", isTuple: false,
        summary: "Combines the latest elements of # sequences, whenever one of them sends.",
        details: [
            "", "```swift",
            "Driver.combineLatest(name, password) { !$0.isEmpty && $1.count > 7 }.drive(button.rx.isEnabled)", "```",
            "",
            "Nothing is sent until each sequence has sent an element.", "",
            "`resultSelector` must not throw: there would be nobody to take the error.",
        ])
    static let sharedSequenceCombineLatestTuples = sharedSequence(
        "CombineLatestTuple", "combineLatest", isTuple: true,
        summary: "Combines the latest elements of # sequences into a tuple, whenever one of them sends.",
        details: ["", "Nothing is sent until each sequence has sent an element."])
    static let sharedSequenceZip = sharedSequence(
        "Zip", "zip", isTuple: false, summary: "Combines the elements of # sequences by their position.",
        details: ["", "`resultSelector` must not throw: there would be nobody to take the error."])
    static let sharedSequenceZipTuples = sharedSequence(
        "ZipTuple", "zip", isTuple: true,
        summary: "Combines the elements of # sequences by their position into tuples.",
        details: [
            "", "```swift", #"Driver.zip(Driver.of(1, 2), Driver.of("a", "b")).drive(onNext: { print($0) })"#,
            #"// (1, "a") (2, "b")"#, "```",
        ])
}
