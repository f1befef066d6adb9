import Foundation
import Testing

/// Sites that were looked up once are kept on disk, by the build they are of.
@Suite(.timeLimit(.generous)) struct SiteCacheTests {
    /// A recording of a copy of the command, which may be removed, and the command to read it with.
    private struct Recorded {
        let folder: TemporaryFolder
        var binary: String { folder.path("program") }
        var file: String { folder.path("recording.rxtrace") }

        init() throws {
            folder = try TemporaryFolder()
            // By a process of its own: a file that this one had open to write could not be run for as long as a child that
            // another test starts meanwhile has it open, too.
            let copied = try BuiltCommand.run([#require(BuiltCommand.path), binary], command: "/bin/cp")
            try #require(copied.status == 0, "\(copied.errors)")
            let result = try BuiltCommand.run(
                ["list"], command: binary, environment: ["XDG_CACHE_HOME": folder.path("unused")])
            try #require(result.status == 0)
            // By the program itself: what the command records has its places in it.
            let recorded = try BuiltCommand.run(
                ["json", "observe-on"], command: binary,
                environment: ["XDG_CACHE_HOME": folder.path("unused"), "RXTRACE": file])
            try #require(recorded.status == 0, "\(recorded.errors)")
        }

        func tree(cache: String = "cache") throws -> BuiltCommand.Result {
            let path = cache.hasPrefix("/") ? cache : folder.path(cache)
            return try BuiltCommand.run(["tree", file], environment: ["XDG_CACHE_HOME": path])
        }

        var cacheFile: String {
            get throws {
                let sites = folder.path("cache/rxtrace/sites")
                // The libraries' files are smaller: nothing is known of them but names.
                let files = try FileManager.default.contentsOfDirectory(atPath: sites).map { "\(sites)/\($0)" }
                return try #require(files.max { Self.size($0) < Self.size($1) })
            }
        }

        static func size(_ path: String) -> Int {
            (try? Data(contentsOf: URL(filePath: path)))?.count ?? 0
        }
    }

    private static func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func placesOutliveTheProgram() throws {
        let recorded = try Recorded()
        let before = try recorded.tree()
        #expect(before.output.contains("samples/ObserveOn.swift:12") && before.errors.isEmpty)
        #expect(try Self.permissions(recorded.cacheFile) == 0o600)
        #expect(try Self.permissions(recorded.folder.path("cache/rxtrace/sites")) == 0o700)

        try FileManager.default.removeItem(atPath: recorded.binary)
        let gone = try recorded.tree()
        #expect(gone.status == 0 && gone.output == before.output)
        #expect(gone.errors.isEmpty)
        let unknown = try recorded.tree(cache: "other")
        #expect(unknown.status == 0 && !unknown.output.contains("ObserveOn.swift"))
        #expect(unknown.errors.contains("program is gone") && unknown.errors.contains("`rxtrace pack FILE`"))
        #expect(unknown.errors.split(separator: "\n").count == 1)
    }

    @Test func aProgramThatWasBuiltAnewIsNotAsked() throws {
        let recorded = try Recorded()
        let before = try recorded.tree()
        try FileManager.default.removeItem(atPath: recorded.binary)
        try FileManager.default.copyItem(
            atPath: URL(filePath: "/bin/sh").resolvingSymlinksInPath().path(percentEncoded: false),
            toPath: recorded.binary)
        let rebuilt = try recorded.tree()
        #expect(rebuilt.status == 0 && rebuilt.output == before.output)
        #expect(rebuilt.errors.isEmpty)
        let unknown = try recorded.tree(cache: "other")
        #expect(unknown.errors.contains("built anew") && unknown.errors.split(separator: "\n").count == 1)
        #expect(try !recorded.tree(cache: "other").output.contains("ObserveOn.swift"))
    }

    @Test func aDamagedCacheIsMadeAgain() throws {
        let recorded = try Recorded()
        let before = try recorded.tree()
        let path = try recorded.cacheFile
        let whole = try Data(contentsOf: URL(filePath: path))
        for place in [0, 7, 8, 12, 17, whole.count / 3, whole.count / 2, whole.count - 1] {
            var flipped = whole
            flipped[place] ^= 0x11
            for damaged in [flipped, whole.prefix(place), flipped + Data([1, 2, 3])] {
                try damaged.write(to: URL(filePath: path))
                let read = try recorded.tree()
                #expect(read.output == before.output && read.errors.isEmpty, "damaged at \(place)")
            }
        }
        // It is whole again: it has all that the program is asked for.
        try FileManager.default.removeItem(atPath: recorded.binary)
        #expect(try recorded.tree().output == before.output)
    }

    @Test func aCacheThatCannotBeKeptIsDoneWithout() throws {
        let recorded = try Recorded()
        let before = try recorded.tree()
        #expect(try recorded.tree(cache: "/dev/null").output == before.output)
        // A file that others may write to is not believed.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: recorded.folder.path("cache/rxtrace/sites"))
        let open = try recorded.tree()
        #expect(open.output == before.output && open.errors.isEmpty)
        try FileManager.default.removeItem(atPath: recorded.binary)
        #expect(try !recorded.tree().output.contains("ObserveOn.swift"))
    }

    @Test func commandsAtOnceKeepWhatEachOfThemFinds() async throws {
        let recorded = try Recorded()
        let outputs = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { try recorded.tree().output } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(outputs).count == 1 && outputs[0].contains("samples/ObserveOn.swift:12"))
        try FileManager.default.removeItem(atPath: recorded.binary)
        #expect(try recorded.tree().output == outputs[0])
    }
}
