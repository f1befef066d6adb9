import RxTraceKit

/// An observer that hands each element to a closure, with an object it does not keep alive.
///
/// ```swift
/// let title = Binder(label) { label, title in label.text = title }
/// name.subscribe(title)
/// ```
///
/// It is for sequences that cannot fail: an error stops a debug build of the library, and is reported on standard error
/// by a release build. Once the object is released, elements are dropped.
public struct Binder<Value>: ObserverType {
    /// The type of the values that are bound.
    public typealias Element = Value

    private let target: BinderTarget
    private let binding: (Value) -> Void

    /// - Parameters:
    ///   - target: the object that is bound to; it is not kept.
    ///   - scheduler: runs `binding`; on the main queue unless another is given, at once where possible.
    ///   - binding: is given the object and the element.
    public init<Target: AnyObject>(
        _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler(),
        binding: @escaping (Target, Value) -> Void
    ) {
        let node = BinderTarget()
        self.target = node
        self.binding = { [weak target] element in
            _ = scheduler.schedule(element) { [weak target] element in
                if let target { recordedHandler(.binding, node) { binding(target, element) } }
                return Disposables.create()
            }
        }
    }

    /// The observer that an edge to the binder leads to.
    @usableFromInline var node: Unmanaged<TracedObject> { .passUnretained(target) }

    public func on(_ event: Event<Value>) {
        recorded(.on, as: Binder<Value>.self, node, event) {
            switch event {
            case .next(let element): binding(element)
            case .error(let error): reportBindingError(error)
            case .completed: break
            }
        }
    }

    /// The binder with its type hidden.
    public func asObserver() -> AnyObserver<Value> {
        AnyObserver(self)
    }
}

/// Stands for a ``Binder`` in a trace: the binder itself is a value.
private final class BinderTarget: TracedObject {
    override init() { super.init() }

    override var traceRole: Trace.Role { .observer }
}
