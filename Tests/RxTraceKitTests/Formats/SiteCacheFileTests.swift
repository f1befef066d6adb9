import Foundation
import Testing

@testable import RxTraceKit

/// The file of places that were looked up, by one that adds to it again after others have had it.
@Suite struct SiteCacheFileTests {
    /// What others do to the file between two additions.
    enum Change: CaseIterable {
        case none, removed, begunAnew, added, cut, changedInside

        func make(to path: String, in folder: SiteCacheFolder) throws {
            switch self {
            case .none: break
            case .removed: try FileManager.default.removeItem(atPath: path)
            case .begunAnew:
                try FileManager.default.removeItem(atPath: path)
                for address in 4...9 as ClosedRange<UInt64> {
                    SiteCacheFile(path, in: folder).add([address: SiteCacheFileTests.named("anew")])
                }
            case .added: SiteCacheFile(path, in: folder).add([4: SiteCacheFileTests.named("other")])
            case .cut:
                let bytes = try Data(contentsOf: URL(filePath: path))
                try bytes.dropLast(3).write(to: URL(filePath: path))
            case .changedInside:
                var bytes = try Data(contentsOf: URL(filePath: path))
                // The size of the first record.
                bytes[9] ^= 0x40
                try bytes.write(to: URL(filePath: path))
            }
        }
    }

    fileprivate static func named(_ function: String) -> [Symbolicator.Frame] {
        [Symbolicator.Frame(function: function, path: "/a.swift", line: 1)]
    }

    @Test(arguments: Change.allCases)
    func whatIsAddedIsFoundByOthers(change: Change) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "sites-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let folder = try #require(SiteCacheFolder(place.path(percentEncoded: false)))
        let path = "\(folder.path)/file"
        let cache = SiteCacheFile(path, in: folder)
        cache.add([1: Self.named("first")])
        cache.add([2: Self.named("second")])
        try change.make(to: path, in: folder)
        cache.add([3: Self.named("third")])
        // Known here or not: it is asked for only where it is not found.
        cache.add([1: Self.named("first"), 2: Self.named("second")])

        let read = SiteCacheFile(path, in: folder)
        for (address, name) in [(1, "first"), (2, "second"), (3, "third")] as [(UInt64, String)] {
            #expect(read.frames(at: address) == Self.named(name), "\(name)")
            #expect(cache.frames(at: address) == nil || cache.frames(at: address) == Self.named(name))
        }
        if change == .added { #expect(read.frames(at: 4) == Self.named("other")) }
        if change == .begunAnew { #expect(read.frames(at: 9) == Self.named("anew")) }
        // No record is in it twice.
        let size = try Data(contentsOf: URL(filePath: path)).count
        cache.add([1: Self.named("first"), 2: Self.named("second"), 3: Self.named("third")])
        #expect(try Data(contentsOf: URL(filePath: path)).count == size)
    }
}
