import CTraceBuffer
import Foundation
import TraceKit

/// Writes the recording of the whole process to the file `RXTRACE` names: JSON Lines if that ends in `.jsonl`, the JSON
/// document otherwise. Called as the process exits.
@_cdecl("trace_process_ends")
func writeProcessRecording() {
    guard let file = trace_process_file.map({ String(cString: $0) }) else { return }
    let name = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "process"
    let trace = Recording.ofProcess().end(scenario: name)
    let renderer: any TraceRenderer = file.hasSuffix(".jsonl") ? JSONLinesRenderer() : JSONRenderer()
    guard let output = fopen(file, "w") else {
        report("cannot write the trace to \(file): \(String(cString: strerror(errno))). Set RXTRACE to another path.")
        return
    }
    do {
        let text = TextOutput { bytes in
            if fwrite(bytes.baseAddress, 1, bytes.count, output) != bytes.count { throw WriteFailure(code: errno) }
        }
        try renderer.render(trace, to: text)
        try text.flush()
        if fclose(output) != 0 { throw WriteFailure(code: errno) }
    } catch {
        report("the trace in \(file) is not complete: \(error)")
    }
}

private struct WriteFailure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }
}

private func report(_ message: String) {
    FileHandle.standardError.write(Data("rxtrace: \(message)\n".utf8))
}
