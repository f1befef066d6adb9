import Foundation
import Testing

@testable import rxtrace

struct TerminalTests {
    @Test func whatIsNoTerminalHasNeitherWidthNorColor() {
        let file = Terminal(descriptor: nil, environment: ["COLUMNS": "80"])
        #expect(!file.isTerminal)
        #expect(file.width == nil)
        #expect(!ColorChoice.auto.usesColor(on: file))
        #expect(ColorChoice.always.usesColor(on: file))
        #expect(!ColorChoice.never.usesColor(on: file))
    }

    @Test func aTerminalIsAskedForItsWidthAndThenTheEnvironment() throws {
        let pseudoTerminal = try PseudoTerminal()
        let environment = ["COLUMNS": "90"]
        #expect(Terminal(descriptor: pseudoTerminal.descriptor, environment: environment).width == 90)
        pseudoTerminal.setWidth(60)
        #expect(Terminal(descriptor: pseudoTerminal.descriptor, environment: environment).width == 60)
        pseudoTerminal.setWidth(3)
        #expect(Terminal(descriptor: pseudoTerminal.descriptor, environment: environment).width == 20)
    }

    @Test func aTerminalHasColorUnlessTheUserWantsNone() throws {
        let pseudoTerminal = try PseudoTerminal()
        func color(_ environment: [String: String]) -> Bool {
            ColorChoice.auto.usesColor(on: Terminal(descriptor: pseudoTerminal.descriptor, environment: environment))
        }
        #expect(color(["TERM": "xterm"]))
        #expect(color(["NO_COLOR": ""]))
        #expect(!color(["NO_COLOR": "1"]))
        #expect(!color(["TERM": "dumb"]))
    }
}
