import Dispatch
import Foundation
import RxRelay
import RxSwift

extension GrowthShape {
    static let scheduling = [
        GrowthShape(name: "observe(on:), a backlog") { units in
            let queue = DispatchQueue(label: "growth.backlog")
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "growth.backlog")
            let done = DispatchSemaphore(value: 0)
            let taps = PublishSubject<Int>()
            let all = taps.observe(on: scheduler).subscribe(onNext: { shown.add($0) }, onCompleted: { done.signal() })
            queue.suspend()
            for number in 0..<units { taps.onNext(number) }
            taps.onCompleted()
            queue.resume()
            done.wait()
            all.dispose()
        },
        GrowthShape(name: "just, observe(on:), awaited") { units in
            let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "growth.awaited")
            let done = DispatchSemaphore(value: 0)
            for number in 0..<units {
                _ = Observable.just(number).observe(on: scheduler)
                    .subscribe(onNext: { shown.add($0) }, onCompleted: { done.signal() })
                done.wait()
            }
        },
        GrowthShape(name: "subscribe(on:), awaited") { units in
            let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "growth.subscribe")
            let done = DispatchSemaphore(value: 0)
            for number in 0..<units {
                _ = answer(number).subscribe(on: scheduler)
                    .subscribe(onNext: { shown.add($0) }, onCompleted: { done.signal() })
                done.wait()
            }
        },
        GrowthShape(name: "create that answers from a queue, flatMap") { units in
            let queue = DispatchQueue(label: "growth.work")
            let group = DispatchGroup()
            flatten(units) {
                $0.flatMap { number in
                    Observable<Int>.create { observer in
                        queue.async(group: group) {
                            observer.onNext(number)
                            observer.onCompleted()
                        }
                        return Disposables.create()
                    }
                }
            }
            group.wait()
        },
        GrowthShape(name: "a queue that sends to a subject") { units in
            let queue = DispatchQueue(label: "growth.sends")
            let taps = PublishSubject<Int>()
            let all = taps.map { $0 &+ 1 }.subscribe(onNext: { shown.add($0) })
            for number in 0..<units { queue.async { taps.onNext(number) } }
            queue.sync {}
            all.dispose()
        },
        GrowthShape(name: "many threads, one after the other") { units in
            let taps = PublishSubject<Int>()
            let all = taps.subscribe(onNext: { shown.add($0) })
            let done = DispatchSemaphore(value: 0)
            for number in 0..<units / 20 {
                Thread.detachNewThread {
                    for part in 0..<20 { taps.onNext(number &* part) }
                    done.signal()
                }
                done.wait()
            }
            all.dispose()
        },
        GrowthShape(name: "four threads at once, a relay each and one for all") { units in
            let all = PublishSubject<Int>()
            let listener = all.subscribe(onNext: { _ in })
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                let own = BehaviorRelay(value: thread)
                let one = own.map { $0 &+ 1 }.subscribe(onNext: { _ in })
                for number in 0..<units / 4 {
                    own.accept(number)
                    if number % 50 == 0 { all.onNext(number) }
                }
                one.dispose()
            }
            listener.dispose()
        },
        GrowthShape(name: "debounce, throttle, delay") { units in
            let clock = HistoricalScheduler()
            let taps = PublishSubject<Int>()
            let all = taps.throttle(.seconds(1), scheduler: clock).delay(.seconds(1), scheduler: clock)
                .debounce(.milliseconds(100), scheduler: clock).subscribe(onNext: { shown.add($0) })
            for number in 0..<units {
                taps.onNext(number)
                if number % 3 == 0 { clock.pass(3) }
            }
            all.dispose()
        },
        GrowthShape(name: "a search: debounce, flatMapLatest") { units in
            let clock = HistoricalScheduler()
            let query = PublishSubject<String>()
            let results = query.debounce(.milliseconds(300), scheduler: clock).distinctUntilChanged()
                .flatMapLatest { text in delayed(text.utf8.count, clock).catchAndReturn(0) }
                .subscribe(onNext: { shown.add($0) })
            for number in 0..<units {
                query.onNext("query \(number)")
                clock.pass(number % 2 == 0 ? 0.5 : 2)
            }
            results.dispose()
        },
        GrowthShape(name: "intervals that are left behind") { units in
            let clock = HistoricalScheduler()
            for _ in 0..<units / 10 {
                _ = Observable<Int>.interval(.seconds(60), scheduler: clock).subscribe(onNext: { shown.add($0) })
            }
            clock.pass(300)
        },
        GrowthShape(name: "from, range, generate on the trampoline") { units in
            let trampoline = CurrentThreadScheduler.instance
            let (first, rest) = (Array(0..<units / 2), units - units / 2)
            _ = Observable.from(first, scheduler: trampoline).subscribe(onNext: { shown.add($0) })
            _ = Observable.range(start: 0, count: rest, scheduler: trampoline).subscribe(onNext: { shown.add($0) })
        },
    ]
}
