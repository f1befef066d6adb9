import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The modules of this package that run in a user's program. Apart from Package.swift, this is the only list of them.
///
/// A new module is a line here and a target there, on which the target `rxtrace` depends, so that building the command
/// builds the module. A test compares the two lists. The makefile reads this file: each module has a line of its own.
package enum LibraryModules {
    /// The modules that a program may import, in the order of their dependencies. A module whose name begins with C is
    /// written in C and has a header of that name.
    package static let importable = [
        "CRxTraceBuffer",
        "CRxTraceInterposing",
        "CRxTraceDeallocation",
        "CRxTraceFiles",
        "RxTraceKit",
        "RxInstrumented",
        "RxSwift",
        "RxRelay",
        "RxCocoa",
        "RxBlocking",
        "ReactiveObjC",
    ]

    /// The module that is linked only to programs that import it, because it needs FoundationNetworking, with which a
    /// program takes twice as long to start.
    package static let linkedOnDemand = "RxCocoa"

    package static var headers: [String] { importable.filter { $0.hasPrefix("C") } }

    /// All modules, including those that only tests import and that link XCTest.
    package static var all: [String] { importable + ["RxTest", "RxTraceTesting"] }
}

/// The folders of the library's source files, by which the user's files are told from them.
enum LibrarySources {
    /// The folder of the package that this was built in, such as `/home/me/rxtrace/`.
    private static let packageFolder: String = {
        let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return components.dropLast(5).joined(separator: "/") + "/"
    }()

    static let libraryFolders: [String] = {
        let folders = LibraryModules.all.map { "Sources/\($0)/" }
        // Some paths in an optimised build are relative to the package's folder.
        return folders + folders.map { packageFolder + $0 }
    }()

    /// The folders that paths are shown relative to: this package's and the program's.
    static var sourceFolders: [String] { [packageFolder, programFolder()] }

    /// The package or, failing that, the repository around the current folder, so that paths are the same from anywhere
    /// in it. Otherwise the current folder.
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

/// The files of code that this process has loaded.
enum LoadedImages {
    /// How many images there is room for at first.
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
