import Foundation

/// The address that spans are posted to.
package enum OTLPAddress {
    /// Where a collector takes them, unless the address says another path.
    package static let path = "/v1/traces"

    /// The parts of a URL of a collector, with ``path`` where it has none; nil for one of another scheme, or of no host.
    package static func parts(of url: String, schemes: [String]) -> URLComponents? {
        guard var parts = URLComponents(string: url), schemes.contains(parts.scheme?.lowercased() ?? ""),
            parts.host?.isEmpty == false
        else { return nil }
        if parts.path.isEmpty || parts.path == "/" { parts.path = path }
        return parts
    }
}
