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

/// A terminal without a screen.
private final class PseudoTerminal {
    let descriptor: Int32
    private let controller: Int32

    init() throws {
        #if os(Linux)
            // Glibc's module leaves out posix_openpt and its family; these are the requests it makes of the system.
            controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (number, unlocked): (Int32, Int32) = (0, 0)
            let (unlock, askForNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            try #require(ioctl(controller, unlock, &unlocked) == 0 && ioctl(controller, askForNumber, &number) == 0)
            let name = "/dev/pts/\(number)"
        #else
            controller = posix_openpt(O_RDWR | O_NOCTTY)
            try #require(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0)
            let name = String(cString: try #require(ptsname(controller)))
        #endif
        descriptor = open(name, O_RDWR | O_NOCTTY)
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
        close(controller)
    }

    func setWidth(_ columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }
}
