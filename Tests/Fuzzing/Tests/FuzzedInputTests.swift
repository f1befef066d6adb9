import Foundation
import RxTraceTestSupport
import Testing

/// The inputs that are kept for fuzzing, and those that it found to fail, through their targets.
struct FuzzedInputTests {
    private static let targets: [(name: String, target: any FuzzTarget.Type)] = [
        ("Arguments", ArgumentsTarget.self), ("Document", DocumentTarget.self), ("Golden", GoldenTarget.self),
        ("Images", ImagesTarget.self), ("Recording", RecordingTarget.self), ("SiteCache", SiteCacheTarget.self),
        ("Source", SourceTarget.self),
    ]
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(arguments: targets.map(\.name))
    func aTargetReadsItsInputs(name: String) throws {
        let target = try #require(Self.targets.first { $0.name == name }?.target)
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder.appending(path: "Inputs/\(name)"), includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            target.read(bytes)
            // Cut, and with a byte changed, at each of some places.
            for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 8)) {
                target.read(Array(bytes.prefix(place)))
                target.read(bytes.enumerated().map { $0 == place ? $1 ^ 0x81 : $1 })
            }
        }
    }

    @Test func everyTargetHasInputs() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "Targets").path)
        #expect(files.sorted() == Self.targets.map { "\($0.name)Target.swift" })
    }

    /// The fuzzer itself, for ten seconds each: `make check-long`.
    @Test(.enabled(if: TestLength.isLong), arguments: targets.map(\.name))
    func theFuzzerFindsNothing(name: String) throws {
        let make = Process()
        make.executableURL = URL(filePath: "/usr/bin/env")
        make.arguments = ["make", "fuzz", "TARGET=\(name)", "SECONDS=10"]
        make.currentDirectoryURL = Self.folder.appending(path: "../..").standardizedFileURL
        try make.run()
        make.waitUntilExit()
        #expect(make.terminationStatus == 0)
    }
}
