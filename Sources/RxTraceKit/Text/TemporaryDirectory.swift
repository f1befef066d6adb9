import Foundation

/// A folder of its own that nobody else can look into; it goes with the last reference to it.
package final class TemporaryDirectory {
    private let folder: String

    /// - Parameter parent: where it lies; nil for the system's place for such.
    /// - Throws: ``OutputError``.
    package init(in parent: String? = nil, named name: String = "rxtrace") throws {
        let place = parent ?? FileManager.default.temporaryDirectory.path(percentEncoded: false)
        var template = Array("\(place)/\(name).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw OutputError("'\(place)'", wayOut: "Free some space or set TMPDIR to another folder.")
        }
        folder = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? place }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    package func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Gives the folder another name, where nothing else has it; it then stays.
    package func move(to path: String) -> Bool { rename(folder, path) == 0 }
}
