import RxTraceKit

/// An observer that passes each element to a closure, together with a target object that it references weakly.
///
/// ```swift
/// let title = Binder(label) { label, title in label.text = title }
/// name.subscribe(title)
/// ```
///
/// For sequences that cannot fail: an error traps in a debug build of the library, and is reported on standard error in
/// a release build. Once the target is released, elements are dropped.
public struct Binder<Value>: ObserverType {
    /// The type of the values that are bound.
    public typealias Element = Value

    private let target: BinderTarget
    private let binding: (Value) -> Void

    /// - Parameters:
    ///   - target: the object that is bound to, referenced weakly.
    ///   - scheduler: the scheduler that runs `binding`: by default on the main queue, at once if possible.
    ///   - binding: takes the target and the element.
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

    /// The object that stands for the binder in a trace.
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

/// Stands for a ``Binder``, which is a struct, in a trace.
private final class BinderTarget: TracedObject {
    override init() { super.init() }

    override var traceRole: Trace.Role { .observer }
}
