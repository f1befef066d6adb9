import RxTraceKit
import Testing

struct TerminalTextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("下一步", 6), ("├─ ", 3), ("é", 1), ("e\u{301}", 1), ("한글", 4), ("ｆ", 2), ("😀", 2),
        ("1\u{FE0F}\u{20E3}", 2),
        ("👨‍👩‍👧", 2), ("…", 1),
    ])
    func columnsAreThoseOfATerminal(text: String, columns: Int) {
        #expect(TerminalText.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("plain", "plain"), ("下一步 é 👨‍👩‍👧", "下一步 é 👨‍👩‍👧"), ("a\nb\rc\td", "a\\nb\\rc\\td"), ("\u{1B}[31m", "\\u{1B}[31m"),
        ("\u{0}\u{7F}\u{9B}", "\\u{0}\\u{7F}\\u{9B}"),
        ("\u{202E}abc\u{2066}\u{2028}", "\\u{202E}abc\\u{2066}\\u{2028}"),
    ])
    func whatCommandsATerminalIsEscapedAndAllElseStays(text: String, escaped: String) {
        #expect(TerminalText.escaped(text) == escaped)
    }

    @Test(arguments: [
        ("plain é", "plain é"), ("\u{1B}[31mred\u{1B}[0m end", "red end"), ("\u{1B}[1;38;5;9mé\u{1B}[m", "é"),
        ("\u{1B}[2J\u{1B}[3", "\u{1B}[2J\u{1B}[3"), ("\u{1B}\u{1B}[0m\u{1B}", "\u{1B}\u{1B}"),
        ("\u{1B}[٣m", "\u{1B}[٣m"),
    ])
    func coloursGoAndAllElseStays(text: String, plain: String) {
        #expect(TerminalText.withoutColors(text) == plain)
    }
}
