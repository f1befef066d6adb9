import Testing

@testable import rxtrace

struct NearestWordTests {
    @Test(arguments: [
        ("jsno", "json"), ("JSON", "json"), ("lits", "list"), ("creat-subscribe", "create-subscribe"),
        ("create", "create-subscribe"),
    ])
    func aSlipOfTheFingersIsUnderstood(word: String, meant: String) {
        #expect(NearestWord.find(word, among: ["tree", "json", "list", "create-subscribe"]) == meant)
    }

    @Test func whatIsTooFarOffIsNotOffered() {
        for word in ["", "x", "zzzz", String(repeating: "tree", count: 10_000)] {
            #expect(NearestWord.find(word, among: ["tree", "json", "list"]) == nil)
        }
    }

    @Test func distanceCountsEditsAndSwaps() {
        #expect(NearestWord.distance(Array("kitten"), Array("sitting")) == 3)
        #expect(NearestWord.distance(Array("ab"), Array("ba")) == 1)
        #expect(NearestWord.distance([], Array("abc")) == 3)
    }
}
