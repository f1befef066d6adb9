import RxTraceKit

/// A line about an error of the compiler's that says the way out, where that is known.
enum CompilerHint {
    /// The hints, one per error at most, and each once: `Search.swift:4: …`.
    ///
    /// - Parameters:
    ///   - messages: what the compiler wrote.
    ///   - source: the text of the file with a name.
    static func all(in messages: String, source: (String) -> String) -> [String] {
        var given: Set<String> = []
        return CompilerError.all(in: messages).compactMap { error in
            guard let hint = hint(for: error, in: source(error.file)), given.insert(hint).inserted else { return nil }
            return TerminalText.escaped("\(error.file):\(error.line): \(hint)")
        }
    }

    private static func hint(for error: CompilerError, in source: String) -> String? {
        RenamedName.hint(for: error) ?? TimeWithoutUnit.hint(for: error, in: source) ?? OtherTrait.hint(for: error)
            ?? MissingImport.hint(for: error, in: source) ?? AbsentExtension.hint(for: error)
            ?? AbsentView.hint(for: error)
    }
}

extension CompilerError {
    /// The name that the compiler does not know: `Variable` of "cannot find 'Variable' in scope".
    var unknownName: String? {
        text.firstMatch(of: /^cannot find (?:type )?'(\w+)' in scope/).map { String($0.1) }
    }

    /// The member that a type does not have: `bindTo` of "value of type 'Observable<Int>' has no member 'bindTo'".
    var unknownMember: String? {
        text.firstMatch(of: /type '.+' has no (?:dynamic )?member '(\w+)'/).map { String($0.1) }
    }
}
