import RxRelay
import RxSwift

/// Adds what it is told, and is one object for all.
private final class Tally {
    var sum = 0
}

/// Writes to a server.
private struct Notes {
    let clock = HistoricalScheduler()
    func save(_ text: String) -> Completable {
        Observable<Int>.timer(.seconds(1), scheduler: clock).ignoreElements().asCompletable()
    }
    func thumbnail(_ number: Int) -> Single<Int> {
        Observable<Int>.timer(.seconds(number), scheduler: clock).asSingle()
            .flatMap { _ in number == 1 ? .error(Failure()) : .just(number) }
    }
}

extension FaultProgram {
    /// What is written, accumulated or read for nothing.
    static let written: [FaultProgram] = [
        FaultProgram("a note whose saving the next one cancels") {
            let (bag, notes, texts) = (DisposeBag(), Notes(), PublishRelay<String>())
            texts
                .flatMapLatest { notes.save($0) }  // FAULT: note cancelled-write
                .subscribe().disposed(by: bag)
            for text in ["milk", "bread"] { texts.accept(text) }
            notes.clock.pass(2)
        },
        FaultProgram("notes that are saved one after the other", near: ["cancelled-write"]) {
            let (bag, notes, texts) = (DisposeBag(), Notes(), PublishRelay<String>())
            texts.concatMap { notes.save($0) }.subscribe().disposed(by: bag)
            for text in ["milk", "bread"] { texts.accept(text) }
            notes.clock.pass(3)
        },
        FaultProgram("one object that two subscriptions add to") {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let sums = numbers.scan(Tally()) { tally, number in  // FAULT: repeated-change
                tally.sum += number
                return tally
            }
            for _ in 1...2 { sums.subscribe(onNext: { screen.show($0.sum) }).disposed(by: bag) }
            numbers.onNext(1)
        },
        FaultProgram("a number that two subscriptions add to", near: ["repeated-change"]) {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let sums = numbers.scan(0) { sum, number in sum + number }
            for _ in 1...2 { sums.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            numbers.onNext(1)
        },
        FaultProgram("a price that does not follow the count") {
            let (screen, bag) = (Screen(), DisposeBag())
            let (price, count) = (BehaviorRelay(value: 2), BehaviorRelay(value: 1))
            price
                .withLatestFrom(count) { $0 * $1 }  // FAULT: note early-read
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            count.accept(3)
        },
        FaultProgram("a price whose closure reads the count") {
            let (screen, bag) = (Screen(), DisposeBag())
            let price = BehaviorRelay(value: 2)
            let count = BehaviorRelay(value: 1)
            price
                .map { $0 * count.value }  // FAULT: note early-read
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            count.accept(3)
        },
        FaultProgram("a tap whose closure reads the count", near: ["early-read"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let count = BehaviorRelay(value: 1)
            taps.map { $0 * count.value }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.accept(1)
            count.accept(3)
        },
        FaultProgram("a tap that takes the count", near: ["early-read"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let count = BehaviorRelay(value: 1)
            taps.withLatestFrom(count).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.accept(1)
            count.accept(3)
        },
        FaultProgram("a price that follows the count", near: ["early-read"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (price, count) = (BehaviorRelay(value: 2), BehaviorRelay(value: 1))
            Observable.combineLatest(price, count) { $0 * $1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            count.accept(3)
        },
        FaultProgram("one of some thumbnails that fails") {
            let (screen, bag, notes) = (Screen(), DisposeBag(), Notes())
            Observable.of(1, 2, 3)
                .flatMap { notes.thumbnail($0) }  // FAULT: note dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            notes.clock.pass(5)
        },
        FaultProgram("a thumbnail that fails, with an answer", near: ["dead-chain"]) {
            let (screen, bag, notes) = (Screen(), DisposeBag(), Notes())
            Observable.of(1, 2, 3).flatMap { notes.thumbnail($0).catchAndReturn(0) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            notes.clock.pass(5)
        },
    ]
}
