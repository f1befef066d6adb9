import CRxTraceBuffer
import Foundation
import RxTraceKit

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
