import Testing

/// The check of the folders can fail: made-up files that break each rule.
@Suite struct FolderGraphTests {
    private func graph(_ files: [String: String]) -> FolderGraph {
        FolderGraph(files.map { SwiftFile(path: $0.key, source: $0.value) })
    }

    @Test func circleIsToldWithFileLineAndSymbol() {
        let graph = graph([
            "Model/Call.swift": "struct Call {\n    var text: String { Count.of(1) }\n}",
            "Text/Count.swift": "enum Count {\n    static func of(_ call: Int) -> String { \"\" }\n}",
            "Text/Line.swift": "\nstruct Line { var call: Call }",
        ])
        #expect(
            graph.circles == [
                "Model/Call.swift:2 names Count of Text/Count.swift",
                "Text/Line.swift:2 names Call of Model/Call.swift",
            ])
        #expect(graph.faults(against: ["Text", "Model"]) == ["Text/Line.swift:2 names Call of Model/Call.swift"])
    }

    @Test func circleOfThreeFoldersIsFound() {
        let files = [
            "A/A.swift": "class A { let b: B? }", "B/B.swift": "class B { let c: C? }", "C/C.swift": "class C {}",
        ]
        #expect(graph(files).circles.isEmpty)
        #expect(graph(files.merging(["C/C.swift": "class C { let a: A? }"]) { $1 }).circles.count == 3)
    }

    @Test func folderBelowAnotherMayBeALayerOfItsOwn() {
        let graph = graph([
            "Runtime/Locks/Lock.swift": "struct Lock {}", "Runtime/Gate.swift": "struct Gate { let lock: Lock }",
        ])
        #expect(graph.faults(against: ["Runtime/Locks", "Runtime"]) == [])
        #expect(graph.faults(against: ["Runtime", "Runtime/Locks"]).count == 1)
    }

    @Test func folderInNoLayerIsAFault() {
        let faults = graph(["New/A.swift": "struct A {}"]).faults(against: ["Text"])
        #expect(faults == ["New has no place in [\"Text\"]"])
    }

    @Test(arguments: [
        "let x = [A]()", "let x: Other.A", "func f(_ a: borrowing A) {}", "let x = \"\\(A.self)\"",
        "let x = #\"\\#(A())\"#", "let x = y.added", "extension A {}", "let x = made()", "let x = \"\\(\"\\(A())\")\"",
    ])
    func usesAreFound(source: String) {
        let other = "struct A {}\nextension Int { var added: Int { 1 } }\nfunc made() -> Int { 1 }"
        #expect(graph(["One/File.swift": source, "Two/A.swift": other]).uses.count == 1)
    }

    @Test(arguments: [
        "// A", "/* A /* A */ A */", "let x = \"A \\\" A\"", "let x = \"\"\"\n    A \"A\" A\n    \"\"\"",
        "let x = #\"A \\(A)\"#", "func f<A>(_ x: A) {}", "struct B { struct A {}; let a: A }", "private enum A {}",
        "func f(made: Int) { f(made: 1) }", "let added = 1\nlet x = y.added", "let x = AB()", "let x = y.map(z)",
    ])
    func otherThingsAreNoUses(source: String) {
        let other =
            "struct A {}\nextension Int { var added: Int { 1 }; func map(_ x: Int) {} }\nfunc made() -> Int { 1 }"
        #expect(graph(["One/File.swift": source, "Two/A.swift": other]).uses.isEmpty)
    }

    @Test func privateAndNestedNamesAreNoOtherFiles() {
        let graph = graph([
            "One/File.swift": "let x: (State, Inner)",
            "Two/A.swift": "private struct State {}\nstruct A {\n    struct Inner {}\n}",
        ])
        #expect(graph.uses.isEmpty)
    }

    @Test func nestedTypeOfAnExtensionCounts() {
        let graph = graph([
            "One/File.swift": "let x: Trace.Finding",
            "Two/A.swift": "extension Trace {\n    public struct Finding {}\n}",
        ])
        #expect(graph.uses.count == 1)
    }
}
