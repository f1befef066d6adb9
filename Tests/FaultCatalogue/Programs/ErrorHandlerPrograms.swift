import RxSwift

private func save() -> Observable<Int> { .error(Failure()) }

extension FaultProgram {
    /// The ways to write a handler that does nothing with its error, and those that look like one.
    static let errorHandlers: [FaultProgram] = [
        FaultProgram("handlers with an owner, and none for the error") {
            let screen = Screen()
            _ = save().subscribe(with: screen, onNext: { $0.show($1) })  // FAULT: swallowed-error
        },
        FaultProgram("handlers with an owner, one of them for the error") {
            let screen = Screen()
            _ = save().subscribe(with: screen, onNext: { $0.show($1) }, onError: { $0.show($1) })
        },
        FaultProgram("a handler with an owner that does nothing with the error") {
            let screen = Screen()
            _ = save().subscribe(  // FAULT: swallowed-error
                with: screen, onNext: { $0.show($1) }, onError: { _, _ in })
        },
        FaultProgram("only the end, with an owner") {
            let screen = Screen()
            _ = save().subscribe(with: screen, onCompleted: { $0.show("saved") })  // FAULT: swallowed-error
        },
        FaultProgram("only the error, with an owner") {
            let screen = Screen()
            _ = save().subscribe(with: screen, onError: { $0.show($1) })
        },
        FaultProgram("a catch that names its error and answers nothing") {
            let screen = Screen()
            _ = save()
                .catch { error in return Observable.empty() }  // FAULT: swallowed-error
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch that answers nothing for some errors") {
            let screen = Screen()
            _ = save()
                .catch { error in error is Failure ? .just(0) : .empty() }
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch with the type of its error") {
            let screen = Screen()
            _ = save()
                .catch { (_: any Error) in .empty() }  // FAULT: swallowed-error
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch with the type of its error, which tells it") {
            let screen = Screen()
            _ = save()
                .catch { (error: any Error) in
                    screen.show(error)
                    return .empty()
                }
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch with the type of its answer") {
            let screen = Screen()
            _ = save()
                .catch { (error) -> Observable<Int> in return .never() }  // FAULT: swallowed-error
                .subscribe(onNext: { screen.show($0) })
                .dispose()
        },
        FaultProgram("a catch with the type of its answer, a value") {
            let screen = Screen()
            _ = save()
                .catch { (error) -> Observable<Int> in return .just(0) }
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch given a function, before a flatMap that answers nothing") {
            let screen = Screen()
            let repair: (any Error) -> Observable<Int> = { error in
                screen.show(error)
                return .just(0)
            }
            _ = save().catch(repair).flatMap { _ in Observable<Int>.empty() }.subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("an onError that returns") {
            let screen = Screen()
            _ = save().subscribe(onNext: { screen.show($0) }, onError: { _ in return })  // FAULT: swallowed-error
        },
        FaultProgram("an onError that is the empty value") {
            let screen = Screen()
            _ = save().subscribe(onNext: { screen.show($0) }, onError: { _ in () })  // FAULT: swallowed-error
        },
        FaultProgram("an onError that returns what it is told to") {
            let screen = Screen()
            _ = save().subscribe(onNext: { screen.show($0) }, onError: { return screen.show($0) })
        },
    ]
}
