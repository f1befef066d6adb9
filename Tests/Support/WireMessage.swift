/// A message in Protocol Buffers' wire format, read field by field, as strictly as the format allows.
public struct WireMessage {
    public enum Value: Equatable {
        case number(UInt64)
        case fixed(UInt64)
        case bytes([UInt8])
    }

    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    public let fields: [(field: Int, value: Value)]

    public init(_ bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        var place = 0
        func number() throws -> UInt64 {
            var (number, shift): (UInt64, UInt64) = (0, 0)
            while true {
                guard place < bytes.count, shift < 64 else { throw Fault(description: "a number does not end") }
                let byte = bytes[place]
                place += 1
                number |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 { return number }
                shift += 7
            }
        }
        func take(_ count: Int) throws -> [UInt8] {
            guard count <= bytes.count - place else { throw Fault(description: "\(count) bytes are not there") }
            defer { place += count }
            return Array(bytes[place..<(place + count)])
        }
        var fields: [(Int, Value)] = []
        while place < bytes.count {
            let key = try number()
            guard key >> 3 > 0 else { throw Fault(description: "a field has the number 0") }
            switch key & 7 {
            case 0: fields.append((Int(key >> 3), .number(try number())))
            case 1: fields.append((Int(key >> 3), .fixed(try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })))
            case 2: fields.append((Int(key >> 3), .bytes(try take(Int(try number())))))
            default: throw Fault(description: "there is no wire type \(key & 7)")
            }
        }
        self.fields = fields
    }

    public func numbers(_ field: Int) -> [UInt64] {
        fields.compactMap { if $0.field == field, case .number(let number) = $0.value { number } else { nil } }
    }

    public func number(_ field: Int) -> UInt64? { numbers(field).last }

    public func fixed(_ field: Int) -> [UInt64] {
        fields.compactMap { if $0.field == field, case .fixed(let number) = $0.value { number } else { nil } }
    }

    public func texts(_ field: Int) throws -> [String] {
        try bytes(field).map { bytes in
            guard let text = String(validating: bytes, as: UTF8.self) else { throw Fault(description: "no UTF-8") }
            return text
        }
    }

    public func text(_ field: Int) throws -> String? { try texts(field).last }

    public func messages(_ field: Int) throws -> [WireMessage] { try bytes(field).map { try WireMessage($0) } }

    public func message(_ field: Int) throws -> WireMessage? { try messages(field).last }

    private func bytes(_ field: Int) -> [[UInt8]] {
        fields.compactMap { if $0.field == field, case .bytes(let bytes) = $0.value { bytes } else { nil } }
    }
}
