import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// Where a page says how many there are of something, that many there are.
@Suite struct StatedNumbersTests {
    struct Statement: CustomTestStringConvertible, Sendable {
        var page: String
        var text: String

        var testDescription: String { "\(page): \(text)" }
    }

    static let statements = [
        Statement(page: "README.md", text: "| \(Lint.definitions.count) kinds of fault, each with its evidence"),
        Statement(
            page: "README.md",
            text:
                "create, subscribe, run, on, forwardOn, onCore, dispose and \(word(Trace.Operation.allCases.count - 7)) more"
        ),
        Statement(
            page: "docs/orders.md", text: "\(OrderPrograms.all.count) programs of ten to twenty lines, with outcomes"),
        Statement(
            page: "docs/orders.md",
            text: "\(OrderPrograms.all.count { $0.outcomeCount == 1 }) have one outcome only"),
    ]

    private static func word(_ number: Int) -> String {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .spellOut
        return formatter.string(from: number as NSNumber) ?? "\(number)"
    }

    @Test(arguments: statements) func aPageSaysHowManyThereAre(statement: Statement) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: statement.page), encoding: .utf8)
        #expect(page.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(statement.text))
    }
}
