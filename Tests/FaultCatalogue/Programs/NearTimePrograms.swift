import Dispatch
import RxRelay
import RxSwift

extension FaultProgram {
    /// Sound programs in which several sources, or threads, come together.
    static let nearMeetings: [FaultProgram] = [
        FaultProgram("near: a name and an age that both come", near: ["silent-source", "glitch"]) {
            let (screen, name, age, bag) = (Screen(), PublishSubject<String>(), PublishSubject<Int>(), DisposeBag())
            Observable.combineLatest(name, age).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["A", "Ad", "Ada"] { name.onNext(text) }
            age.onNext(36)
        },
        FaultProgram("near: a form with first values", near: ["silent-source"]) {
            let (screen, name, agreed, bag) = (
                Screen(), PublishSubject<String>(), BehaviorRelay(value: false), DisposeBag()
            )
            Observable.combineLatest(name, agreed).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...9 { name.onNext("\(number)") }
        },
        FaultProgram("near: a form that starts with something", near: ["silent-source"]) {
            let (screen, name, agreed, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Bool>(), DisposeBag())
            Observable.combineLatest(name, agreed.startWith(false)).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for number in 1...9 { name.onNext(number) }
        },
        FaultProgram("near: a form nobody fills", near: ["silent-source"]) {
            let (screen, name, agreed, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Bool>(), DisposeBag())
            Observable.combineLatest(name, agreed).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: taps with the last text", near: ["silent-source", "nothing-passes", "early-read"]) {
            let (screen, taps, text, bag) = (Screen(), PublishSubject<Void>(), PublishSubject<String>(), DisposeBag())
            taps.withLatestFrom(text).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            text.onNext("rx")
            for _ in 1...9 { taps.onNext(()) }
        },
        FaultProgram("near: a stream merged with one that is silent", near: ["silent-source"]) {
            let (screen, name, news, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            Observable.merge(name, news).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...9 { name.onNext(number) }
        },
        FaultProgram("near: combined with what ends empty", near: ["silent-source"]) {
            let (screen, name, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.combineLatest(name, Observable<Int>.empty())  // FAULT: note empty-answer
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...9 { name.onNext(number) }
        },
        FaultProgram("near: the quicker of two", near: ["silent-source"]) {
            let (screen, name, news, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            name.amb(news).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...9 { name.onNext(number) }
        },
        FaultProgram("near: a source that sent, then many of another", near: ["silent-source"]) {
            let (screen, name, news, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            Observable.combineLatest(name, news).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            news.onNext(0)
            for number in 1...9 { name.onNext(number) }
        },
        FaultProgram("near: a list that a stop ends", near: ["silent-source"]) {
            let (screen, name, stop, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
            name.take(until: stop).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...9 { name.onNext(number) }
        },
        FaultProgram("near: two parts of one state, without what is equal", near: ["glitch"]) {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            price.map { ($0, $0 * 19) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { price.onNext(number) }
        },
        FaultProgram("near: one source and a constant", near: ["glitch"]) {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.combineLatest(price, Observable.just(19)).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for number in 1...3 { price.onNext(number) }
        },
        FaultProgram("near: a source zipped with the one after it", near: ["glitch", "growing-backlog"]) {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.zip(price, price.skip(1)).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...9 { price.onNext(number) }
        },
        FaultProgram("near: a source with its own latest", near: ["glitch"]) {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            price.withLatestFrom(price.map { $0 * 2 }) { ($0, $1) }.subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            price.onNext(1)
        },
        FaultProgram("near: two relays set one after the other", near: ["glitch"]) {
            let (screen, name, age, bag) = (
                Screen(), BehaviorRelay(value: ""), BehaviorRelay(value: 0), DisposeBag()
            )
            Observable.combineLatest(name, age).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Ada")
            age.accept(36)
        },
        FaultProgram("near: two ways, one of which keeps quiet", near: ["glitch"]) {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.combineLatest(price, price.map { $0 > 0 }.distinctUntilChanged())
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            price.onNext(1)
        },
        FaultProgram("near: two merged ways of one source", near: ["doubled-delivery", "glitch"]) {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.merge(price, price.map { -$0 }).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { price.onNext(number) }
        },
        FaultProgram("near: a count that is set before it is read", near: ["early-read"]) {
            let (screen, taps, count, bag) = (
                Screen(), PublishSubject<Void>(), BehaviorRelay(value: 0), DisposeBag()
            )
            taps.subscribe(onNext: { count.accept(count.value + 1) }).disposed(by: bag)
            taps.withLatestFrom(count).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { taps.onNext(()) }
        },
        FaultProgram("near: a position that its own chain moves", near: ["early-read"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (playing, position) = (BehaviorRelay(value: false), BehaviorRelay(value: 0))
            playing.filter { $0 }.map { _ in position.value + 1 }.bind(to: position).disposed(by: bag)
            position.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { playing.accept(true) }
        },
        FaultProgram("near: a count of another button", near: ["early-read"]) {
            let (screen, taps, more, count, bag) = (
                Screen(), PublishSubject<Void>(), PublishSubject<Void>(), BehaviorRelay(value: 0), DisposeBag()
            )
            taps.withLatestFrom(count).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            more.subscribe(onNext: { count.accept(count.value + 1) }).disposed(by: bag)
            for _ in 1...3 {
                more.onNext(())
                taps.onNext(())
            }
        },
        FaultProgram("near: a count by scan", near: ["split-state", "early-read"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            taps.scan(0) { count, _ in count + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { taps.onNext(()) }
        },
        FaultProgram("near: a text that is read and not set", near: ["early-read"]) {
            let (screen, taps, text, bag) = (
                Screen(), PublishSubject<Void>(), BehaviorRelay(value: "rx"), DisposeBag()
            )
            taps.withLatestFrom(text).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.subscribe(onNext: { screen.show(text.value) }).disposed(by: bag)
            taps.onNext(())
        },
        FaultProgram("near: a page asked for by the one that is shown", near: ["early-read"]) {
            let (screen, taps, page, clock, bag) = (
                Screen(), PublishSubject<Void>(), BehaviorRelay(value: 0), HistoricalScheduler(), DisposeBag()
            )
            taps.withLatestFrom(page).delay(.seconds(1), scheduler: clock)
                .subscribe(onNext: { page.accept($0 + 1) }).disposed(by: bag)
            page.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 {
                taps.onNext(())
                clock.pass(2)
            }
        },
        FaultProgram("near: two screens that read one count", near: ["early-read"]) {
            let (screen, taps, count, bag) = (
                Screen(), PublishSubject<Void>(), BehaviorRelay(value: 0), DisposeBag()
            )
            for _ in 1...2 { taps.withLatestFrom(count).subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            taps.onNext(())
            count.accept(1)
        },
        FaultProgram("near: a value of its own source's", near: ["early-read"]) {
            let (screen, text, bag) = (Screen(), BehaviorRelay(value: "r"), DisposeBag())
            text.map { $0.count }.withLatestFrom(text) { ($0, $1) }.subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("near: an end that a handler sends", near: ["reentrance", "late-event"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.subscribe(onNext: { number in
                screen.show(number)
                if number == 2 { numbers.onCompleted() }
            }).disposed(by: bag)
            for number in 1...2 { numbers.onNext(number) }
        },
        FaultProgram("near: a page that asks for the next by a hop", near: ["reentrance"]) {
            let (screen, clock, pages, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            pages.observe(on: clock).subscribe(onNext: { page in
                screen.show(page)
                if page < 3 { pages.onNext(page + 1) }
            }).disposed(by: bag)
            pages.onNext(1)
            clock.start()
        },
        FaultProgram("near: one subject that feeds another", near: ["reentrance"]) {
            let (screen, a, b, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            b.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            a.subscribe(onNext: { b.onNext($0) }).disposed(by: bag)
            for number in 1...3 { a.onNext(number) }
        },
        FaultProgram("near: sends of two threads, in turn", near: ["concurrent-send"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            let queue = DispatchQueue(label: "in turn")
            for number in 1...3 {
                queue.sync { numbers.onNext(number) }
                numbers.onNext(-number)
            }
        },
        FaultProgram("near: sends of a group, under a lock", near: ["concurrent-send"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let lock = DispatchSemaphore(value: 1)
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                lock.wait()
                numbers.onNext(number)
                lock.signal()
            }
        },
        FaultProgram("near: a subject for each thread, merged", near: ["concurrent-send"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = (0...3).map { _ in PublishSubject<Int>() }
            Observable.merge(numbers).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            DispatchQueue.concurrentPerform(iterations: 4) { numbers[$0].onNext($0) }
        },
        FaultProgram("near: an observer that a queue alone tells", near: ["concurrent-send"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            Observable<Int>.create { observer in
                DispatchQueue(label: "tells").async {
                    for number in 1...3 { observer.onNext(number) }
                    observer.onCompleted()
                    done.signal()
                }
                return Disposables.create()
            }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: two subjects that send at the same time", near: ["concurrent-send"]) {
            let screen = [Screen(), Screen()]
            let (numbers, bag) = ((0...1).map { _ in PublishSubject<Int>() }, DisposeBag())
            for number in 0...1 { numbers[number].subscribe(onNext: { screen[number].show($0) }).disposed(by: bag) }
            DispatchQueue.concurrentPerform(iterations: 2) { numbers[$0].onNext($0) }
        },
        FaultProgram("near: a subject that sends within its own delivery of another", near: ["concurrent-send"]) {
            let (screen, a, b, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            b.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            let queue = DispatchQueue(label: "within")
            a.subscribe(onNext: { number in queue.sync { b.onNext(number) } }).disposed(by: bag)
            a.onNext(1)
        },
        FaultProgram("near: requests on threads of their own", near: ["concurrent-send"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            let clock = ConcurrentDispatchQueueScheduler(qos: .default)
            Observable.zip((1...4).map { Observable.just($0).subscribe(on: clock) })
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: a subject that a queue alone sends into", near: ["concurrent-send"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let queue = DispatchQueue(label: "alone")
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            DispatchQueue.concurrentPerform(iterations: 4) { number in queue.sync { numbers.onNext(number) } }
        },
    ]
}
