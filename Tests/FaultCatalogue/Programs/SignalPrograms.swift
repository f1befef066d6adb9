import ReactiveObjC

/// Faults of ReactiveObjC's signals, each with a sound twin.
extension FaultProgram {
    static let signals: [FaultProgram] = [
        FaultProgram("a signal that is published and not connected") {
            let (screen, source) = (Screen(), RACSubject<Int>())
            let shared = source.map { $0 + 1 }.publish()  // FAULT: unconnected
            let shown = shared.signal.subscribeNext { screen.show($0) }
            source.sendNext(1)
            shown?.dispose()
        },
        FaultProgram("a signal that is multicast and not connected") {
            let (screen, source) = (Screen(), RACSubject<Int>())
            let shared = source.multicast(RACReplaySubject())  // FAULT: unconnected
            shared.signal.subscribeNext { screen.show($0) }
            source.sendNext(1)
            source.sendCompleted()
        },
        FaultProgram("a signal that is published and connected", near: ["unconnected"]) {
            let (screen, source) = (Screen(), RACSubject<Int>())
            let shared = source.map { $0 + 1 }.publish()
            shared.signal.subscribeNext { screen.show($0) }
            let connection = shared.connect()
            source.sendNext(1)
            connection.dispose()
        },
        FaultProgram("two connections of one line, of which one is used", near: ["unconnected"]) {
            let (screen, source) = (Screen(), RACSubject<Int>())
            let shared = (1...2).map { number in source.map { $0 + number }.publish() }
            shared[1].signal.subscribeNext { screen.show($0) }
            let connection = shared[1].connect()
            source.sendNext(1)
            connection.dispose()
        },
        FaultProgram("a signal that connects by itself", near: ["unconnected"]) {
            let (screen, source) = (Screen(), RACSubject<Int>())
            let shown = source.publish().autoconnect().subscribeNext { screen.show($0) }
            source.sendNext(1)
            shown?.dispose()
        },
        FaultProgram("subjects of connections, whose source does not end", near: ["uncompleted-subject"]) {
            let (screen, source) = (Screen(), RACSubject<Int>())
            let shared = source.publish()
            shared.signal.subscribeNext { screen.show($0) }
            source.sendNext(1)
            shared.connect().dispose()
        },
        FaultProgram("a request that two signals' subscribers make") {
            let screen = Screen()
            let user = RACSignal<String>.createSignal { subscriber in  // FAULT: repeated-side-effect
                screen.show("request")
                subscriber.sendNext("Ada")
                subscriber.sendCompleted()
                return nil
            }
            user.subscribeNext { screen.show($0) }
            user.map { $0.count }.subscribeNext { screen.show($0) }
        },
        FaultProgram("a request that is made once and replayed", near: ["repeated-side-effect"]) {
            let screen = Screen()
            let user = RACSignal<String>.createSignal { subscriber in
                screen.show("request")
                subscriber.sendNext("Ada")
                subscriber.sendCompleted()
                return nil
            }.replayLazily()
            user.subscribeNext { screen.show($0) }
            user.map { $0.count }.subscribeNext { screen.show($0) }
        },
        FaultProgram("the signals of a command, subscribed as they come", near: ["nested-subscribe"]) {
            let screen = Screen()
            let save = RACCommand<String, String> { .return($0) }
            let shown = save.executionSignals.subscribeNext { signal in
                signal.subscribeNext { screen.show($0) }
            }
            save.execute("milk")
            shown?.dispose()
        },
    ]
}
