extension Trace.Event {
    private static let cut = "…".utf8
    private static let size = " bytes".utf8

    /// The value, where the same text is the same value; nil where the text was cut, or tells a size only, as that of `Data`
    /// does.
    var distinctValue: String? {
        guard let value else { return nil }
        let bytes = value.utf8
        if bytes.suffix(Self.cut.count).elementsEqual(Self.cut) { return nil }
        guard bytes.suffix(Self.size.count).elementsEqual(Self.size) else { return value }
        let isSize = bytes.dropLast(Self.size.count).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isSize ? nil : value
    }
}
