@testable import RxTraceKit

/// Trace documents and JSON Lines, in blocks of any length.
enum DocumentTarget: FuzzTarget {
    static func read(_ bytes: [UInt8]) {
        var rest = bytes[...]
        let size = 1 + bytes.count % 97
        let trace = try? TraceReader.read(named: "fuzzed") {
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : Array(rest.prefix(size))
        }
        guard let trace else { return }
        for renderer in [JSONRenderer(), JSONLinesRenderer()] as [any TraceRenderer] {
            // Roles and kinds that an older trace does not tell are added to it.
            let again = try? TraceReader.read(renderer.string(from: trace), named: "again")
            require(again?.calls == trace.calls, "calls change on the way")
            require(again?.subscriptions == trace.subscriptions, "subscriptions change on the way")
        }
        SourceReadings.read(TraceInMemory(trace), choice: bytes.count)
    }
}
