import Foundation
import Testing

/// Recordings of version 1, made when that was today's, read as they did then.
@Suite struct OlderRecordingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Recordings/version-1").standardizedFileURL

    @Test(arguments: ["connectable", "filtered", "flat-map-latest", "map-filter", "observe-on", "take-until"])
    func versionOneReads(name: String) throws {
        let file = Self.folder.appending(path: "\(name).rxtrace")
        #expect(try Data(contentsOf: file)[7] == 1)
        let result = try BuiltCommand.run(["json", file.path(percentEncoded: false)])
        try #require(result.status == 0, "\(result.errors)")
        var read = try JSONDecoder().decode(FormatDocument.self, from: Data(result.output.utf8))
        // Of the filtered one's other calls, none does anything of note.
        #expect(read.nodes.contains { $0.roles != nil || $0.owner != nil } == (name != "filtered"))
        let isTold = read.closures?.contains { $0.label == "onNext" && $0.kinds == ["next"] } ?? false
        #expect(isTold == (name != "filtered"))
        // Today's reader finds by the types' names and by labels the facts that the version does not tell.
        read.closures = nil
        for index in read.nodes.indices {
            read.nodes[index].roles = nil
            read.nodes[index].owner = nil
        }
        let then = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
        #expect(read == (try JSONDecoder().decode(FormatDocument.self, from: then)))
    }
}
