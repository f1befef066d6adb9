import Foundation

/// Asks the toolchain's `llvm-symbolizer`, which reads only the debug information of the units that addresses lie in.
///
/// Measured on a 22 MB debug binary: 30 addresses take it 30 ms of CPU, `Runtime` 500 ms; on one of 74 MB, 300 take it
/// 100 ms.
package final class LLVMSymbolizer {
    /// The contents of one line of its output.
    private struct Answer: Decodable {
        struct Symbol: Decodable {
            var file: String
            var function: String
            var line: Int

            private enum CodingKeys: String, CodingKey {
                case file = "FileName"
                case function = "FunctionName"
                case line = "Line"
            }
        }

        /// Innermost first; nil where it could not look.
        var symbols: [Symbol]?

        private enum CodingKeys: String, CodingKey {
            case symbols = "Symbol"
        }
    }

    private let path: String
    private var process: SymbolizerProcess?
    /// A tool that failed twice in a row is not asked again.
    private var failures = 0
    private static let addressesAtOnce = 512

    /// The path of the tool; nil where there is none, or nobody to make its names readable.
    package static let installed: String? = SwiftNames.demangle == nil ? nil : find(ProcessInfo.processInfo.environment)

    init(path: String) {
        self.path = path
    }

    /// The tool beside the `swiftc` of `PATH`, in `PATH`, or in the usual folder of a toolchain.
    static func find(_ environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        let compiler = folders.map { $0 + "/swiftc" }.first { access($0, X_OK) == 0 }
        let toolchain = compiler.flatMap { realpath($0, nil) }.map { found in
            defer { free(found) }
            return (String(cString: found) as NSString).deletingLastPathComponent
        }
        let name = "llvm-symbolizer"
        let all = (toolchain.map { [$0] } ?? []) + folders + ["/opt/swift/usr/bin"]
        return all.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }

    /// The frames of return addresses of an image whose file is there; nil where the tool does not tell.
    func frames(of addresses: [UInt64], in image: ProgramImage) -> [UInt64: [Symbolicator.Frame]]? {
        var frames: [UInt64: [Symbolicator.Frame]] = [:]
        // Such a path would end its line, or the quotes it stands in.
        guard failures < 2, !image.path.contains(where: { $0 == "\"" || $0.isNewline }) else { return nil }
        var rest = addresses[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.addressesAtOnce)
            rest = rest.dropFirst(part.count)
            guard let answers = ask(part, image.path) else {
                process = nil
                failures += 1
                return nil
            }
            for (address, answer) in zip(part, answers) { frames[address] = answer.map(Self.frame) }
        }
        failures = 0
        return frames
    }

    private func ask(_ addresses: ArraySlice<UInt64>, _ path: String) -> [[Answer.Symbol]]? {
        var request: [UInt8] = []
        for address in addresses {
            // A return address is that of the instruction behind the call.
            request += "CODE \"\(path)\" 0x\(String(address &- 1, radix: 16))\n".utf8
        }
        if process == nil { process = SymbolizerProcess(self.path) }
        guard let process, let text = process.answers(addresses.count, to: request) else { return nil }
        let lines = text.split(separator: UInt8(ascii: "\n"))
        guard lines.count == addresses.count else { return nil }
        let decoder = JSONDecoder()
        var answers: [[Answer.Symbol]] = []
        for line in lines {
            guard let symbols = try? decoder.decode(Answer.self, from: Data(line)).symbols else { return nil }
            answers.append(symbols)
        }
        return answers
    }

    /// Ends the helper, which the next question starts again.
    func stop() { process = nil }

    /// Whether a helper runs.
    var isAwake: Bool { process != nil }

    private static func frame(_ symbol: Answer.Symbol) -> Symbolicator.Frame {
        var frame = Symbolicator.Frame(function: SwiftNames.readable(symbol.function))
        if symbol.line > 0, Symbolicator.Frame.isSource(symbol.file) {
            frame.path = symbol.file
            frame.line = symbol.line
        }
        return frame
    }
}
