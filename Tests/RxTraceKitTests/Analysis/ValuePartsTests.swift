import Testing

@testable import RxTraceKit

struct ValuePartsTests {
    @Test(arguments: [
        ("(1, \"a, b\")", ["1", "a, b"]), ("Photo(id: 1, delay: 90)", ["1", "90"]), ("rx", ["rx"]), ("\"rx\"", ["rx"]),
        ("[1, 2]", ["[1, 2]"]), ("(1, [2, 3], Size(w: 4, h: 5))", ["1", "[2, 3]", "Size(w: 4, h: 5)"]),
        ("(\"say \\\"a, b\\\"\", 2)", ["say \\\"a, b\\\"", "2"]), ("(1, \"https://a\")", ["1", "https://a"]),
        ("names(1)", ["1"]), ("()", [""]), (")", [")"]), ("Photo(id: 1, del…", ["Photo(id: 1, del…"]), ("", [""]),
    ])
    func aTextIsTakenApart(_ text: String, _ parts: [String]) {
        #expect(ValueParts.of(text) == parts)
    }
}
