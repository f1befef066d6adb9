/// The ids of a trace and its spans where other tools hold them: the same for one trace each time, and others for
/// another trace.
struct SpanIdentity {
    /// What a span stands for. The number is in the uppermost bits of its id, before they are mixed.
    enum Kind: UInt64 {
        case program, subscription, call, part
    }

    /// In 32 hexadecimal digits.
    let traceID: String
    private let seed: UInt64

    /// - Parameter identity: tells the trace from all others.
    init(identity: String, parent: Traceparent?) {
        let digest = SHA256.digest(of: Array("rxtrace \(identity)".utf8))
        seed = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        traceID = parent?.traceID ?? Self.hexadecimal(digest.suffix(16).map { $0 })
    }

    init(_ run: Trace.Run) {
        self.init(identity: run.identity, parent: run.parent)
    }

    /// What the program hands on to others.
    var traceparent: Traceparent {
        let digits = String(self[.program, 0], radix: 16)
        return Traceparent(traceID: traceID, spanID: String(repeating: "0", count: 16 - digits.count) + digits)
    }

    /// The id of a span; two of a trace have different ones, and none is 0.
    subscript(kind: Kind, number: Int) -> UInt64 {
        // Steps of SplitMix64, which leads different numbers to different ones.
        var bits = (kind.rawValue << 61 | UInt64(truncatingIfNeeded: number)) ^ seed
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        // The only number that leads to 0 does not occur but by a chance of one in 2⁶⁴.
        return bits == 0 ? 1 : bits
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
