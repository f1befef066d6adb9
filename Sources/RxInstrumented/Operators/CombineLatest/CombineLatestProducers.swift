// Written by ArityFamily: change it there, then `make arities`.

@usableFromInline
final class CombineLatest2<E1, E2, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, isUsers: Bool,
        resultSelector: @escaping (E1, E2) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestSink2_<E1, E2, Result>(
                arity: 2, isUsers: isUsers, downstream: downstream, cancel: cancel)
            let place1 = sink.place(0, of: source1)
            let place2 = sink.place(1, of: source2)
            let combine = {
                sink.send { try resultSelector(place1.take(), place2.take()) }
            }
            let subscription = sink.run {
                Disposables.create([
                    sink.observe(source1, place1, combine), sink.observe(source2, place2, combine),
                ])._object
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class CombineLatestSink2_<E1, E2, Result>: CombineLatestSink<Result> {}

@usableFromInline
final class CombineLatest3<E1, E2, E3, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, isUsers: Bool,
        resultSelector: @escaping (E1, E2, E3) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestSink3_<E1, E2, E3, Result>(
                arity: 3, isUsers: isUsers, downstream: downstream, cancel: cancel)
            let place1 = sink.place(0, of: source1)
            let place2 = sink.place(1, of: source2)
            let place3 = sink.place(2, of: source3)
            let combine = {
                sink.send { try resultSelector(place1.take(), place2.take(), place3.take()) }
            }
            let subscription = sink.run {
                Disposables.create([
                    sink.observe(source1, place1, combine), sink.observe(source2, place2, combine),
                    sink.observe(source3, place3, combine),
                ])._object
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class CombineLatestSink3_<E1, E2, E3, Result>: CombineLatestSink<Result> {}

@usableFromInline
final class CombineLatest4<E1, E2, E3, E4, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3, E4) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestSink4_<E1, E2, E3, E4, Result>(
                arity: 4, isUsers: isUsers, downstream: downstream, cancel: cancel)
            let place1 = sink.place(0, of: source1)
            let place2 = sink.place(1, of: source2)
            let place3 = sink.place(2, of: source3)
            let place4 = sink.place(3, of: source4)
            let combine = {
                sink.send { try resultSelector(place1.take(), place2.take(), place3.take(), place4.take()) }
            }
            let subscription = sink.run {
                Disposables.create([
                    sink.observe(source1, place1, combine), sink.observe(source2, place2, combine),
                    sink.observe(source3, place3, combine), sink.observe(source4, place4, combine),
                ])._object
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class CombineLatestSink4_<E1, E2, E3, E4, Result>: CombineLatestSink<Result> {}

@usableFromInline
final class CombineLatest5<E1, E2, E3, E4, E5, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, isUsers: Bool, resultSelector: @escaping (E1, E2, E3, E4, E5) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestSink5_<E1, E2, E3, E4, E5, Result>(
                arity: 5, isUsers: isUsers, downstream: downstream, cancel: cancel)
            let place1 = sink.place(0, of: source1)
            let place2 = sink.place(1, of: source2)
            let place3 = sink.place(2, of: source3)
            let place4 = sink.place(3, of: source4)
            let place5 = sink.place(4, of: source5)
            let combine = {
                sink.send {
                    try resultSelector(
                        place1.take(), place2.take(), place3.take(), place4.take(), place5.take())
                }
            }
            let subscription = sink.run {
                Disposables.create([
                    sink.observe(source1, place1, combine), sink.observe(source2, place2, combine),
                    sink.observe(source3, place3, combine), sink.observe(source4, place4, combine),
                    sink.observe(source5, place5, combine),
                ])._object
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class CombineLatestSink5_<E1, E2, E3, E4, E5, Result>: CombineLatestSink<Result> {}

@usableFromInline
final class CombineLatest6<E1, E2, E3, E4, E5, E6, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, _ source6: Observable<E6>, isUsers: Bool,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestSink6_<E1, E2, E3, E4, E5, E6, Result>(
                arity: 6, isUsers: isUsers, downstream: downstream, cancel: cancel)
            let place1 = sink.place(0, of: source1)
            let place2 = sink.place(1, of: source2)
            let place3 = sink.place(2, of: source3)
            let place4 = sink.place(3, of: source4)
            let place5 = sink.place(4, of: source5)
            let place6 = sink.place(5, of: source6)
            let combine = {
                sink.send {
                    try resultSelector(
                        place1.take(), place2.take(), place3.take(), place4.take(), place5.take(), place6.take())
                }
            }
            let subscription = sink.run {
                Disposables.create([
                    sink.observe(source1, place1, combine), sink.observe(source2, place2, combine),
                    sink.observe(source3, place3, combine), sink.observe(source4, place4, combine),
                    sink.observe(source5, place5, combine), sink.observe(source6, place6, combine),
                ])._object
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class CombineLatestSink6_<E1, E2, E3, E4, E5, E6, Result>: CombineLatestSink<Result> {}

@usableFromInline
final class CombineLatest7<E1, E2, E3, E4, E5, E6, E7, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, _ source6: Observable<E6>, _ source7: Observable<E7>, isUsers: Bool,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestSink7_<E1, E2, E3, E4, E5, E6, E7, Result>(
                arity: 7, isUsers: isUsers, downstream: downstream, cancel: cancel)
            let place1 = sink.place(0, of: source1)
            let place2 = sink.place(1, of: source2)
            let place3 = sink.place(2, of: source3)
            let place4 = sink.place(3, of: source4)
            let place5 = sink.place(4, of: source5)
            let place6 = sink.place(5, of: source6)
            let place7 = sink.place(6, of: source7)
            let combine = {
                sink.send {
                    try resultSelector(
                        place1.take(), place2.take(), place3.take(), place4.take(), place5.take(), place6.take(),
                        place7.take())
                }
            }
            let subscription = sink.run {
                Disposables.create([
                    sink.observe(source1, place1, combine), sink.observe(source2, place2, combine),
                    sink.observe(source3, place3, combine), sink.observe(source4, place4, combine),
                    sink.observe(source5, place5, combine), sink.observe(source6, place6, combine),
                    sink.observe(source7, place7, combine),
                ])._object
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class CombineLatestSink7_<E1, E2, E3, E4, E5, E6, E7, Result>: CombineLatestSink<Result> {}

@usableFromInline
final class CombineLatest8<E1, E2, E3, E4, E5, E6, E7, E8, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.combines, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(
        _ source1: Observable<E1>, _ source2: Observable<E2>, _ source3: Observable<E3>, _ source4: Observable<E4>,
        _ source5: Observable<E5>, _ source6: Observable<E6>, _ source7: Observable<E7>, _ source8: Observable<E8>,
        isUsers: Bool, resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Result
    ) {
        super.init { _, downstream, cancel in
            let sink = CombineLatestSink8_<E1, E2, E3, E4, E5, E6, E7, E8, Result>(
                arity: 8, isUsers: isUsers, downstream: downstream, cancel: cancel)
            let place1 = sink.place(0, of: source1)
            let place2 = sink.place(1, of: source2)
            let place3 = sink.place(2, of: source3)
            let place4 = sink.place(3, of: source4)
            let place5 = sink.place(4, of: source5)
            let place6 = sink.place(5, of: source6)
            let place7 = sink.place(6, of: source7)
            let place8 = sink.place(7, of: source8)
            let combine = {
                sink.send {
                    try resultSelector(
                        place1.take(), place2.take(), place3.take(), place4.take(), place5.take(), place6.take(),
                        place7.take(), place8.take())
                }
            }
            let subscription = sink.run {
                Disposables.create([
                    sink.observe(source1, place1, combine), sink.observe(source2, place2, combine),
                    sink.observe(source3, place3, combine), sink.observe(source4, place4, combine),
                    sink.observe(source5, place5, combine), sink.observe(source6, place6, combine),
                    sink.observe(source7, place7, combine), sink.observe(source8, place8, combine),
                ])._object
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class CombineLatestSink8_<E1, E2, E3, E4, E5, E6, E7, E8, Result>: CombineLatestSink<Result> {}
