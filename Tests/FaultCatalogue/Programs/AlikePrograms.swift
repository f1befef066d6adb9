import Foundation
import RxSwift

/// Elements whose texts are alike, and waits that are over: nothing is wrong.
extension FaultProgram {
    private static let address = String(repeating: "https://example.com/pages/", count: 4)

    static let alike: [FaultProgram] = [
        FaultProgram("long texts that differ at their end", near: ["doubled-delivery"]) {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let head = numbers.map { address + "head/\($0)" }
            let body = numbers.map { address + "body/\($0)" }
            Observable.merge(head, body).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            numbers.onCompleted()
        },
        FaultProgram("data of one size", near: ["doubled-delivery"]) {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let head = numbers.map { _ in Data("h".utf8) }
            let body = numbers.map { _ in Data("b".utf8) }
            Observable.merge(head, body).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            numbers.onCompleted()
        },
        FaultProgram("a text that comes by two ways") {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let head = numbers.map { "page \($0)" }
            let body = numbers.map { "page \($0)" }
            Observable.merge(head, body)  // FAULT: note doubled-delivery
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            numbers.onCompleted()
        },
        FaultProgram("a sum that fails", near: ["endless-wait"]) {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), PublishSubject<Int>())
            numbers.reduce(0) { sum, number in
                if number == 2 { throw Failure() }
                return sum + number
            }.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            numbers.onNext(2)
        },
        FaultProgram("a list that is given up", near: ["endless-wait"]) {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let cancel = PublishSubject<Void>()
            numbers.toArray().asObservable().take(until: cancel)
                .subscribe(onNext: { screen.show($0) }, onCompleted: { screen.show("cancelled") }).disposed(by: bag)
            numbers.onNext(1)
            cancel.onNext(())
        },
        FaultProgram("sequences that are handed over", near: ["nested-subscribe"]) {
            let (screen, bag, pages) = (Screen(), DisposeBag(), PublishSubject<Observable<String>>())
            pages.subscribe(onNext: { page in
                page.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }).disposed(by: bag)
            pages.onNext(.just("one"))
            pages.onNext(.just("two"))
            pages.onCompleted()
        },
    ]
}
