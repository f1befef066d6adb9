import RxTraceExploring
import Testing

@testable import rxtrace

@Suite struct ThreadOrderTests {
    @Test(arguments: [
        "usual", "0", "3b.0", "12c.4.0.7z", "r17", "p17.2.300", "usual-00ff", "3b.0-9c2e", "r0-1234", "e3b.0-9c2e",
        "eusual", "er17", "s3", "efq3b.0-9c2e",
        "squsual", "sfp1.2.3", "v0c1a7f:3b.0-9c2e", "ev0c1:usual",
    ])
    func aTokenNamesOneOrder(token: String) throws {
        let order = try #require(ThreadOrder(token: token))
        #expect(order.token == token)
        var unchecked = order
        unchecked.check = nil
        #expect(ThreadOrder(variable: order.variable) == unchecked)
    }

    @Test(arguments: ["", "list", "lists:3", "list:x", "random:x", "each-", "races-0c:list:", "races-0c1"])
    func aVariableThatAsksForNoneIsRefused(value: String) {
        #expect(ThreadOrder(variable: value) == nil)
    }

    @Test(arguments: [
        "", "x", "3bb", "3.", ".3", "b3", "r", "r-1x", "p1.2", "p1.2.3.4", "ee3", "fs3", "3-", "3-xyz", "3-1-2",
        "3-12345", "v3b.0", "v0c:usual", "v:usual", "v0c1usual", "v0c1:",
    ])
    func aWordThatIsNoneIsRefused(token: String) {
        #expect(ThreadOrder(token: token) == nil)
    }

    @Test func aNumberCountsTheTurnsThatGoAsUsual() throws {
        let order = try #require(ThreadOrder(token: "3b.0.2-00ff"))
        #expect(order.changes == [.init(turn: 3, choice: 2), .init(turn: 4, choice: 1), .init(turn: 7, choice: 1)])
        #expect(order.check == 0xff)
        #expect(order.variable == "list:3b.0.2")
        #expect(ThreadOrder.usual.variable == "list:")
        #expect(ThreadOrder(token: "p17.2.300")?.variable == "depth:17:2:300")
        #expect(ThreadOrder(token: "e3b.0")?.variable == "each-list:3b.0")
        #expect(ThreadOrder(token: "d3b.0")?.variable == "parts-list:3b.0")
        #expect(ThreadOrder(token: "l3b.0")?.variable == "locks-list:3b.0")
        #expect(ThreadOrder(token: "v0c1a7f:3b.0")?.variable == "races-0c1a7f-list:3b.0")
        #expect(ThreadOrder(token: "ev0c1:usual")?.variable == "each-races-0c1-list:")
        #expect(ThreadOrder(token: "sfq3b.0")?.variable == "begins-ends-drops-list:3b.0")
    }
}
