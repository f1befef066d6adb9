import Foundation
import Runtime
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Places in the source: looked up when a recording is read, the same whoever tells them.
@Suite(.timeLimit(.generous)) struct SiteLookupTests {
    /// Sites and labels of a recording, in order.
    private struct Sites: Equatable {
        var nodes: [Trace.Site?] = []
        var subscriptions: [Trace.Site?] = []
        var calls: [Trace.Site?] = []
        var labels: [String?] = []

        init(_ bytes: [UInt8], _ symbolicator: Symbolicator?) throws {
            let recording = try TraceRecording(
                RecordingBytes(bytes), named: "test", extent: RecordingExtent(), symbolicator: symbolicator)
            let trace = try recording.trace()
            nodes = trace.nodes.map(\.site)
            subscriptions = trace.subscriptions.map(\.site)
            calls = trace.calls.map(\.site)
            labels = trace.calls.filter { $0.operation == .create }.map(\.label)
        }

        var count: Int { nodes.count { $0 != nil } }
    }

    /// All samples in one recording, of the command at `path`.
    private func samples(_ path: String?) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let golden = GoldenFile.folder.path(percentEncoded: false)
        let file = folder.path("samples.rxtrace")
        let result = try BuiltCommand.run(
            ["check", "--golden", golden], command: path,
            environment: ["RXTRACE": file, "XDG_CACHE_HOME": folder.path("cache")])
        // 1: the places that an optimised build shows may be others than those of the golden traces.
        try #require(result.status <= 1, "\(result.output) \(result.errors)")
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    private static func images(_ recording: [UInt8]) throws -> [ProgramImage] {
        let blocks = try FormatBlock.all(in: recording).blocks
        return try blocks.filter { $0.kind == 8 }.flatMap { block in
            try block.payload.withUnsafeBytes { try ProgramImage.decoded($0) }
        }
    }

    private func expectAgreement(_ path: String?) throws {
        let recording = try samples(path)
        let images = try Self.images(recording)
        let tool = try #require(LLVMSymbolizer.installed, "the toolchain has it")
        let fromTool = try Sites(recording, Symbolicator(images, SiteLookup(cacheFolder: nil, tool)))
        let fromRuntime = try Sites(recording, Symbolicator(images, SiteLookup(cacheFolder: nil, nil)))
        #expect(fromTool.count > 50)
        #expect(fromTool.nodes == fromRuntime.nodes)
        #expect(fromTool.subscriptions == fromRuntime.subscriptions)
        #expect(fromTool.calls == fromRuntime.calls)
        #expect(fromTool.labels == fromRuntime.labels)
    }

    @Test(.builds)
    func theToolAndTheRuntimeAgreeInADebugBuild() throws {
        try expectAgreement(nil)
    }

    private static let release = GoldenFile.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/release/rxtrace").path(percentEncoded: false)

    @Test(
        .enabled("RXTRACE_LONG=1, after swift build -c release") {
            ProcessInfo.processInfo.environment["RXTRACE_LONG"] == "1"
                && FileManager.default.isExecutableFile(atPath: release)
        })
    func theToolAndTheRuntimeAgreeInAReleaseBuild() throws {
        try expectAgreement(Self.release)
    }

    private static let ownRecording: Result<[UInt8], any Error> = Result {
        let folder = try TemporaryFolder()
        let file = folder.path("own.rxtrace")
        try Trace.record("own", to: file, options: RecordingOptions(scope: .caused)) {
            let subject = PublishSubject<Int>()
            _ = subject.map { $0 + 1 }.filter { $0 > 1 }.subscribe()
            subject.onNext(1)
        }
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// A tool that ends at once, or talks nonsense, or is not there.
    @Test(
        arguments: TestLength.isLong
            ? ["while read line; do echo '{}'; done", "exit 1", "kill -9 $$", nil] : ["exit 1"])
    func aToolThatFailsIsReplaced(script: String?) throws {
        let recording = try Self.ownRecording.get()
        let folder = try TemporaryFolder()
        if let script { _ = try folder.program("tool", script) }
        let lookup = SiteLookup(cacheFolder: nil, folder.path("tool"))
        #expect(try Sites(recording, Symbolicator(Self.images(recording), lookup)) == Self.ownSites.get())
    }

    private static let ownSites = Result { try Sites(ownRecording.get(), nil) }

    /// The frames of an address as the toolchain's tool gives them: innermost first.
    private static func userCall(_ frames: [NamedFrame]) throws -> SiteResolver.UserCall? {
        try resolver([frames]).userCall(of: 0)
    }

    private typealias NamedFrame = (function: String, file: String, line: Int)

    /// For one stack, of addresses with these frames.
    ///
    /// - Parameter file: the image that the addresses are in, below a folder unless it is absolute; any unless it is given.
    private static func resolver(_ stack: [[NamedFrame]], in file: String? = nil) throws -> SiteResolver {
        let answers = stack.enumerated().map { index, frames in
            let symbols = frames.map { frame in
                #"{"FileName":"\#(frame.file)","FunctionName":"\#(frame.function)","Line":\#(frame.line)}"#
            }
            return "*0x\(index + 1)) echo '{\"Symbol\":[\(symbols.joined(separator: ","))]}' ;;\n"
        }
        let folder = try TemporaryFolder()
        let tool = try folder.program("tool", "while read line; do case $line in\n\(answers.joined())esac; done")
        var path = tool
        if let file, file.hasPrefix("/") {
            path = file
        } else if let file {
            path = folder.path(file)
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: tool, toPath: path)
        }
        let image = ProgramImage(path: path, build: nil, base: 0, extent: 0..<100)
        let resolver = SiteResolver(
            // The call stands before the address.
            stacks: [stack.indices.map { UInt($0) + 2 }],
            symbolicator: Symbolicator([image], SiteLookup(cacheFolder: nil, tool)),
            paths: SourcePaths(library: ["/library/"], shown: ["/home/me/"]))
        // The tool is there as long as the folder is.
        withExtendedLifetime(folder) { _ = resolver.userCall(of: 0) }
        return resolver
    }

    private static let map = "$s4main3mapyyF"
    private static let user = (function: "$s4main4userySiF", file: "/home/me/App.swift", line: 7)

    @Test(arguments: [
        "/<compiler-generated>", "/usr/include/stdio.h", "/opt/swift/usr/lib/swift/shims/Visibility.h",
        "/build/Map.swift.o", "/library/Map.swift",
    ])
    func aLineThatNobodyWroteIsNoSite(file: String) throws {
        let call = try Self.userCall([(Self.map, file, 4), Self.user])
        #expect(call?.site == Trace.Site(file: "App.swift", line: 7))
        #expect(call?.function == "map")
    }

    /// As where the program has no debug information, and the system's libraries do: they name paths such as `./csu/start.c`.
    @Test(arguments: [
        ("usr/lib/libc.so.6", false), ("opt/lib/swift/linux/libFoundation.so", false), ("own/libown.so", true),
    ])
    func aLineOfTheSystemsLibrariesIsNoSite(image: String, isUsers: Bool) throws {
        let stack: [[NamedFrame]] = [[(Self.map, "/library/Map.swift", 4)], [("start", "./csu/start.c", 58)]]
        #expect((try Self.resolver(stack, in: image).userCall(of: 0) != nil) == isUsers)
    }

    /// As the loader names it.
    @Test func aLineOfTheRunningSystemsLibraryIsNoSite() throws {
        let images = try Self.images(Self.ownRecording.get())
        let library = try #require(images.first { $0.path.contains("/libc.so") })
        #expect(try Self.resolver([[Self.user]], in: library.path).userCall(of: 0) == nil)
    }

    /// A program may be there too.
    @Test func aProgramBelowASystemsFolderHasItsLines() throws {
        #expect(try Self.resolver([[Self.user]], in: "usr/lib/app/App").userCall(of: 0)?.site.line == 7)
    }

    /// The optimiser makes one function of several alike, and calls it by the name of one of them.
    @Test func aFunctionMadeOfSeveralIsNoOperator() throws {
        let call = try Self.userCall([(Self.map, "/library/Map.swift", 4), ("$s4main6filteryyFTm", "", 0), Self.user])
        #expect(call?.site == Trace.Site(file: "App.swift", line: 7))
        #expect(call?.function == "map")
        #expect(try Self.userCall([("$s4main6filteryyFTm", "", 0), Self.user])?.function == nil)
        #expect(try Self.userCall([("$s4main6filteryyF", "", 0), Self.user])?.function == "filter")
    }

    /// The optimiser may lose what lies between the user's code and the function that records.
    @Test func theRecorderIsNoOperator() throws {
        let seam = "/library/Seam.swift"
        // A library without debug information has functions, and no lines.
        let stripped: [NamedFrame] = [("$s4main4openyyF", "", 0)]
        #expect(try Self.resolver([stripped, [Self.user]]).userCall(of: 0)?.function == nil)
        #expect(try Self.resolver([stripped, [(Self.map, "", 0)], [Self.user]]).userCall(of: 0)?.function == "map")
        let recorder: [NamedFrame] = [("$s4main4openyyF", seam, 3), (Self.map, seam, 9)]
        #expect(try Self.resolver([recorder, [Self.user]]).userCall(of: 0)?.function == nil)
        let filter: [NamedFrame] = [("$s4main6filteryyF", "/library/Filter.swift", 4), Self.user]
        #expect(try Self.resolver([recorder, filter]).userCall(of: 0)?.function == "filter")
    }

    @Test func whoLetsGoIsTheInnermostEndAndTheCodeOutsideOfAll() throws {
        let screen: [NamedFrame] = [("Screen.deinit", "", 0)]
        let whole: [NamedFrame] = [("Screen.__deallocating_deinit", "/home/me/Screen.swift", 3)]
        let window: [NamedFrame] = [("Window.__deallocating_deinit", "/<compiler-generated>", 0)]
        let outlined: [NamedFrame] = [("outlined destroy of Screen?", "", 0)]
        let lost: [NamedFrame] = [("$s4main3mapyyF", "", 0)]
        let library: [NamedFrame] = [("$s4main3mapyyF", "/library/Map.swift", 4)]
        let user = [Self.user]
        func release(_ stack: [[NamedFrame]]) throws -> String {
            let release = try Self.resolver(stack).release(by: 0)
            return "\(release.owner ?? "-") \(release.site?.description ?? "-")"
        }
        #expect(try release([user]) == "- App.swift:7")
        #expect(try release([screen, whole, window, user]) == "Screen App.swift:7")
        #expect(try release([outlined, screen, user]) == "Screen App.swift:7")
        // Beyond a function without a line, the caller's line would be told; not so of an inlined call in one with a line.
        #expect(try release([screen, whole, lost, user]) == "Screen -")
        #expect(try release([screen, lost + user]) == "Screen App.swift:7")
        // The library lets go.
        #expect(try release([screen, library, user]) == "Screen -")
        #expect(try release([library, screen, user]) == "- -")
    }

    @Test func theFilesUsedLeastLatelyGoFirst() throws {
        let recording = try Self.ownRecording.get()
        let folder = try TemporaryFolder()
        let files = ["0123456789", "1123456789", "2123456789"].map { folder.path("sites/\($0)") }
        let cache = try #require(SiteCacheFolder(folder.path("sites"), limit: 250_000))
        for (age, file) in files.enumerated() {
            try Data(count: 100_000).write(to: URL(filePath: file))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1e9 - Double(age))], ofItemAtPath: file)
        }
        let lookup = SiteLookup(cacheFolder: cache, LLVMSymbolizer.installed)
        #expect(try Sites(recording, Symbolicator(Self.images(recording), lookup)).count > 2)
        #expect(files.map(FileManager.default.fileExists) == [true, true, false])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("sites")).count >= 3)
    }

    /// A recording is complete without a look-up: neither the program's folder nor its cache have anything new.
    @Test func aRecordedProgramLooksNothingUp() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("timer.rxtrace")
        let result = try BuiltCommand.run(
            ["--replay-sample", "timer"], environment: ["XDG_CACHE_HOME": folder.path("cache"), "RXTRACE": file])
        #expect(result.status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path("cache/rxtrace/sites")))
        let kinds = try FormatBlock.all(in: Array(Data(contentsOf: URL(filePath: file)))).blocks.map(\.kind)
        #expect(!kinds.contains(4) && !kinds.contains(5))
    }
}
