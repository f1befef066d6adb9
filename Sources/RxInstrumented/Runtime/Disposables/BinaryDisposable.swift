/// Two disposables that are disposed together.
@usableFromInline
final class BinaryDisposable: StoppableObject, Cancelable {
    private var first: DisposableObject?
    private var second: DisposableObject?

    @usableFromInline init(_ first: consuming DisposableObject?, _ second: consuming DisposableObject?) {
        self.first = consume first
        self.second = consume second
        super.init()
    }

    @usableFromInline var isDisposed: Bool { disposed.isSet }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            guard disposed.set() else { return }
            first.take()?.dispose()
            second.take()?.dispose()
        }
    }
}

extension Disposables {
    /// A disposable that disposes both.
    public static func create(_ disposable1: any Disposable, _ disposable2: any Disposable) -> any Cancelable {
        BinaryDisposable(disposable1._object, disposable2._object)
    }
}
