import RxRelay
import RxSwift

/// Keeps books, in tables that have a version.
private final class Shelf {
    private let clock: HistoricalScheduler
    private var version = 1
    private var books: [String] = []
    private var visits = 0
    init(_ clock: HistoricalScheduler) { self.clock = clock }

    func migrate() -> Completable {
        Observable<Int>.timer(.seconds(1), scheduler: clock).do(onNext: { _ in self.version = 2 })
            .ignoreElements().asCompletable()
    }
    func importAll() -> Completable {
        .deferred {
            self.books.append("book of version \(self.version)")
            return .empty()
        }
    }
    func count() -> Completable {
        .deferred {
            self.visits += 1
            return .empty()
        }
    }
    func migrateAgain() -> Completable {
        .deferred {
            self.version += 1
            return .empty()
        }
    }
    func wait() -> Completable {
        Observable<Int>.timer(.seconds(1), scheduler: clock).ignoreElements().asCompletable()
    }
    var started: Completable { .deferred { self.version > 0 ? .empty() : .error(Failure()) } }
}

extension FaultProgram {
    /// Runs steps of a shelf, and shows when they are done.
    private static func run(_ steps: (Shelf) -> Completable) {
        let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
        steps(Shelf(clock)).subscribe(onCompleted: { screen.show("done") }).disposed(by: bag)
        clock.pass(3)
    }

    /// Steps at once, or one after the other.
    static let steps: [FaultProgram] = [
        FaultProgram("an import at the same time as the migration") {
            run { Completable.zip($0.migrate(), $0.importAll()) }  // FAULT: note unordered-steps
        },
        FaultProgram("an import after the migration", near: ["unordered-steps"]) {
            run { Completable.concat($0.migrate(), $0.importAll()) }
        },
        FaultProgram("a migration, and then an import", near: ["unordered-steps"]) {
            run { $0.migrate().andThen($0.importAll()) }
        },
        FaultProgram("an import and a count at once", near: ["unordered-steps"]) {
            run { Completable.zip($0.importAll(), $0.count()) }
        },
        FaultProgram("a migration and a count at once", near: ["unordered-steps"]) {
            run { Completable.zip($0.migrate(), $0.count()) }
        },
        FaultProgram("two migrations at once", near: ["unordered-steps"]) {
            run { Completable.zip($0.migrate(), $0.migrateAgain()) }
        },
        FaultProgram("a migration that is over when the import begins", near: ["unordered-steps"]) {
            run { Completable.zip($0.migrateAgain(), $0.importAll()) }
        },
        FaultProgram("an import before the migration", near: ["unordered-steps"]) {
            run { Completable.zip($0.importAll(), $0.wait()) }
        },
        FaultProgram("two imports at once", near: ["unordered-steps"]) {
            run { Completable.zip($0.importAll(), $0.importAll()) }
        },
        FaultProgram("a wait and an import at once", near: ["unordered-steps"]) {
            run { Completable.zip($0.wait(), $0.importAll()) }
        },
        FaultProgram("an import alone", near: ["unordered-steps"]) { run { $0.importAll() } },
        FaultProgram("a shelf that has started, and a migration", near: ["unordered-steps"]) {
            run { Completable.zip($0.started, $0.migrate()) }
        },
    ]
}
