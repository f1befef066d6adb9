import Foundation

/// The headers that a collector asks for, as `OTEL_EXPORTER_OTLP_HEADERS` tells them.
package enum OTLPHeaders {
    /// Those that this process's environment tells.
    package static var ofProcess: [String: String] { of(ProcessInfo.processInfo.environment) }

    /// Those that an environment tells: of traces alone, or of all that is posted.
    package static func of(_ environment: [String: String]) -> [String: String] {
        read(environment["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] ?? environment["OTEL_EXPORTER_OTLP_HEADERS"] ?? "")
    }

    /// Those of `name=value,name=value`, in which values are percent-encoded; what is none is passed over.
    package static func read(_ text: String) -> [String: String] {
        var headers: [String: String] = [:]
        for member in text.split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, !parts[0].isEmpty else { continue }
            let value = parts[1].removingPercentEncoding ?? parts[1]
            // A line end would begin another header.
            guard !(parts[0] + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
                continue
            }
            headers[parts[0]] = value
        }
        return headers
    }
}
