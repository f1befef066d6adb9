import RxTraceKit

/// A member of `rx` that a program uses, and that nobody declares: as a rule an extension of a view in RxCocoa.
struct AbsentExtension {
    private let base: String
    private let member: String

    /// The first that the compiler's messages complain of; nil where there is none.
    init?(in messages: String) {
        let pattern = /value of type 'Reactive<(.+?)>' has no (?:dynamic )?member '(\w+)'/
        guard let found = messages.firstMatch(of: pattern) else { return nil }
        base = String(found.1)
        member = String(found.2)
    }

    /// The sentence to end the compiler's messages with.
    var message: String {
        let (base, member) = (TerminalText.escaped(base), TerminalText.escaped(member))
        return "RxCocoa's extensions of views are not there, so `\(base)` has no `rx.\(member)`. Declare it, "
            + "`extension Reactive where Base: \(base) { var \(member): … }`: a ControlEvent for what happens, a "
            + "ControlProperty for what changes, a Binder for what is shown."
    }
}
