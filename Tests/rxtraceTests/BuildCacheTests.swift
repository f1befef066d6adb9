import Foundation
import Testing

@testable import rxtrace

struct BuildCacheTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["XDG_CACHE_HOME": folder.path("")]
    }

    private func store(_ cache: BuildCache, _ key: String, _ content: String) throws {
        let work = try cache.workFolder()
        try Data(content.utf8).write(to: URL(filePath: work.path("program")))
        chmod(work.path("program"), 0o755)
        cache.store(work, key, named: "program")
    }

    private func use(_ key: String, secondsAgo: TimeInterval) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: folder.path("rxtrace/\(key)"))
    }

    @Test func whatIsStoredIsFoundAndTheFirstStays() throws {
        let cache = try #require(BuildCache(environment: environment))
        #expect(cache.executable("key", named: "program") == nil)
        try store(cache, "key", "first")
        try store(cache, "key", "second")
        let program = try #require(cache.executable("key", named: "program"))
        #expect(try String(contentsOfFile: program.path, encoding: .utf8) == "first")
        #expect(cache.executable("other", named: "program") == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("rxtrace")) == ["key"])
    }

    @Test func whatWasNotUsedForTheLongestTimeGoesFirst() throws {
        let cache = try #require(BuildCache(environment: environment, limit: 60))
        for key in ["a", "b"] { try store(cache, key, "ten bytes.") }
        try use("a", secondsAgo: 1000)
        try use("b", secondsAgo: 2000)
        try store(cache, "c", "ten bytes.")
        #expect(cache.executable("b", named: "program") == nil)
        #expect(cache.executable("a", named: "program") != nil)
        // All three were used just now: somebody may be about to run any of them.
        try store(cache, "d", "ten bytes.")
        for key in ["a", "c", "d"] { #expect(cache.executable(key, named: "program") != nil) }
    }

    @Test func whatIsInUseStays() throws {
        let cache = try #require(BuildCache(environment: environment, limit: 1))
        try store(cache, "a", "ten bytes.")
        let building = try cache.workFolder()
        var program = cache.executable("a", named: "program")
        var lock = UsedFolder(building.path(""))
        #expect(program != nil && lock != nil)
        let folderOfBuild = building.path("").split(separator: "/").last.map(String.init) ?? ""
        for key in ["a", folderOfBuild] { try use(key, secondsAgo: 2000) }
        try store(cache, "b", "ten bytes.")
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: folder.path("rxtrace"))) == [
                "a", "b", folderOfBuild,
            ])
        (program, lock) = (nil, nil)
        try store(cache, "c", "ten bytes.")
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path("rxtrace"))) == ["b", "c"])
    }

    @Test func placesStayWhenTheirProgramGoes() throws {
        let cache = try #require(BuildCache(environment: environment, limit: 1))
        let sites = folder.path("rxtrace/sites")
        try FileManager.default.createDirectory(atPath: sites, withIntermediateDirectories: true)
        try Data("places of the program's lines".utf8).write(to: URL(filePath: "\(sites)/0123456789abcdef"))
        try store(cache, "a", "ten bytes.")
        for key in ["a", "sites"] { try use(key, secondsAgo: 2000) }
        try store(cache, "b", "ten bytes.")
        #expect(cache.executable("a", named: "program") == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sites) == ["0123456789abcdef"])
    }

    @Test func aFolderThatOthersMayWriteIsNotUsed() throws {
        let cache = try #require(BuildCache(environment: environment))
        try store(cache, "key", "built")
        chmod(folder.path("rxtrace"), 0o777)
        #expect(BuildCache(environment: environment) == nil)
        chmod(folder.path("rxtrace"), 0o700)
        #expect(BuildCache(environment: environment)?.executable("key", named: "program") != nil)
        // A link may lead into somebody else's folder.
        let elsewhere = folder.path("elsewhere")
        try FileManager.default.moveItem(atPath: folder.path("rxtrace"), toPath: elsewhere)
        #expect(symlink(elsewhere, folder.path("rxtrace")) == 0)
        #expect(BuildCache(environment: environment) == nil)
    }

    @Test(arguments: ["changed", "writable by others", "without its checksum"])
    func aProgramThatIsNotAsItWasBuiltIsNotUsed(how: String) throws {
        let cache = try #require(BuildCache(environment: environment))
        try store(cache, "key", "built")
        let program = folder.path("rxtrace/key/program")
        switch how {
        case "changed": try Data("planted".utf8).write(to: URL(filePath: program))
        case "writable by others": chmod(program, 0o722)
        default: unlink(folder.path("rxtrace/key/.checksum"))
        }
        #expect(cache.executable("key", named: "program") == nil)
        // It makes room for another.
        try store(cache, "key", "built again")
        #expect(cache.executable("key", named: "program") != nil)
    }

    @Test func withoutAPlaceThereIsNone() {
        #expect(BuildCache(environment: [:]) == nil)
        // There the compiler is given one: it would look for the user's home by itself, which need not be there.
        #expect(!BuildCache.isPlaced(environment: [:]))
        #expect(BuildCache.isPlaced(environment: ["HOME": "/nonexistent"]))
        #expect(BuildCache.isPlaced(environment: ["CLANG_MODULE_CACHE_PATH": "/tmp"]))
        #expect(BuildCache(environment: ["XDG_CACHE_HOME": "/dev/null"]) == nil)
    }

    @Test func whatMovesFromOnePartToTheNextChangesTheKey() {
        func key(_ parts: String...) -> String {
            var key = ContentKey()
            for part in parts { key.add(part) }
            return key.text
        }
        #expect(key("ab", "c") != key("a", "bc"))
        #expect(key("ab") == key("ab"))
        #expect(key("") != key())
        #expect(key("ab").count == 32)
    }
}
