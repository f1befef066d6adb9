import Foundation
import RxTraceKit

/// Where spans are posted: a collector's `/v1/traces`, with the headers it asks for.
struct CollectorAddress: Equatable {
    let url: URL
    let headers: [String: String]

    /// Where a collector of this machine listens.
    private static let usual = "http://localhost:4318"

    /// - Parameters:
    ///   - word: a URL, whose path is `/v1/traces` where it has none, or `env` for that of the environment.
    ///   - environment: in which OpenTelemetry's variables count.
    /// - Throws: ``CommandFailure`` of wrong usage.
    init(_ word: String, environment: [String: String]) throws {
        var text = word
        if word == "env" {
            text = environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? Self.base(environment) + OTLPAddress.path
        }
        guard let parts = OTLPAddress.parts(of: text, schemes: ["http", "https"]) else {
            throw CommandFailure.usage(
                "'\(text)' is no URL of a collector. Give one such as \(Self.usual), or env for that of "
                    + "OTEL_EXPORTER_OTLP_ENDPOINT.")
        }
        guard let url = parts.url else {
            throw CommandFailure.usage("'\(text)' is no URL of a collector. Give one such as \(Self.usual).")
        }
        self.url = url
        headers = OTLPHeaders.of(environment)
    }

    private static func base(_ environment: [String: String]) -> String {
        var base = environment["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? usual
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }

    /// The URL for people, without the name and the password that it may hold.
    var description: String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url.absoluteString }
        parts.user = nil
        parts.password = nil
        return parts.string ?? url.absoluteString
    }
}
