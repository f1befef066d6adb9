import Foundation
import RxSwift

private final class Server {
    private(set) var questions = 0

    func search(_ text: String) -> Observable<[String]> {
        Observable.create { observer in
            self.questions += 1
            observer.onNext([text])
            observer.onCompleted()
            return Disposables.create()
        }
    }

    func find(_ text: String) -> Observable<[String]> {
        Observable.create { observer in
            self.questions += 1
            observer.onNext([text])
            observer.onCompleted()
            return Disposables.create()
        }
    }
}

private func request(_ screen: Screen) -> Observable<Int> {
    .create { observer in
        screen.show("asks")
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create()
    }
}

extension FaultProgram {
    static let flatMaps: [FaultProgram] = [
        FaultProgram("a search bound twice") {
            let (screen, text, server, bag) = (Screen(), PublishSubject<String>(), Server(), DisposeBag())
            let results =
                text.distinctUntilChanged().flatMapLatest { server.search($0) }  // FAULT: repeated-side-effect
            results.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            results.map { $0.isEmpty }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            text.onNext("rx")
            text.onNext("swift")
        },
        FaultProgram("a search shared and bound twice") {
            let (screen, text, server, bag) = (Screen(), PublishSubject<String>(), Server(), DisposeBag())
            let results = text.distinctUntilChanged().flatMapLatest { server.find($0) }.share(replay: 1)
            results.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            results.map { $0.isEmpty }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            text.onNext("rx")
            text.onNext("swift")
        },
        FaultProgram("a search mapped and switched, of which two things are made") {
            let (screen, text, server, bag) = (Screen(), PublishSubject<String>(), Server(), DisposeBag())
            let results = text.map { query in
                Observable<Int>.create { observer in  // FAULT: repeated-side-effect
                    screen.show("asks \(server.questions)")
                    observer.onNext(query.count)
                    return Disposables.create()
                }
            }.switchLatest()
            Observable.zip(results, results.map { $0 + 1 }) { $0 + $1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            text.onNext("rx")
        },
        FaultProgram("two levels of requests behind two subscribes") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let details = ids.flatMap { id in
                Observable.of(id, id + 1).concatMap { part in
                    Observable<Int>.deferred {  // FAULT: repeated-side-effect
                        screen.show("loads \(part)")
                        return .just(part)
                    }
                }
            }
            details.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            details.count { $0 > 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onCompleted()
        },
        FaultProgram("two levels of requests behind one subscribe") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ids.flatMap { id in
                Observable.of(id, id + 1).concatMap { part in
                    Observable<Int>.deferred {
                        screen.show("loads \(part)")
                        return .just(part)
                    }
                }
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
        },
        FaultProgram("a search left and opened again") {
            let (screen, text, server) = (Screen(), PublishSubject<String>(), Server())
            let results = text.flatMapLatest { server.find($0) }
            let first = results.subscribe(onNext: { screen.show($0) })
            text.onNext("rx")
            first.dispose()
            let second = results.subscribe(onNext: { screen.title = "\($0)" })
            text.onNext("swift")
            second.dispose()
        },
        FaultProgram("a search tried again after its failure") {
            let (screen, text, bag) = (Screen(), ReplaySubject<String>.create(bufferSize: 1), DisposeBag())
            var asked = 0
            text.flatMap { query in
                Observable<String>.create { observer in
                    asked += 1
                    if asked == 1 { observer.onError(Failure()) } else { observer.onNext(query) }
                    return Disposables.create()
                }
            }
            .retry(2)
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            text.onNext("rx")
        },
        FaultProgram("one source for every element, shared outside") {
            let (screen, taps, server, bag) = (Screen(), PublishSubject<Void>(), Server(), DisposeBag())
            let settings = server.find("settings").share(replay: 1, scope: .forever)
            let titles = taps.flatMapLatest { settings }
            titles.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            titles.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            taps.onNext(())
        },
        FaultProgram("one request for two kinds of events, in turn") {
            let (screen, timer, button, bag) = (Screen(), PublishSubject<Void>(), PublishSubject<Void>(), DisposeBag())
            let status = request(screen)
            timer.flatMapLatest { status }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            button.flatMapLatest { status }.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            button.onNext(())
            timer.onNext(())
            timer.onNext(())
        },
        FaultProgram("one request for each of two that the same event asks") {
            let (screen, button, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let status = Observable<Int>.create { observer in  // FAULT: repeated-side-effect
                screen.show("asks")
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }
            button.flatMapLatest { status }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            button.flatMapLatest { status }.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            button.onNext(())
        },
        FaultProgram("notifications that two listen to") {
            let (screen, bag) = (Screen(), DisposeBag())
            let center = NotificationCenter()
            let changes = center.rx.notification(Notification.Name("change"))
            changes.subscribe(onNext: { screen.show($0.name.rawValue) }).disposed(by: bag)
            changes.map { $0.name }.subscribe(onNext: { screen.title = $0.rawValue }).disposed(by: bag)
            center.post(name: Notification.Name("change"), object: nil)
        },
        FaultProgram("notifications that two count") {
            let (screen, bag) = (Screen(), DisposeBag())
            let center = NotificationCenter()
            let changes = center.rx.notification(Notification.Name("change"))
                .do(onNext: { screen.show($0.name.rawValue) })  // FAULT: repeated-side-effect
            changes.subscribe(onNext: { screen.show($0.name.rawValue) }).disposed(by: bag)
            changes.map { $0.name }.subscribe(onNext: { screen.title = $0.rawValue }).disposed(by: bag)
            center.post(name: Notification.Name("change"), object: nil)
        },
        FaultProgram("requests of the same line, each made twice") {
            let (screen, bag) = (Screen(), DisposeBag())
            for id in 1...3 {
                let user = Observable<Int>.create { observer in  // FAULT: repeated-side-effect
                    screen.show("asks")
                    observer.onNext(id)
                    return Disposables.create()
                }
                user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                user.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            }
        },
    ]
}

extension ObservableType {
    fileprivate func count(_ isCounted: @escaping (Element) -> Bool) -> Observable<Int> {
        reduce(0) { $0 + (isCounted($1) ? 1 : 0) }
    }
}
