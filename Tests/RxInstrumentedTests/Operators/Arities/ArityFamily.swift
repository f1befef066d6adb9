/// An operator that RxSwift declares once for each number of sources from two to eight, and the text of its files.
///
/// Swift 6.3's parameter packs would need no such text, but they are not specialised: an element costs three times as
/// much, and a tuple of a pack inside a class crashes the compiler. So only what must be written per number is generated,
/// the declarations; what they do is written once, in `JointSink` and its kind.
struct ArityFamily {
    static let numbers = 2...8
    static let all = [zip, combineLatest]

    /// The method's name, and the name of the class it makes without the number.
    let method: String
    let type: String
    /// The first lines of the documentation; `#` stands for the number in words.
    let summary: String
    let tupleSummary: String
    let details: [String]
    /// The example for two sources: the lines before, the sources, and the results of both forms.
    let before: [String]
    let sources: String
    let after: [String]
    let results: (closure: String, combined: String, tuples: String)

    static let zip = ArityFamily(
        method: "zip", type: "Zip",
        summary: "Combines the elements of # sources by their position.",
        tupleSummary: "Combines the elements of # sources by their position into tuples.",
        details: [
            "An element waits until each other source has sent its own. The sequence completes when all sources",
            "have, and fails with the first that fails.",
        ],
        before: [], sources: #"Observable.of(1, 2, 3), Observable.of("a", "b")"#, after: [],
        results: (#"{ "\($0)\($1)" }"#, "1a 2b", #"(1, "a") (2, "b")"#))

    static let combineLatest = ArityFamily(
        method: "combineLatest", type: "CombineLatest",
        summary: "Combines the latest elements of # sources, whenever one of them sends.",
        tupleSummary: "Combines the latest elements of # sources into a tuple, whenever one of them sends.",
        details: [
            "Nothing is sent until each source has sent an element. The sequence completes when all sources have,",
            "and fails with the first that fails. Sources may send on several threads; the results come one by one.",
        ],
        before: ["let numbers = PublishSubject<Int>()", "let letters = PublishSubject<String>()"],
        sources: "numbers, letters",
        after: ["numbers.onNext(1)", #"letters.onNext("a")"#, "numbers.onNext(2)"],
        results: (#"{ "\($0)\($1)" }"#, "1a 2a", #"(1, "a") (2, "a")"#))

    /// The text of each file, by its path below `Sources`.
    var files: [String: String] {
        let folder = "RxInstrumented/Operators"
        return [
            "\(folder)/\(type)/\(type).swift": "extension ObservableType {\n" + joined(combining) + "}\n",
            "\(folder)/\(type)/\(type)Tuples.swift": "extension ObservableType where Element == Any {\n"
                + joined(tuples) + "}\n",
            "\(folder)/\(type)/\(type)Producers.swift": joined(producer),
        ].mapValues { "// Written by ArityFamily: change it there, then `make arities`.\n\n" + $0 }
    }

    private func joined(_ declarations: (Int) -> String) -> String {
        Self.numbers.map(declarations).joined(separator: "\n")
    }
}
