import RxTraceKit

/// A line about an error of the compiler's that says the way out, where that is known.
enum CompilerHint {
    /// The hints for a program, one per error at most, and each once: `Search.swift:4: …`.
    static func all(in messages: String, of program: SwiftProgram) -> [String] {
        var given: Set<String> = []
        return CompilerError.all(in: messages).compactMap { error in
            guard let hint = hint(for: error, in: program), given.insert(hint).inserted else { return nil }
            return TerminalText.escaped("\(error.file):\(error.line): \(hint)")
        }
    }

    private static func hint(for error: CompilerError, in program: SwiftProgram) -> String? {
        let source = program.files.first { $0.name == error.file }?.content
        let text = source.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return RenamedName.hint(for: error) ?? TimeWithoutUnit.hint(for: error, in: text)
            ?? OtherTrait.hint(for: error) ?? MissingImport.hint(for: error, in: text)
            ?? AbsentExtension.hint(for: error) ?? AbsentView.hint(for: error)
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
