/// A file of code that a recorded process had in memory: which one it is, and where it lay.
package struct ProgramImage: Sendable, Equatable {
    /// Empty where it has no file.
    package var path: String
    /// The number the linker gave its content, in hexadecimal digits; nil where it gave none.
    package var build: String?
    /// The address at which the file's own address 0 lay.
    package var base: UInt64
    /// The addresses it took.
    package var extent: Range<UInt64>

    package init(path: String, build: String?, base: UInt64, extent: Range<UInt64>) {
        self.path = path
        self.build = build
        self.base = base
        self.extent = extent
    }

    /// The digits of a build number's bytes; nil where there are none.
    package static func digits(_ build: some Collection<UInt8>) -> String? {
        guard !build.isEmpty else { return nil }
        return build.reduce(into: "") { text, byte in
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
    }

    /// The images as a recording holds them.
    package static func encoded(_ images: [ProgramImage]) -> [UInt8] {
        images.reduce(into: []) { bytes, image in
            bytes.add(text: image.path)
            bytes.add(text: image.build ?? "")
            bytes.add(number: image.base)
            bytes.add(number: image.extent.lowerBound)
            bytes.add(number: image.extent.upperBound)
        }
    }

    package static func decoded(_ bytes: UnsafeRawBufferPointer) throws -> [ProgramImage] {
        var reader = ByteReader(bytes)
        var images: [ProgramImage] = []
        while !reader.isAtEnd {
            let (path, build) = (try reader.text(), try reader.text())
            let (base, start, end) = (try reader.number(), try reader.number(), try reader.number())
            guard start <= end else { throw ByteReader.Damage() }
            images.append(
                ProgramImage(path: path, build: build.isEmpty ? nil : build, base: base, extent: start..<end))
        }
        return images
    }
}
