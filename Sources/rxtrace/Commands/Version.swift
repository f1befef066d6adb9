import RxTraceKit

enum Version {
    static let number = "0.1.0"
    static let line = "rxtrace \(number) (trace document version \(Trace.formatVersion))"
}
