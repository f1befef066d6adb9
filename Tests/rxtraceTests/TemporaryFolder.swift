import Foundation

/// A folder that goes when its test ends.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "rxtrace-test-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String {
        (name.isEmpty ? url : url.appending(path: name)).path(percentEncoded: false)
    }
}
