/// The keys of the screen to look around in: the pane of help, and `rxtrace browse --help`.
enum BrowseHelp {
    static let keys: [(keys: String, meaning: String)] = [
        ("j k, arrows, wheel", "the next and the previous row; 12j goes twelve"),
        ("space b, d u", "a page, half a page, down and up"),
        ("g G, 812G, :812", "the first row, the last, call @812"),
        ("h l, arrows", "fold and unfold; h on a folded row goes to its caller"),
        ("Enter, click", "fold or unfold the row"),
        ("C O", "fold all, unfold all"),
        ("p", "the caller"),
        ("t", "the trigger: what made the call run now"),
        ("r", "the origin: the call that handed the element in; 2r the second"),
        ("e", "what came of the call; 2e the second"),
        ("Ctrl-O, Tab", "back to where a jump led from, and forth"),
        ("/ ?", "look for a text, also backward: next(3), query, Cell.swift:12"),
        ("n N", "the next match, the previous"),
        ("] [ !", "the next finding, the previous, all of them"),
        ("z Z", "closer, farther: user, operators, internals"),
        ("&", "show only the calls with a pattern, and those below them"),
        ("s x T", "show only this subscription, this operator, this thread; again: all"),
        ("a, Esc", "show all again"),
        ("i w m v", "details, why, the marbles and the graph of the chain"),
        ("J K =", "scroll the pane; give it all of the screen"),
        ("R", "read on in a recording that has grown"),
        ("H", "these keys"),
        ("q", "quit; Ctrl-C too, with status 130"),
    ]

    /// How many columns the keys take, with the gap behind them.
    static var keyColumns: Int { (keys.map(\.keys.count).max() ?? 0) + 2 }

    static var lines: [String] {
        keys.map { one in
            one.keys + String(repeating: " ", count: keyColumns - one.keys.count) + one.meaning
        }
    }
}
