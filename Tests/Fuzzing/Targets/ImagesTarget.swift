import Foundation

@testable import RxTraceKit

/// The files of code that a process had in memory: their list in a recording, and such a file itself.
enum ImagesTarget: FuzzTarget {
    static func read(_ bytes: [UInt8]) {
        if let images = try? bytes.withUnsafeBytes({ try ProgramImage.decoded($0) }) {
            let again = try? ProgramImage.encoded(images).withUnsafeBytes { try ProgramImage.decoded($0) }
            require(again == images, "images change on the way")
            let symbolicator = Symbolicator.images(images)
            for image in images { _ = symbolicator.image(at: UInt(image.extent.lowerBound)) }
        }
        let file = ScratchFile.shared
        file.write(bytes)
        _ = ImageFile.state(of: ProgramImage(path: file.path, build: "00", base: 0, extent: 0..<1))
    }
}
