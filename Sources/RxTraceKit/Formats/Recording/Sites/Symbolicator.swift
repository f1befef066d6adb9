import Foundation
import Synchronization

#if os(Linux)
    import Runtime
#endif

/// Asks the toolchain's `Runtime` module for the source of return addresses, those of inlined calls included.
///
/// Where that module is not to be had, traces have no places in the source.
package enum Symbolicator {
    /// Addresses of this process.
    case live
    /// Addresses of a process whose images (an `ImageMap` as it encodes itself) are still in their files.
    case images([UInt8])

    // Known frames of this process are kept for its life: code does not move.
    private static let knownFrames = Mutex<[UInt: [SiteResolver.Frame]]>([:])

    /// The images of this process, for reading its addresses elsewhere.
    package static func encodedImages() -> [UInt8] {
        #if os(Linux)
            return (try? JSONEncoder().encode(ImageMap.capture())).map { Array($0) } ?? []
        #else
            return []
        #endif
    }

    /// The frames of each address, innermost first; none where nothing is known of it.
    func frames(of stacks: [[UInt]]) -> [UInt: [SiteResolver.Frame]] {
        var unique = Set<UInt>()
        for stack in stacks { unique.formUnion(stack) }
        #if os(Linux)
            switch self {
            case .live:
                return Self.knownFrames.withLock { known in
                    let unknown = unique.filter { known[$0] == nil }.sorted()
                    if !unknown.isEmpty {
                        known.merge(Self.frames(of: unknown, in: ImageMap.capture())) { _, new in new }
                    }
                    return known
                }
            case .images(let encoded):
                guard let images = try? JSONDecoder().decode(ImageMap.self, from: Data(encoded)) else { return [:] }
                return Self.frames(of: unique.sorted(), in: images)
            }
        #else
            return [:]
        #endif
    }

    #if os(Linux)
        private static func frames(of addresses: [UInt], in images: ImageMap) -> [UInt: [SiteResolver.Frame]] {
            var frames: [UInt: [SiteResolver.Frame]] = [:]
            guard let backtrace = RawBacktrace.make(addresses),
                let symbolicated = backtrace.symbolicated(
                    with: images, options: [.showInlineFrames, .showSourceLocations, .useSymbolCache])
            else { return frames }
            // One address gives its inlined frames first and ends with the frame that is none.
            var next = addresses.startIndex
            for frame in symbolicated.frames where next < addresses.endIndex {
                var result = SiteResolver.Frame(function: frame.symbol?.name ?? "")
                if let location = frame.symbol?.sourceLocation, location.line > 0, !location.path.hasPrefix("/<") {
                    result.path = location.path
                    result.line = location.line
                }
                frames[addresses[next], default: []].append(result)
                if !frame.inlined { next = addresses.index(after: next) }
            }
            return frames
        }
    #endif
}

#if os(Linux)
    /// Makes a `Backtrace` of addresses that were gathered some other way.
    enum RawBacktrace {
        /// What `Backtrace` decodes: its frames in Swift's compact backtrace format (docs/CompactBacktraceFormat.md in the
        /// Swift repository): a byte that tells the word size, then for each frame an instruction, here "return address,
        /// absolute, 8 bytes", and its operand.
        private struct Encoded: Encodable {
            var architecture: String
            var backtrace: String
        }

        static func make(_ addresses: [UInt]) -> Backtrace? {
            var bytes: [UInt8] = [0x02]
            for address in addresses {
                bytes.append(0x2f)
                for shift in stride(from: 56, through: 0, by: -8) {
                    bytes.append(UInt8(truncatingIfNeeded: UInt64(address) >> UInt64(shift)))
                }
            }
            #if arch(arm64)
                let architecture = "arm64"
            #else
                let architecture = "x86_64"
            #endif
            let encoded = Encoded(architecture: architecture, backtrace: Data(bytes).base64EncodedString())
            guard let data = try? JSONEncoder().encode(encoded) else { return nil }
            return try? JSONDecoder().decode(Backtrace.self, from: data)
        }
    }
#endif
