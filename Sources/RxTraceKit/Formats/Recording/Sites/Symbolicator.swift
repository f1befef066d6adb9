/// Finds the functions and sites at the addresses of a recorded process.
package struct Symbolicator: Sendable {
    /// A frame as its debug information tells: several for one address where calls were inlined.
    struct Frame: Sendable, Equatable {
        /// As in the source, without types and arguments where these are not part of the name; empty where unknown, and
        /// for one function made of several.
        var function: String
        /// The file and line; nil where there is no debug information.
        var path: String?
        var line = 0

        /// Whether a path is that of a source file somebody wrote for the program: no stand-in, such as
        /// `/<compiler-generated>`, no object file, and none of the toolchain's or the system's.
        static func isSource(_ path: String) -> Bool {
            guard let name = path.split(separator: "/").last, !name.hasPrefix("<"), !name.hasSuffix(".o") else {
                return false
            }
            return !Symbolicator.isOfSystem(path)
        }
    }

    /// Whether a file, with its folders, is the toolchain's or the system's.
    static func isOfSystem(_ path: String) -> Bool {
        ["/usr/include/", "/usr/lib/", "/lib/swift/", "/lib/clang/"].contains { path.contains($0) }
            || ["/lib/", "/lib64/"].contains { path.hasPrefix($0) }
    }

    private let images: [ProgramImage]
    private let lookup: SiteLookup

    /// For a process that had these images; of those that share addresses, the last counts.
    package static func images(_ images: [ProgramImage]) -> Symbolicator { Symbolicator(images, .shared) }

    package init(_ images: [ProgramImage], _ lookup: SiteLookup) {
        self.images = images
        self.lookup = lookup
    }

    /// The image that an address is in, by its index; nil where it is in none.
    func image(at address: UInt) -> Int? { images.lastIndex { $0.extent.contains(UInt64(address)) } }

    /// The images whose files are at hand, as they were, by their indices.
    var imagesAtHand: Set<Int> {
        Set(images.indices.filter { images[$0].path.isEmpty || ImageFile.state(of: images[$0]) == .same })
    }

    /// The frames of return addresses, each innermost first; none where nothing is known of one.
    ///
    /// - Parameter isCaller: whether the frames of code in a file begin with the function that it called there: that one
    ///   may have left by a jump, and have no frame of its own.
    func frames(of addresses: Set<UInt>, whereCalled isCaller: (String) -> Bool) -> [UInt: [Frame]] {
        var frames: [UInt: [Frame]] = [:]
        for (number, addresses) in Dictionary(grouping: addresses, by: { image(at: $0) }) {
            guard let number, !images[number].path.isEmpty else { continue }
            let image = images[number]
            let found = lookup.frames(
                of: addresses.map { UInt64($0) &- image.base }.sorted(), in: image, whereCalled: isCaller)
            // The debug information of a system's library tells paths below the folder in which it was built.
            let isUsers = !image.path.contains(".so") || !Self.isOfSystem(image.path)
            for address in addresses {
                let told = found[UInt64(address) &- image.base]
                frames[address] = isUsers ? told : told?.map { Frame(function: $0.function, path: nil) }
            }
        }
        return frames
    }
}
