import RxSwift

private func save() -> Observable<Int> {
    .create { observer in
        observer.onError(Failure())
        return Disposables.create()
    }
}

extension FaultProgram {
    static let errors: [FaultProgram] = [
        FaultProgram("an onError that does nothing") {
            let screen = Screen()
            _ = save().subscribe(onNext: { screen.show($0) }, onError: { _ in })  // FAULT: swallowed-error
        },
        FaultProgram("an onError that shows it") {
            let screen = Screen()
            _ = save().subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) })
        },
        FaultProgram("an onError with nothing but good intentions") {
            let screen = Screen()
            _ = save()
                .map { "\($0)" }
                .subscribe(  // FAULT: swallowed-error
                    onNext: { screen.show($0) },
                    onError: { error in
                        // TODO: show it
                    })
        },
        FaultProgram("an onError that says so in a word") {
            let screen = Screen()
            _ = save()
                .map { "\($0)" }
                .subscribe(
                    onNext: { screen.show($0) },
                    onError: { error in
                        // Shown where the user looks.
                        screen.title = "failed"
                    })
        },
        FaultProgram("no onError at all") {
            let screen = Screen()
            _ = save().subscribe(onNext: { screen.show($0) })  // FAULT: swallowed-error
        },
        FaultProgram("no onError and no error") {
            let screen = Screen()
            _ = Observable.of(1).subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch that answers nothing") {
            let screen = Screen()
            _ = save()
                .catch { _ in .empty() }  // FAULT: swallowed-error
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch that answers a value") {
            let screen = Screen()
            _ = save().catch { _ in .just(0) }.subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch that tells and answers nothing") {
            let screen = Screen()
            _ = save()
                .catch { error in
                    screen.show(error)
                    return .empty()
                }
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a catch that answers nothing after a do that told") {
            let screen = Screen()
            _ = save()
                .do(onError: { screen.show($0) })
                .catch { _ in .never() }
                .subscribe(onNext: { screen.show($0) })
                .dispose()
        },
        FaultProgram("an error materialized") {
            let screen = Screen()
            _ = save().materialize().subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("an error thrown by a transform, seen by nobody") {
            let screen = Screen()
            _ = Observable.of("1", "two")
                .map { text -> Int in
                    guard let number = Int(text) else { throw Failure() }
                    return number
                }
                .subscribe(onNext: { screen.show($0) })  // FAULT: swallowed-error
        },
        FaultProgram("an error thrown by a transform, replaced") {
            let screen = Screen()
            _ = Observable.of("1", "two")
                .map { text -> Int in
                    guard let number = Int(text) else { throw Failure() }
                    return number
                }
                .catchAndReturn(0)
                .subscribe(onNext: { screen.show($0) })
        },
    ]
}
