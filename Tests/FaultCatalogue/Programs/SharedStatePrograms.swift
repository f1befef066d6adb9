import RxRelay
import RxSwift

/// A source of states, and who makes observables of it.
private final class Line {
    let status = BehaviorRelay(value: "off")
    let messages = PublishSubject<String>()
    let isOnline = PublishSubject<Bool>()
    private(set) var asked = 0

    func connect() -> Observable<String> {
        Observable.create { observer in
            self.asked += 1
            observer.onNext("on")
            return Disposables.create { self.asked -= 1 }
        }
    }

    var remade: Observable<String> {
        connect()
            .share(replay: 1)  // FAULT: remade-share
    }
    private(set) lazy var kept: Observable<String> = connect().share(replay: 1)
    func user(_ name: String) -> Observable<String> { connect().map { name + $0 }.share(replay: 1) }
    var unshared: Observable<String> { connect() }
    var counted: Observable<Int> { messages.scan(0) { count, _ in count + 1 }.share(replay: 1) }
}

/// Subscribes twice, with something else in between.
private func listen<Element>(to source: Observable<Element>, _ change: () -> Void = {}) {
    let (screen, bag) = (Screen(), DisposeBag())
    source.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    change()
    screen.show("a pause")
    Observable.just(0).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    source.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
}

extension FaultProgram {
    /// States that are shared so that late subscribers hear of them, or do not.
    static let sharedStates: [FaultProgram] = missedStates + remadeShares + repeatedChanges

    private static let missedStates: [FaultProgram] = [
        FaultProgram("a state that a share does not keep") {
            let line = Line()
            let state = line.connect().distinctUntilChanged()
                .share()  // FAULT: missed-state
            listen(to: state)
        },
        FaultProgram("a relay whose share keeps its value from who comes later") {
            let line = Line()
            let state = line.status.map { $0.uppercased() }
                .share()  // FAULT: missed-state
            listen(to: state)
        },
        FaultProgram("a line that is shared and sends something once") {
            let line = Line()
            let state = line.connect()
                .share()  // FAULT: note missed-state
            listen(to: state)
        },
        FaultProgram("a state that a subject does not keep") {
            let isOnline = PublishSubject<Bool>()  // FAULT: note missed-state
            listen(to: isOnline) { isOnline.onNext(true) }
        },
        FaultProgram("a state that a share keeps", near: ["missed-state"]) {
            listen(to: Line().connect().distinctUntilChanged().share(replay: 1))
        },
        FaultProgram("a state of a relay", near: ["missed-state"]) {
            listen(to: Line().status.asObservable())
        },
        FaultProgram("messages of which none comes any more", near: ["missed-state"]) {
            let line = Line()
            listen(to: line.messages.share()) { line.messages.onNext("hello") }
        },
        FaultProgram("a subject of messages", near: ["missed-state"]) {
            let line = Line()
            listen(to: line.messages) { line.messages.onNext("hello") }
        },
        FaultProgram("a state that changes again", near: ["missed-state"]) {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            let state = line.status.map { $0.uppercased() }.share()
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            line.status.accept("on")
            state.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            line.status.accept("off")
        },
        FaultProgram("a state that somebody else listens to when the first has left", near: ["missed-state"]) {
            let (line, screen) = (Line(), Screen())
            let state = line.connect().distinctUntilChanged().share()
            state.subscribe(onNext: { screen.show($0) }).dispose()
            screen.show("left")
            state.subscribe(onNext: { screen.title = $0 }).dispose()
        },
        FaultProgram("a late subscriber that a filter keeps from it", near: ["missed-state"]) {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            let state = line.connect().distinctUntilChanged().share()
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            screen.show("a pause")
            state.filter { $0 == "off" }.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        },
        FaultProgram("a state that a subject with a replay keeps", near: ["missed-state"]) {
            let state = ReplaySubject<Bool>.create(bufferSize: 1)
            listen(to: state) { state.onNext(true) }
        },
        FaultProgram("a state that is shared below a replay", near: ["missed-state"]) {
            listen(to: Line().kept.map { $0.uppercased() })
        },
        FaultProgram("a state that begins for each anew", near: ["missed-state"]) {
            let line = Line()
            listen(to: line.messages.share().startWith("none"))
        },
    ]

    private static let remadeShares: [FaultProgram] = [
        FaultProgram("a share that each call makes anew") {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            line.remade.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            line.remade.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        }.spanning(19...22),
        FaultProgram("a share that is made once", near: ["remade-share", "missed-state"]) {
            listen(to: Line().kept)
        },
        FaultProgram("a share that a variable keeps", near: ["remade-share"]) {
            listen(to: Line().remade)
        },
        FaultProgram("a share for each name", near: ["remade-share"]) {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            for name in ["a", "b"] {
                line.user(name).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
        },
        FaultProgram("a share for each line", near: ["remade-share"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            for line in [Line(), Line()] { line.kept.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
        FaultProgram("a share that is made again when the first was left", near: ["remade-share"]) {
            let (line, screen) = (Line(), Screen())
            for _ in 1...2 {
                line.remade.subscribe(onNext: { screen.show($0) }).dispose()
                screen.show("left")
            }
        },
        FaultProgram("a source that is not shared", near: ["remade-share"]) {
            let (line, screen) = (Line(), Screen())
            line.unshared.subscribe(onNext: { screen.show($0) }).dispose()
            line.unshared.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("a share of a subject that each call makes anew", near: ["remade-share"]) {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            line.counted.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            line.counted.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            line.messages.onNext("hello")
        },
        FaultProgram("a share that one subscribes to twice", near: ["remade-share", "repeated-change"]) {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            let state = line.remade
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.map { $0 + "!" }.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        },
        FaultProgram("a share that one asks for once", near: ["remade-share"]) {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            line.remade.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a share that a closure makes for each tap", near: ["remade-share"]) {
            let (line, screen, bag, taps) = (Line(), Screen(), DisposeBag(), PublishSubject<Int>())
            taps.flatMapLatest { _ in line.remade }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("two shares of two functions", near: ["remade-share"]) {
            let (line, screen, bag) = (Line(), Screen(), DisposeBag())
            line.remade.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            line.user("a").subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        },
    ]

    /// Shows the elements of a chain twice.
    private static func showTwice(_ chain: (Line, Screen) -> Observable<String>) {
        let (line, screen, log, bag) = (Line(), Screen(), Screen(), DisposeBag())
        let titles = chain(line, log)
        titles.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        titles.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        for text in ["a", "b"] { line.messages.onNext(text) }
    }

    private static let repeatedChanges: [FaultProgram] = [
        FaultProgram("a closure of map that logs for each subscriber") {
            showTwice { line, log in
                line.messages.map { text in  // FAULT: repeated-change
                    log.lines.append(text)
                    return text + "!"
                }
            }
        },
        FaultProgram("a closure of map that logs above a share", near: ["repeated-change"]) {
            showTwice { line, log in
                line.messages.map { text in
                    log.lines.append(text)
                    return text + "!"
                }.share()
            }
        },
        FaultProgram("a closure that only computes", near: ["repeated-change"]) {
            showTwice { line, _ in line.messages.map { $0 + "!" } }
        },
        FaultProgram("a closure with a variable of its own", near: ["repeated-change"]) {
            showTwice { line, _ in
                line.messages.map { text in
                    var all = [text]
                    all.append("!")
                    return all.joined()
                }
            }
        },
        FaultProgram("a closure that accumulates in place", near: ["split-state", "repeated-change"]) {
            showTwice { line, _ in
                line.messages.scan(into: [String]()) { all, text in all.append(text) }.map { $0.joined() }
            }
        },
        FaultProgram("a closure that counts by a local sum", near: ["repeated-change"]) {
            showTwice { line, _ in
                line.messages.map { text in
                    var length = 0
                    for character in text where character.isLetter { length += 1 }
                    return "\(length)"
                }
            }
        },
        FaultProgram("a filter that only compares", near: ["repeated-change"]) {
            showTwice { line, _ in line.messages.filter { $0 == "a" || $0 != "b" } }
        },
        FaultProgram("a closure that logs for one subscriber", near: ["repeated-change"]) {
            let (line, screen, log, bag) = (Line(), Screen(), Screen(), DisposeBag())
            line.messages.map { text in
                log.lines.append(text)
                return text
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["a", "b"] { line.messages.onNext(text) }
        },
        FaultProgram("a closure that logs for one subscriber after the other", near: ["repeated-change"]) {
            let (line, screen, log) = (Line(), Screen(), Screen())
            let titles = line.messages.map { text in
                log.lines.append(text)
                return text
            }
            for text in ["a", "b"] {
                let shown = titles.subscribe(onNext: { screen.show($0) })
                line.messages.onNext(text)
                shown.dispose()
            }
        },
        FaultProgram("a closure that looks at what another has", near: ["repeated-change"]) {
            showTwice { line, log in line.messages.map { $0 + log.title } }
        },
        FaultProgram("two closures that log, one for each subscriber", near: ["repeated-change"]) {
            let (line, log, bag) = (Line(), Screen(), DisposeBag())
            line.messages.subscribe(onNext: { log.lines.append($0) }).disposed(by: bag)
            line.messages.subscribe(onNext: { log.lines.append($0 + "!") }).disposed(by: bag)
            line.messages.onNext("a")
        },
    ]
}
