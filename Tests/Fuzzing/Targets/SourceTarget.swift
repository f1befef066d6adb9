@testable import RxTraceKit

/// Swift source that is read for the names in it, whatever it holds.
enum SourceTarget: FuzzTarget {
    static func read(_ bytes: [UInt8]) {
        let source = String(decoding: bytes, as: UTF8.self)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let tokens = SourceTokens(lines)
        require(zip(tokens.all, tokens.all.dropFirst()).allSatisfy { $0.line <= $1.line }, "a token goes back")
        let search = DeclaredName(tokens)
        // Some lines of a long source, each asked for all of its own words.
        for line in stride(from: 1, through: lines.count, by: 1 + lines.count / 100) {
            let words = Set(tokens.indices(ofLine: line).prefix(20).compactMap { tokens[$0]?.text })
            for word in words {
                for name in search.names(at: line, maker: word, type: "")
                    + search.names(at: line, maker: nil, type: word)
                {
                    require(source.contains(name), "a name that is not in the source")
                    require(name.allSatisfy { !$0.isWhitespace && $0 != "(" }, "no name: \(name)")
                }
            }
        }
        _ = search.names(at: lines.count + 1, maker: nil, type: "PublishSubject")
    }
}
