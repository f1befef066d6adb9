/// A single, maybe or completable where an observable is wanted: `toArray` and others have given one since RxSwift 5.
enum OtherTrait {
    static func hint(for error: CompilerError) -> String? {
        let pattern = /cannot convert .+ 'PrimitiveSequence<(Single|Maybe|Completable)Trait, .+' to .+ 'Observable<.+'/
        guard let found = error.text.firstMatch(of: pattern) else { return nil }
        return "it is a \(found.1) since RxSwift 5: `asObservable()` makes an observable of it"
    }
}
