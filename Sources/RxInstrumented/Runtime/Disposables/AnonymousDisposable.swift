/// A disposable that runs a closure, once.
@usableFromInline
final class AnonymousDisposable: StoppableObject, Cancelable {
    private var action: (() -> Void)?
    // Which closure of the user's the action is; nil for one of the library's own.
    private let label: HandlerLabel?

    @usableFromInline init(_ label: HandlerLabel? = nil, _ action: @escaping () -> Void) {
        self.label = label
        self.action = action
        super.init()
    }

    @usableFromInline var isDisposed: Bool { disposed.isSet }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            guard disposed.set(), let action = action.take() else { return }
            if let label {
                recordedHandler(label, self, action)
            } else {
                action()
            }
        }
    }
}

extension Disposables {
    /// A disposable that runs `dispose` the first time it is disposed, on the thread that does so.
    public static func create(with dispose: @escaping () -> Void) -> any Cancelable {
        AnonymousDisposable(.disposeAction, dispose)
    }
}
