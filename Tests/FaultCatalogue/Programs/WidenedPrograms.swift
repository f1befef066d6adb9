import Foundation
import RxRelay
import RxSwift

/// Hides its banner when some seconds are over.
private final class Banner {
    private let bag = DisposeBag()
    private(set) var text = ""
    func announce(_ text: String, clock: HistoricalScheduler) {
        self.text = text
        Observable<Int>.timer(.seconds(2), scheduler: clock)  // FAULT: note reused-cell
            .subscribe(onNext: { [weak self] _ in self?.text = "" }).disposed(by: bag)
    }
    func once(_ text: String, clock: HistoricalScheduler) {
        self.text = text
        Observable<Int>.timer(.seconds(2), scheduler: clock)
            .subscribe(onNext: { [weak self] _ in self?.text = "" }).disposed(by: bag)
    }
}

/// Is told to listen to one player after another.
private final class Jukebox {
    private var bag = DisposeBag()
    let screen = Screen()
    func play(_ songs: PublishSubject<Int>) {
        songs.subscribe(onNext: { [weak self] in
            self?.screen.show($0)
            self?.bag = DisposeBag()
        })
        .disposed(by: bag)  // FAULT: note early-dispose
    }
    func playEach(_ songs: PublishSubject<Int>) {
        songs.subscribe(onNext: { [weak self] in
            self?.screen.show($0)
            self?.bag = DisposeBag()
            self?.playEach(songs)
        })
        .disposed(by: bag)
    }
}

/// Keeps what it is told.
private final class Notebook {
    let screen = Screen()
    private let bag = DisposeBag()
    @discardableResult func keep(_ text: String) -> Completable {
        Completable.deferred { [screen] in show(text, on: screen) }
    }
    func write(_ text: String) -> Completable { Completable.deferred { [screen] in show(text, on: screen) } }
    func follow(_ texts: PublishSubject<String>) {
        texts.subscribe(onNext: { [weak self] text in
            self?.screen.show(text)
            self?.keep(text)  // FAULT: never-subscribed
        }).disposed(by: bag)
    }
}

private func show(_ text: String, on screen: Screen) -> Completable {
    screen.show(text)
    return .empty()
}

/// Says where to go, before anybody listens.
private final class Links {
    let routes = PublishRelay<String>()
    func openFirst() { routes.accept("home") }
    func openNext() { routes.accept("cart") }
}

/// Shows a song, and is used again.
private final class SongRow {
    var title = ""
    private let bag = DisposeBag()
    func display(_ song: BehaviorRelay<String>, within bag: DisposeBag) {
        song.subscribe(onNext: { [weak self] in self?.title = $0 })
            .disposed(by: bag)  // FAULT: reused-cell
    }
}

extension FaultProgram {
    /// What rules find besides their first case.
    static let widened: [FaultProgram] = [
        FaultProgram("a batch that is lost with its buffer") {
            let (screen, clock, events) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let batches =
                events
                .buffer(timeSpan: .seconds(9), count: 2, scheduler: clock)  // FAULT: note empty-buffers
                .subscribe(onNext: { screen.show($0) })
            for event in 1...3 { events.onNext(event) }
            batches.dispose()
        },
        FaultProgram("a batch that the end hands on", near: ["empty-buffers"]) {
            let (screen, clock, events) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let batches = events.buffer(timeSpan: .seconds(9), count: 2, scheduler: clock)
                .subscribe(onNext: { screen.show($0) })
            for event in 1...3 { events.onNext(event) }
            events.onCompleted()
            batches.dispose()
        },
        FaultProgram("a buffer that is disposed when it is empty", near: ["empty-buffers"]) {
            let (screen, clock, events) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let batches = events.buffer(timeSpan: .seconds(9), count: 2, scheduler: clock)
                .subscribe(onNext: { screen.show($0) })
            for event in 1...4 { events.onNext(event) }
            batches.dispose()
        },
        FaultProgram("a buffer that is disposed before its first batch", near: ["empty-buffers"]) {
            let (screen, clock, events) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let batches = events.buffer(timeSpan: .seconds(9), count: 2, scheduler: clock)
                .subscribe(onNext: { screen.show($0) })
            events.onNext(1)
            batches.dispose()
        },
        FaultProgram("an element that a delay still holds", near: ["empty-buffers"]) {
            let (screen, clock, events) = (Screen(), HistoricalScheduler(), PublishSubject<[Int]>())
            let later = events.delay(.seconds(1), scheduler: clock).subscribe(onNext: { screen.show($0) })
            for event in 1...3 {
                events.onNext([event])
                clock.pass(event == 3 ? 0 : 2)
            }
            later.dispose()
        },
        FaultProgram("a word that a debounce still holds", near: ["empty-buffers", "unrun-work"]) {
            let (screen, clock, words) = (Screen(), HistoricalScheduler(), PublishSubject<[String]>())
            let later = words.debounce(.seconds(1), scheduler: clock).subscribe(onNext: { screen.show($0) })
            words.onNext(["a"])
            clock.pass(2)
            words.onNext(["b"])
            later.dispose()
        },
        FaultProgram("a buffer that time empties, and then is disposed", near: ["empty-buffers"]) {
            let (screen, clock, events) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let batches = events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock)
                .subscribe(onNext: { screen.show($0) })
            for event in 1...2 {
                events.onNext(event)
                clock.pass(1.5)
            }
            batches.dispose()
        },

        FaultProgram("a banner that the timer of the one before hides") {
            let (banner, clock) = (Banner(), HistoricalScheduler())
            banner.announce("saved", clock: clock)
            clock.pass(1)
            banner.announce("sent", clock: clock)
            clock.pass(3)
        }.spanning(5...12),
        FaultProgram("a banner that is hidden before the next", near: ["reused-cell"]) {
            let (banner, clock) = (Banner(), HistoricalScheduler())
            for text in ["saved", "sent"] {
                banner.once(text, clock: clock)
                clock.pass(3)
            }
        },
        FaultProgram("one banner", near: ["reused-cell", "forgotten-timer"]) {
            let (banner, clock) = (Banner(), HistoricalScheduler())
            banner.once("saved", clock: clock)
            clock.pass(3)
        },
        FaultProgram("a banner each", near: ["reused-cell"]) {
            let (banners, clock) = ([Banner(), Banner()], HistoricalScheduler())
            for banner in banners {
                banner.once("saved", clock: clock)
                clock.pass(1)
            }
            clock.pass(3)
        },

        FaultProgram("a jukebox whose song ends with its bag") {
            let (jukebox, songs) = (Jukebox(), PublishSubject<Int>())
            jukebox.play(songs)
            for song in 1...2 { songs.onNext(song) }
        }.spanning(21...32),
        FaultProgram("a jukebox that listens again", near: ["early-dispose"]) {
            let (jukebox, songs) = (Jukebox(), PublishSubject<Int>())
            jukebox.playEach(songs)
            for song in 1...2 { songs.onNext(song) }
            songs.onCompleted()
        },
        FaultProgram("a jukebox that has had its last song", near: ["early-dispose"]) {
            let (jukebox, songs) = (Jukebox(), PublishSubject<Int>())
            jukebox.play(songs)
            songs.onNext(1)
        },
        FaultProgram("a bag that another's closure replaces", near: ["early-dispose"]) {
            let (screen, songs, stops, ends) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            nonisolated(unsafe) var bag = DisposeBag()
            songs.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            stops.subscribe(onNext: { _ in bag = DisposeBag() }).disposed(by: ends)
            songs.onNext(1)
            stops.onNext(1)
            songs.onNext(2)
        },

        FaultProgram("a note that is kept in no case") {
            let (notebook, texts) = (Notebook(), PublishSubject<String>())
            notebook.follow(texts)
            texts.onNext("milk")
        }.spanning(42...55),
        FaultProgram("a note that is written by who asks", near: ["never-subscribed"]) {
            let (notebook, bag) = (Notebook(), DisposeBag())
            notebook.write("milk").subscribe(onCompleted: { notebook.screen.show("done") }).disposed(by: bag)
        },

        FaultProgram("a name and a picture that there is not") {
            let (screen, bag, name) = (Screen(), DisposeBag(), Observable.just("Ada"))
            let picture = Observable<String>.empty()  // FAULT: note empty-answer
            Observable.zip(name, picture).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a name and a picture in place of none", near: ["empty-answer"]) {
            let (screen, bag, name) = (Screen(), DisposeBag(), Observable.just("Ada"))
            let picture = Observable<String>.empty().ifEmpty(default: "nobody")
            Observable.zip(name, picture).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a name and a picture", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.zip(Observable.just("Ada"), Observable.just("picture"))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a name, and no picture more", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.combineLatest(Observable.just("Ada"), Observable.just("picture").concat(Observable.empty()))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("names for pictures, and one too many", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.zip(Observable.of("Ada", "Eve"), Observable.just("picture"))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("a link that is opened too early") {
            let (screen, bag, links) = (Screen(), DisposeBag(), Links())
            links.openFirst()  // FAULT: unheard-send
            links.routes.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a link that is opened when somebody listens", near: ["unheard-send"]) {
            let (screen, bag, links) = (Screen(), DisposeBag(), Links())
            links.routes.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            links.openNext()
        },
        FaultProgram("a row that shows within another's bag") {
            let (row, bag) = (SongRow(), DisposeBag())
            let songs = ["one", "two"].map { BehaviorRelay(value: $0) }
            row.display(songs[0], within: bag)
            row.display(songs[1], within: bag)
            songs[0].accept("three")
        }.spanning(68...77),
    ]
}
