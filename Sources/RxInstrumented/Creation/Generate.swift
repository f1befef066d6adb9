extension ObservableType {
    /// A sequence of states, each made from the one before, for as long as a condition holds.
    ///
    /// ```swift
    /// Observable.generate(initialState: 1, condition: { $0 < 10 }, iterate: { $0 * 2 })
    ///     .subscribe(onNext: { print($0) })  // 1 2 4 8
    /// ```
    ///
    /// An error that `condition` or `iterate` throws ends the sequence.
    ///
    /// `scheduler` makes and sends each state in a step of its own.
    @inlinable
    public static func generate(
        initialState: Element, condition: @escaping (Element) throws -> Bool,
        scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
        iterate: @escaping (Element) throws -> Element
    ) -> Observable<Element> {
        Generate(initialState: initialState, condition: condition, iterate: iterate, scheduler: scheduler)
    }
}

@usableFromInline
final class Generate<Element>: Producer<Element> {
    @inlinable init(
        initialState: Element, condition: @escaping (Element) throws -> Bool,
        iterate: @escaping (Element) throws -> Element, scheduler: any ImmediateSchedulerType
    ) {
        super.init { _, downstream, cancel in
            let sink = GenerateSink(
                state: initialState, condition: condition, iterate: iterate, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(on: scheduler) })
        }
    }
}

@usableFromInline
final class GenerateSink<Element>: Sink<Element> {
    @usableFromInline var state: Element
    @usableFromInline let condition: (Element) throws -> Bool
    @usableFromInline let iterate: (Element) throws -> Element

    @inlinable init(
        state: Element, condition: @escaping (Element) throws -> Bool, iterate: @escaping (Element) throws -> Element,
        downstream: Edge<Element>, cancel: SinkDisposer
    ) {
        self.state = state
        self.condition = condition
        self.iterate = iterate
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(on scheduler: any ImmediateSchedulerType) -> DisposableObject? {
        scheduler.recursion(true) { isFirst, recurse in
            do {
                if !isFirst { self.state = try self.handle(.iterate) { try self.iterate(self.state) } }
                guard try self.handle(.condition, { try self.condition(self.state) }) else {
                    return self.finish(.completed)
                }
                self.forwardOn(.next(self.state))
                recurse(false)
            } catch {
                self.finish(.error(error))
            }
        }
    }
}
