/// A disposable that holds nothing. Its disposal is not recorded.
@usableFromInline
struct NopDisposable: Disposable {
    @usableFromInline static let noOp: any Disposable = NopDisposable()

    @usableFromInline func dispose() {}

    @usableFromInline var _object: DisposableObject? { nil }
}

extension Disposables {
    /// A disposable that does nothing.
    public static func create() -> any Disposable { NopDisposable.noOp }
}
