import Foundation
import ReactiveObjC

/// Faults of ReactiveObjC's signals, each with a sound twin. They subscribe on the main queue, where signals do so at once.
extension FaultProgram {
    static let signals: [FaultProgram] = [
        FaultProgram("a signal that is published and not connected") {
            DispatchQueue.main.sync {
                let (screen, source) = (Screen(), RACSubject<Int>())
                let shared = source.map { $0 + 1 }.publish()  // FAULT: unconnected
                let shown = shared.signal.subscribeNext { screen.show($0) }
                source.sendNext(1)
                shown?.dispose()
            }
        },
        FaultProgram("a signal that is multicast and not connected") {
            DispatchQueue.main.sync {
                let (screen, source) = (Screen(), RACSubject<Int>())
                let shared = source.multicast(RACReplaySubject())  // FAULT: unconnected
                let shown = shared.signal.subscribeNext { screen.show($0) }
                source.sendNext(1)
                shown?.dispose()
            }
        },
        FaultProgram("a signal that is published and connected", near: ["unconnected"]) {
            DispatchQueue.main.sync {
                let (screen, source) = (Screen(), RACSubject<Int>())
                let shared = source.map { $0 + 1 }.publish()
                shared.signal.subscribeNext { screen.show($0) }
                shared.connect()
                source.sendNext(1)
                source.sendCompleted()
            }
        },
        FaultProgram("two connections of one line, of which one is used", near: ["unconnected"]) {
            DispatchQueue.main.sync {
                let (screen, source) = (Screen(), RACSubject<Int>())
                let shared = (1...2).map { number in source.map { $0 + number }.publish() }
                shared[1].signal.subscribeNext { screen.show($0) }
                shared[1].connect()
                source.sendNext(1)
                source.sendCompleted()
            }
        },
        FaultProgram("a signal that connects by itself", near: ["unconnected"]) {
            DispatchQueue.main.sync {
                let (screen, source) = (Screen(), RACSubject<Int>())
                let shown = source.publish().autoconnect().subscribeNext { screen.show($0) }
                source.sendNext(1)
                shown?.dispose()
            }
        },
        FaultProgram("the subject of a connection, whose source does not end", near: ["uncompleted-subject"]) {
            DispatchQueue.main.sync {
                let (screen, source) = (Screen(), RACSubject<Int>())
                let shared = source.publish()
                shared.signal.subscribeNext { screen.show($0) }
                let connection = shared.connect()
                source.sendNext(1)
                connection.dispose()
            }
        },
        FaultProgram("a request that two signals' subscribers make") {
            DispatchQueue.main.sync {
                let screen = Screen()
                let user = RACSignal<String>.createSignal { subscriber in  // FAULT: repeated-side-effect
                    screen.show("request")
                    subscriber.sendNext("Ada")
                    subscriber.sendCompleted()
                    return nil
                }
                user.subscribeNext { screen.show($0) }
                user.map { $0.count }.subscribeNext { screen.show($0) }
            }
        },
        FaultProgram("a request that is made once and replayed", near: ["repeated-side-effect"]) {
            DispatchQueue.main.sync {
                let screen = Screen()
                let user = RACSignal<String>.createSignal { subscriber in
                    screen.show("request")
                    subscriber.sendNext("Ada")
                    subscriber.sendCompleted()
                    return nil
                }.replayLazily()
                user.subscribeNext { screen.show($0) }
                user.map { $0.count }.subscribeNext { screen.show($0) }
            }
        },
        FaultProgram("signals that are handed over", near: ["nested-subscribe"]) {
            DispatchQueue.main.sync {
                let (screen, uploads) = (Screen(), RACSubject<RACSignal<Int>>())
                uploads.subscribeNext { upload in
                    upload.subscribeNext { screen.show($0) }
                }
                uploads.sendNext(.return(1))
                uploads.sendCompleted()
            }
        },
    ]
}
