import CRxTraceCommand
import Foundation
import RxTraceKit

/// The whole of a terminal, taken over until it is left: its own page, no cursor, keys as they are pressed.
///
/// It is given back as it was by ``leave()``, and by a fault of this process. Nothing can be done about SIGKILL: `reset`
/// brings a terminal back then.
final class TerminalScreen {
    struct Size: Equatable {
        var columns: Int
        var rows: Int
    }

    /// Own page, no cursor, no lines that go on in the next one; and back.
    private static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    /// Clicks and the wheel are told as keys are.
    private static let beginMouse = "\u{1B}[?1000h\u{1B}[?1006h"
    private static let endMouse = "\u{1B}[?1006l\u{1B}[?1000l"
    private static let endBytes: [CChar] = Array(
        "\(endMouse)\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8CString)
    /// The same in memory that a signal's handler may read at any time.
    nonisolated(unsafe) private static let end: UnsafeMutablePointer<CChar>? = endBytes.withUnsafeBufferPointer {
        $0.baseAddress.flatMap { strdup($0) }
    }

    /// Where keys come from; -1 where there is no keyboard.
    let input: Int32
    private let output: DescriptorWriter
    private let usesColor: Bool
    private let isOwner: Bool
    private let usesMouse: Bool
    private var mode = termios()
    private var isEntered = false
    private var shown: [String] = []

    /// nil where `output` is no terminal that can be drawn on.
    init?(
        output: DescriptorWriter, usesColor: Bool, usesMouse: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard isatty(output.descriptor) == 1, environment["TERM"] != "dumb" else { return nil }
        self.output = output
        self.usesColor = usesColor
        self.usesMouse = usesMouse
        isOwner = isatty(STDIN_FILENO) != 1
        input = isOwner ? open("/dev/tty", O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    }

    deinit {
        leave()
        if isOwner, input >= 0 { close(input) }
    }

    /// How large it is now.
    var size: Size {
        var size = winsize()
        let isKnown = ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? Size(columns: Int(size.ws_col), rows: Int(size.ws_row)) : Size(columns: 80, rows: 24)
    }

    func enter() throws {
        guard !isEntered else { return }
        // Nothing else is drawn from now on.
        Progress.shared.end()
        if input >= 0, tcgetattr(input, &mode) == 0 {
            rxtrace_command_guard_terminal(input, &mode, nil)
            var raw = mode
            // Keys come one by one, unseen. Ctrl-C and Ctrl-Z stay signals.
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(input, TCSANOW, &raw)
            if let end = Self.end { rxtrace_command_guard_terminal(output.descriptor, &mode, end) }
        }
        isEntered = true
        shown = []
        try output.write(Self.begin + (usesMouse ? Self.beginMouse : ""))
    }

    /// Gives the terminal back. It may be entered again.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        if let end = Self.end { try? output.write(String(cString: end)) }
        if input >= 0 {
            // What was typed for the screen is no command for the shell.
            tcsetattr(input, TCSAFLUSH, &mode)
        }
        rxtrace_command_guard_terminal(output.descriptor, &mode, nil)
    }

    /// Draws everything anew next time, whatever is on the terminal.
    func forget() { shown = [] }

    /// Shows lines from the top, which fit; only those that changed are written.
    func show(_ lines: [ScreenLine]) throws {
        let size = size
        var text = shown.isEmpty ? "\u{1B}[0m\u{1B}[2J" : ""
        var rows: [String] = []
        for row in 0..<size.rows {
            let line = row < lines.count ? lines[row].fitted(size.columns).text(usesColor: usesColor) : ""
            rows.append(line)
            if row < shown.count, shown[row] == line { continue }
            // Erased before it is drawn: behind a line that fills the screen, the cursor stands on its last character.
            text += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)"
        }
        shown = rows
        if !text.isEmpty { try output.write(text) }
    }
}
