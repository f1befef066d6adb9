import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The modules of this package that run in a user's program: the one list of them besides the targets in Package.swift.
///
/// A new module is a line here and a target there, of which the target `rxtrace` makes use, so that building the
/// command builds it; a test compares the two. The makefile reads this file: one module stands on each line.
package enum LibraryModules {
    /// Those that a program may import, in the order of their dependencies. A name that begins with C is written in C,
    /// and has a header of that name.
    package static let importable = [
        "CRxTraceBuffer",
        "CRxTraceInterposing",
        "CRxTraceDeallocation",
        "RxTraceKit",
        "RxInstrumented",
        "RxSwift",
        "RxRelay",
        "RxCocoa",
        "RxBlocking",
        "ReactiveObjC",
    ]

    /// The one of them that is linked only to programs that import it: it brings FoundationNetworking along, with which a
    /// program takes twice as long to start.
    package static let linkedOnDemand = "RxCocoa"

    /// Those of them that are written in C.
    package static var headers: [String] { importable.filter { $0.hasPrefix("C") } }

    /// With those that only tests import: they link XCTest, which the command and the programs it runs do without.
    package static var all: [String] { importable + ["RxTest", "RxTraceTesting"] }
}

/// Where the library's own source files are, which tells the user's from them.
enum LibrarySources {
    /// The folder of the package this was built in, such as `/home/me/rxtrace/`.
    private static let packageFolder: String = {
        let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return components.dropLast(5).joined(separator: "/") + "/"
    }()

    static let libraryFolders: [String] = {
        let folders = LibraryModules.all.map { "Sources/\($0)/" }
        // Some paths of an optimised build are relative to where it was built, this package's folder.
        return folders + folders.map { packageFolder + $0 }
    }()

    /// The folders below which a path is shown without them: this package's, and the one of the program.
    static var sourceFolders: [String] { [packageFolder, programFolder()] }

    /// The package or, without one, the repository that the current folder is in, so that a path is the same from
    /// everywhere in it; else the current folder.
    private static func programFolder() -> String {
        let current = FileManager.default.currentDirectoryPath
        for mark in ["Package.swift", ".git"] {
            var folder = current[...]
            while !folder.isEmpty, folder != "/" {
                if access("\(folder)/\(mark)", F_OK) == 0 { return "\(folder)/" }
                folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
            }
        }
        return current == "/" ? "/" : current + "/"
    }
}

/// The files of code that this process has in memory.
enum LoadedImages {
    /// How many there is room for at first.
    private static let usualCount = 64

    static func all() -> [ProgramImage] {
        var room = usualCount
        while true {
            let images = copies(room)
            if images.count <= room { return images.found }
            room = images.count + usualCount
        }
    }

    private static func copies(_ room: Int) -> (count: Int, found: [ProgramImage]) {
        let images = UnsafeMutablePointer<rxtrace_image>.allocate(capacity: room)
        defer { images.deallocate() }
        let count = rxtrace_copy_images(images, room)
        return (count, (0..<min(count, room)).map { image(images + $0) })
    }

    private static func image(_ image: UnsafeMutablePointer<rxtrace_image>) -> ProgramImage {
        let build = withUnsafeBytes(of: &image.pointee.build) {
            ProgramImage.digits($0.prefix(image.pointee.build_count))
        }
        let path = withUnsafeBytes(of: &image.pointee.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return ProgramImage(
            path: path, build: build, base: image.pointee.base, extent: image.pointee.start..<image.pointee.end)
    }
}
