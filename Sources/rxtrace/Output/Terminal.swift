import Foundation

/// The abilities of the place of output.
struct Terminal {
    let isTerminal: Bool
    /// The columns of a line; nil where lines may have any length.
    let width: Int?
    private let environment: [String: String]

    /// - Parameter descriptor: where the rendering goes; nil for a file, which is no terminal.
    init(descriptor: Int32?, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
        isTerminal = descriptor.map { isatty($0) == 1 } ?? false
        guard isTerminal, let descriptor else {
            width = nil
            return
        }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns = isKnown ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) }
        width = columns.map { min(max(20, $0), 100_000) }
    }

    /// Whether colour may be used without being asked for: see no-color.org.
    var allowsColor: Bool {
        isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
}

/// The words of `--color`.
enum ColorChoice: String, CaseIterable {
    case auto, always, never

    func usesColor(on terminal: Terminal) -> Bool {
        switch self {
        case .auto: terminal.allowsColor
        case .always: true
        case .never: false
        }
    }
}
