import RxInstrumented

// So that programs end which go round in circles; RxSwift's logs were recorded with the same.
private let subscribeLimit = 24

extension ProgramRun {
    /// The next subscription's number; nil where there are as many as there may be.
    func beginSubscription() -> Int? {
        guard world.subscribed < subscribeLimit else { return nil }
        defer { world.subscribed += 1 }
        log("sub\(world.subscribed)")
        return world.subscribed
    }

    func subscribe(to observable: ProgramObservable, _ holder: ProgramHolder, _ observer: ProgramObserver?) {
        guard let number = beginSubscription() else { return }
        // Kept before it subscribes: a closure may dispose it meanwhile.
        switch holder {
        case .single, .event:
            let single = SingleAssignmentDisposable()
            world.subscriptions.append((single, number))
            single.setDisposable(subscription(to: observable, number, holder, observer))
        case .serial:
            let serial = SerialDisposable()
            world.subscriptions.append((serial, number))
            serial.disposable = subscription(to: observable, number, holder, observer)
        case .composite:
            let composite = CompositeDisposable()
            world.subscriptions.append((composite, number))
            _ = composite.insert(subscription(to: observable, number, holder, observer))
        case .bag:
            let bag = DisposeBag()
            world.bags[number] = bag
            // Of whichever world there is by then.
            let release = Disposables.create { self.world.releaseBag(number) }
            world.subscriptions.append((release, number))
            bag.insert(subscription(to: observable, number, holder, observer))
        }
        log("sub\(number).")
    }

    func subscription(
        to observable: ProgramObservable, _ number: Int, _ holder: ProgramHolder, _ observer: ProgramObserver?
    ) -> any Disposable {
        let next = { (element: ProgramElement) in
            self.log("\(number)> \(element)")
            self.reactQuietly(observer?.onNext, "n")
        }
        let failed = { (error: any Error) in
            self.log("\(number)> error \(errorText(error))")
            self.reactQuietly(observer?.onEnd, "e")
        }
        let completed = {
            self.log("\(number)> completed")
            self.reactQuietly(observer?.onEnd, "e")
        }
        if holder == .event {
            return observable.subscribe { (event: Event<ProgramElement>) in
                switch event {
                case .next(let element): next(element)
                case .error(let error): failed(error)
                case .completed: completed()
                }
            }
        }
        return observable.subscribe(
            onNext: next, onError: failed, onCompleted: completed,
            onDisposed: {
                self.log("\(number)> disposed")
                self.reactQuietly(observer?.onDisposed, "d")
            })
    }
}
