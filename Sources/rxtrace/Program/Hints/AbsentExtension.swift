/// A member of `rx` that a program uses, and that nobody declares: as a rule an extension of a view in RxCocoa.
enum AbsentExtension {
    static func hint(for error: CompilerError) -> String? {
        if let found = error.text.firstMatch(of: /value of type '([\w.]+)' has no member 'rx'/) {
            return "`extension \(found.1): ReactiveCompatible {}` gives it `rx`. RxCocoa's extensions of views, such "
                + "as `rx.tap`, are not there"
        }
        let pattern = /value of type 'Reactive<(.+?)>' has no (?:dynamic )?member '(\w+)'/
        guard let found = error.text.firstMatch(of: pattern) else { return nil }
        let (base, member) = (found.1, found.2)
        if runtime.contains(String(member)) {
            return "`rx.\(member)` needs the Objective-C runtime, which is not there. A BehaviorRelay in the "
                + "property's place tells of changes, or RACObserve of one that is marked `@RACObservable`"
        }
        return "RxCocoa's extensions of views are not there, so `\(base)` has no `rx.\(member)`. Declare it, "
            + "`extension Reactive where Base: \(base) { var \(member): … }`: a ControlEvent for what happens, a "
            + "ControlProperty for what changes, a Binder for what is shown"
    }

    private static let runtime: Set<String> = ["observe", "observeWeakly", "methodInvoked", "sentMessage"]
}
