import Foundation

#if os(Linux)
    import Runtime
#endif

/// Asks the toolchain's `Runtime` module, which reads all debug information of a file in this process; where that module
/// is not to be had, nothing is known.
enum RuntimeSymbolizer {
    /// Where the image is taken to lie: anywhere but at 0.
    private static let base: UInt64 = 1 << 40

    #if os(Linux)
        /// What is read of a file takes up to twice its size beside the recorded program, whose memory may have a limit.
        private static func mayRead(_ image: ProgramImage) -> Bool {
            var status = stat()
            guard stat(image.path, &status) == 0 else { return false }
            return ProcessMemory.mayTake(4 * UInt64(clamping: status.st_size) + (16 << 20))
        }

        /// The frames of return addresses of an image whose file is there; none where there may be too little memory.
        static func frames(of addresses: [UInt64], in image: ProgramImage) -> [UInt64: [Symbolicator.Frame]] {
            guard mayRead(image), let images = RuntimeFormats.images(image, base: base),
                let backtrace = RuntimeFormats.backtrace(addresses.map { $0 &+ base }),
                let symbolicated = backtrace.symbolicated(
                    with: images, options: [.showInlineFrames, .showSourceLocations, .useSymbolCache])
            else { return [:] }
            var frames: [UInt64: [Symbolicator.Frame]] = [:]
            // One address gives its inlined frames first and ends with the frame that is none.
            var next = addresses.startIndex
            for found in symbolicated.frames where next < addresses.endIndex {
                let symbol = found.symbol.flatMap { SwiftNames.isMerged($0.rawName) ? nil : $0 }
                var frame = Symbolicator.Frame(function: symbol?.name ?? "")
                if let location = found.symbol?.sourceLocation, location.line > 0,
                    Symbolicator.Frame.isSource(location.path)
                {
                    frame.path = location.path
                    frame.line = location.line
                }
                frames[addresses[next], default: []].append(frame)
                if !found.inlined { next = addresses.index(after: next) }
            }
            return frames
        }
    #else
        static func frames(of addresses: [UInt64], in image: ProgramImage) -> [UInt64: [Symbolicator.Frame]] { [:] }
    #endif
}

#if os(Linux)
    /// The compact forms in which `Runtime` decodes what was gathered some other way.
    private enum RuntimeFormats {
        private struct EncodedBacktrace: Encodable {
            var architecture: String
            var backtrace: String
        }

        private static let chunkLimit = 63

        /// A backtrace of return addresses: a byte that tells the word size, then per frame an instruction, here "return
        /// address, absolute, 8 bytes", and its operand (docs/CompactBacktraceFormat.md in the Swift repository).
        static func backtrace(_ addresses: [UInt64]) -> Backtrace? {
            var bytes: [UInt8] = [0x02]
            for address in addresses {
                bytes.append(0x2f)
                add(address, to: &bytes)
            }
            #if arch(arm64)
                let architecture = "arm64"
            #else
                let architecture = "x86_64"
            #endif
            let encoded = EncodedBacktrace(architecture: architecture, backtrace: Data(bytes).base64EncodedString())
            guard let data = try? JSONEncoder().encode(encoded) else { return nil }
            return try? JSONDecoder().decode(Backtrace.self, from: data)
        }

        /// A map of one image: the word size, the platform's name, how many images there are; of the image how many bytes
        /// its two addresses have, these, its number (here none), and its path in pieces of up to 63 bytes
        /// (docs/CompactImageMapFormat.md in the Swift repository).
        static func images(_ image: ProgramImage, base: UInt64) -> ImageMap? {
            var bytes: [UInt8] = [0x02, 5] + Array("Linux".utf8) + [1, 0x3f]
            add(base, to: &bytes)
            add(image.extent.upperBound &- image.base, to: &bytes)
            bytes.append(0)
            var path = Array(image.path.utf8)[...]
            while !path.isEmpty {
                let chunk = path.prefix(chunkLimit)
                bytes.append(UInt8(chunk.count))
                bytes += chunk
                path = path.dropFirst(chunk.count)
            }
            bytes.append(0)
            guard let data = try? JSONEncoder().encode(Data(bytes).base64EncodedString()) else { return nil }
            return try? JSONDecoder().decode(ImageMap.self, from: data)
        }

        private static func add(_ number: UInt64, to bytes: inout [UInt8]) {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
    }
#endif
