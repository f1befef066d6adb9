/// Comma-separated values, read by RFC 4180: each line ends in a carriage return and a line feed.
public struct CSVTable {
    public let header: [String]
    public let rows: [[String]]

    public struct Fault: Error {}

    public init(_ text: String) throws {
        var rows: [[String]] = [[]]
        var field: [Unicode.Scalar] = []
        var isQuoted = false
        var rest = Array(text.unicodeScalars)[...]
        func string(_ scalars: [Unicode.Scalar]) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        while let scalar = rest.popFirst() {
            if isQuoted {
                if scalar != "\"" {
                    field.append(scalar)
                } else if rest.first == "\"" {
                    field.append(rest.removeFirst())
                } else {
                    isQuoted = false
                }
                continue
            }
            switch scalar {
            case "\"":
                guard field.isEmpty else { throw Fault() }
                isQuoted = true
            case "\n": throw Fault()
            case ",", "\r":
                rows[rows.count - 1].append(string(field))
                field = []
                if scalar == "\r" {
                    guard rest.popFirst() == "\n" else { throw Fault() }
                    rows.append([])
                }
            default: field.append(scalar)
            }
        }
        guard !isQuoted, field.isEmpty, rows.removeLast().isEmpty, let header = rows.first else { throw Fault() }
        guard rows.allSatisfy({ $0.count == header.count }) else { throw Fault() }
        self.header = header
        self.rows = Array(rows.dropFirst())
    }

    public func column(_ name: String) -> [String] {
        guard let index = header.firstIndex(of: name) else { return [] }
        return rows.map { $0[index] }
    }
}
