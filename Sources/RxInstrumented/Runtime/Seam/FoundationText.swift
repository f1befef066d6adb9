import Foundation

// Descriptions of Foundation's values and the standard library's errors that contain values of the program. Those are
// described as all values are, and dictionary entries are sorted by their texts.

extension Notification: StandardText {
    func describe(to text: inout BoundedText) {
        text.write("name = \(name.rawValue)")
        if let object {
            text.write(", object = ")
            StandardDescription.describe(object, to: &text)
        }
        if let userInfo {
            text.write(", userInfo = ")
            userInfo.describe(to: &text)
        }
    }
}

extension NSError: StandardText {
    func describe(to text: inout BoundedText) {
        // Without a `userInfo`, the description may be that of a subclass of the program.
        guard !userInfo.isEmpty else { return text.write(description) }
        text.write("Error Domain=\(domain) Code=\(code) \"\(localizedFailureReason ?? "(null)")\"UserInfo={")
        let parts = userInfo.map { key, value in
            var part = text.part
            part.write("\(key)=")
            StandardDescription.describe(value, to: &part)
            return part
        }
        text.write(parts.sorted { $0.start < $1.start }, with: ", ")
        text.write("}")
    }
}

extension CocoaError: StandardText {
    func describe(to text: inout BoundedText) { (self as NSError).describe(to: &text) }
}

extension URLError: StandardText {
    func describe(to text: inout BoundedText) { (self as NSError).describe(to: &text) }
}

extension POSIXError: StandardText {
    func describe(to text: inout BoundedText) { (self as NSError).describe(to: &text) }
}

extension DecodingError: StandardText {
    func describe(to text: inout BoundedText) {
        let (error, context) = withoutUnderlying
        text.write(String(describing: error))
        guard let underlying = context?.underlyingError else { return }
        text.write(". Underlying error: ")
        StandardDescription.describe(underlying, to: &text)
    }

    private var withoutUnderlying: (error: DecodingError, context: Context?) {
        func without(_ context: Context) -> Context {
            Context(codingPath: context.codingPath, debugDescription: context.debugDescription)
        }
        switch self {
        case .typeMismatch(let type, let context): return (.typeMismatch(type, without(context)), context)
        case .valueNotFound(let type, let context): return (.valueNotFound(type, without(context)), context)
        case .keyNotFound(let key, let context): return (.keyNotFound(key, without(context)), context)
        case .dataCorrupted(let context): return (.dataCorrupted(without(context)), context)
        @unknown default: return (self, nil)
        }
    }
}

extension EncodingError: StandardText {
    func describe(to text: inout BoundedText) {
        guard case .invalidValue(let value, let context) = self else { return text.write(String(describing: self)) }
        let place = Context(codingPath: context.codingPath, debugDescription: context.debugDescription)
        let short = String(describing: EncodingError.invalidValue(0, place))
        let beginning = "EncodingError.invalidValue: "
        guard short.hasPrefix("\(beginning)0 (Int)") else { return text.write(short) }
        text.write(beginning)
        StandardDescription.describe(value, isInner: true, to: &text)
        text.write(" (\(type(of: value)))\(short.dropFirst(beginning.count + "0 (Int)".count))")
        guard let underlying = context.underlyingError else { return }
        text.write(". Underlying error: ")
        StandardDescription.describe(underlying, to: &text)
    }
}
