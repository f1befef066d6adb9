import RxTraceKit

enum Version {
    static let number = ProductVersion.number
    static let line = "rxtrace \(number) (trace document version \(Trace.formatVersion))"
}
