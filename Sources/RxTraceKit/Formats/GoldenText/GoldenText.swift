/// The text of a golden trace: the causal tree, a call a line, with names in place of numbers.
///
/// ```
/// golden trace 2
/// trace map-filter
///
/// create map: Map; new observable at map <Int, Int>
/// subscribe Map; begins at subscribe, completed
///   run Map
///   run MapSink
///   on MapSink next(1)
///   handler transform: MapSink
///   forwardOn MapSink next(10)
///   dispose MapSink < run MapSink
///
/// objects
///   MapSink: sink <Int, Int>
///
/// places
/// Search.swift
///   12 map
///   +1 subscribe
/// ```
///
/// It is read and reviewed by people, so that a change of the program changes its own rows:
///
/// - A row is called by the row before it, or by the one that ` < ` names: the innermost call of that name that is still
///   open. Only what runs in a closure of the user's stands further right. So an operator more or less leaves the rows around it
///   where they are.
/// - Work follows the call that asked for it, behind `=>`, and stands no further right: what an operator hands on to a queue
///   is told in the place of what it does at once.
/// - An object is called by its type, with the name that the program gave it. Which of several it is, shows in who calls
///   it, as before: only where that does not tell, a mark does, or `new`. A thread and a subscription are told where they
///   are others than those of the calling row.
/// - What an object is, is told once, at the end, by ``GoldenObjects``; but for what a `create` makes.
/// - Places have names, and their lines are told once, each by its distance from the one before.
///
/// ``GoldenContext`` has what a row need not say, for the writer and the reader alike.
///
/// Version 1 told what an object is in its first row, and work behind the whole of what asked for it, in the order in which
/// it was asked for. It is read, and not written.
enum GoldenText {
    static let version = 2
    /// Those that are read.
    static let versions = 1...version
    /// How a file of it begins.
    static let magic = "golden trace "

    static func isGolden(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic.utf8) }

    /// Whether a line is one of those by which Git marks what it could not merge.
    static func isMergeMark(_ line: Substring) -> Bool {
        guard let first = line.utf8.first, "<|=>".utf8.contains(first) else { return false }
        let mark = line.prefix { $0 == line.first }
        return mark.utf8.count == 7 && (mark.endIndex == line.endIndex || line[mark.endIndex] == " ")
    }

    /// The version that the first line of a file tells.
    static func version(ofFirst line: Substring) throws -> Int {
        var cursor = GoldenCursor(line)
        return try Damage.at(1) {
            try cursor.require(magic)
            let version = try cursor.number()
            guard versions.contains(version) else { throw ForeignVersion(version: version) }
            guard cursor.isAtEnd else { throw Damage("'\(cursor.rest.prefix(20))' is too much") }
            return version
        }
    }

    /// The text of a trace in its canonical form, without times.
    static func text(of trace: Trace) -> String { GoldenWriter.text(trace) }

    /// The trace that a text tells, in its canonical form.
    ///
    /// - Throws: ``Damage`` and ``ForeignVersion``.
    static func trace(_ text: String) throws -> Trace { try GoldenReader.trace(text) }

    /// Why a text is none.
    struct Damage: Error {
        var message: String
        var line = 0

        init(_ message: String) { self.message = message }

        /// Does `body`, whose damage is at a line.
        static func at<Result>(_ line: Int, _ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch var damage as Damage {
                damage.line = line
                throw damage
            }
        }
    }

    /// A file of a later version.
    struct ForeignVersion: Error {
        var version: Int
    }

    static let workMark = "=> "
    static let parentMark = " < "
    static let indent = 2
    /// What runs in calls at this column or behind it stands no further right: a trace may be as deep as it is long.
    static let lastColumn = 40

    /// Whether what runs in a call stands further right.
    static func isFrame(_ operation: Trace.Operation, at column: Int, _ version: Int) -> Bool {
        guard column < lastColumn else { return false }
        return operation == .handler || operation == .mark || operation == .invoke && version == 1
    }
}

/// The words of a row: bare where they are plain, in quotation marks where not.
enum GoldenWord {
    /// A word as it is written.
    static func written(_ word: String) -> String { isBare(word) ? word : quoted(word) }

    /// Whether a bare word may begin with a character: not with a digit, which begins a number.
    static func isBareStart(_ character: Unicode.Scalar) -> Bool {
        character.properties.isAlphabetic || character == "_" || character == "."
    }

    /// Whether a bare word may go on with a character.
    static func isBareCharacter(_ character: Unicode.Scalar) -> Bool {
        isBareStart(character) || ("0"..."9").contains(character) || character == "-"
    }

    private static func isBare(_ word: String) -> Bool {
        word.unicodeScalars.first.map(isBareStart) ?? false && word.unicodeScalars.allSatisfy(isBareCharacter)
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where isHidden(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Whether a character would break a line, or not be seen.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        default: false
        }
    }

    /// A text that ends where a bracket closes that was not opened in it: as it is where that is so, else quoted.
    static func bracketed(_ text: String) -> String {
        var depth = 0
        for scalar in text.unicodeScalars {
            if scalar == "(" { depth += 1 }
            if scalar == ")" { depth -= 1 }
            if depth < 0 || isHidden(scalar) { return quoted(text) }
        }
        return depth == 0 && text.unicodeScalars.first != "\"" ? text : quoted(text)
    }

    /// Generic arguments, from `<` to the `>` that closes it; nil where they are not that.
    static func arguments(_ text: Substring) -> Substring? {
        var depth = 0
        var last: Unicode.Scalar = " "
        for index in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[index]
            if isHidden(scalar) || scalar == "\"" { return nil }
            if scalar == "<" { depth += 1 }
            // That of a function's type is none.
            if scalar == ">", last != "-" { depth -= 1 }
            last = scalar
            if depth == 0 { return text[...index] }
            if depth < 0 { return nil }
        }
        return nil
    }
}
