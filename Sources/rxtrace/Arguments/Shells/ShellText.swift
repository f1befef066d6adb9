import Foundation
import RxTraceKit

/// Text as a user types it in a shell.
enum ShellText {
    private static let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_./:=,+@%"))

    /// Between quotes, which a shell takes as it stands.
    ///
    /// A quote in it ends the quotes, stands alone behind a backslash, and begins them again.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    /// Words in a row; those with other characters than most names have are quoted.
    static func words(_ words: [String]) -> String {
        words.map { word in
            let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(plain.contains)
            return TerminalText.escaped(isPlain ? word : quoted(word))
        }.joined(separator: " ")
    }
}
