#if os(Linux)
    import Foundation
    import Runtime
    import TraceKit

    /// Asks the toolchain's `Runtime` module for the source of return addresses, those of inlined calls included.
    enum Symbolicator {
        /// The frames of each address, innermost first; none where the platform does not tell.
        static func frames(of addresses: [UInt]) -> [UInt: [SiteResolver.Frame]] {
            var frames: [UInt: [SiteResolver.Frame]] = [:]
            guard let backtrace = RawBacktrace.make(addresses),
                let symbolicated = backtrace.symbolicated(
                    with: ImageMap.capture(), options: [.showInlineFrames, .showSourceLocations, .useSymbolCache])
            else { return frames }
            // One address gives its inlined frames first and ends with the frame that is none.
            var next = addresses.startIndex
            for frame in symbolicated.frames where next < addresses.endIndex {
                let location = frame.symbol?.sourceLocation
                let isReal = (location?.line ?? 0) > 0 && location?.path.hasPrefix("/<") == false
                frames[addresses[next], default: []].append(
                    SiteResolver.Frame(
                        function: frame.symbol?.name ?? "",
                        site: isReal ? location.map { SourcePaths.site(path: $0.path, line: $0.line) } : nil,
                        isOurs: location.map { SourcePaths.isOurs($0.path) } ?? false))
                if !frame.inlined { next = addresses.index(after: next) }
            }
            return frames
        }
    }

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
#else
    /// Where the `Runtime` module is not to be had, traces have no places in the source.
    enum Symbolicator {
        static func frames(of addresses: [UInt]) -> [UInt: [SiteResolver.Frame]] {
            [:]
        }
    }
#endif
