import RxSwift

private struct Refused: Error {}

/// Renews what it asks with, in one way or another.
private final class Session {
    let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
    var token = ""
    private var renewals = 0
    private lazy var renewal = renewed().share()
    private var pictures: [String: Observable<String>] = [:]

    func renewed() -> Observable<String> {
        Observable.deferred { [self] in  // FAULT: parallel-request
            renewals += 1
            let number = renewals
            return answer("token \(number)", in: 1).do(onNext: { [self] in token = $0 })
        }
    }

    func shared() -> Observable<String> { renewal }

    func answer(_ text: String, in seconds: Int) -> Observable<String> {
        Observable<Int>.timer(.seconds(seconds), scheduler: clock).map { _ in text }
    }

    func get(_ path: String, _ renewal: @escaping () -> Observable<String>) -> Observable<String> {
        Observable.deferred { [self] in token.isEmpty ? .error(Refused()) : answer(path, in: 1) }
            .catch { [self] _ in renewal().take(1).flatMap { _ in self.answer(path, in: 1) } }
    }

    func picture(_ name: String) -> Observable<String> {
        Observable.deferred { [self] in answer("picture of " + name, in: 1) }
    }

    func kept(_ name: String) -> Observable<String> {
        if let known = pictures[name] { return known }
        let picture = picture(name).share(replay: 1)
        pictures[name] = picture
        return picture
    }

    func show(_ sources: Observable<String>...) {
        for source in sources { source.subscribe(onNext: { [screen] in screen.show($0) }).disposed(by: bag) }
        clock.pass(9)
    }
}

/// Loads pictures, and keeps none.
private enum Pictures {
    static func load(_ name: String, _ session: Session) -> Observable<String> {
        Observable.deferred { session.answer("picture of " + name, in: 1) }  // FAULT: note parallel-request
    }
}

extension FaultProgram {
    /// Requests that run at once, or do not.
    static let parallels: [FaultProgram] = [
        FaultProgram("two that are refused, and each renews the token") {
            let session = Session()
            session.show(session.get("a") { session.renewed() }, session.get("b") { session.renewed() })
        }.spanning(13...19),
        FaultProgram("a picture that is loaded twice at once") {
            let session = Session()
            session.show(Pictures.load("cat", session), Pictures.load("cat", session))
        }.spanning(50...54),
        FaultProgram("two that are refused, and share the renewal", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.get("a") { session.shared() }, session.get("b") { session.shared() })
        },
        FaultProgram("one that is refused", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.get("a") { session.renewed() })
        },
        FaultProgram("one that is refused after the other", near: ["parallel-request"]) {
            let session = Session()
            for path in ["a", "b"] {
                session.token = ""
                session.show(session.get(path) { session.renewed() })
            }
        },
        FaultProgram("two that are not refused", near: ["parallel-request"]) {
            let session = Session()
            session.token = "known"
            session.show(session.get("a") { session.renewed() }, session.get("b") { session.renewed() })
        },
        FaultProgram("two pictures", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.picture("cat"), session.picture("dog"))
        },
        FaultProgram("a picture that is loaded and kept", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.kept("cat"), session.kept("cat"))
        },
        FaultProgram("a picture that is loaded again later", near: ["parallel-request"]) {
            let session = Session()
            for _ in 1...2 { session.show(session.picture("cat")) }
        },
        FaultProgram("a picture beside a token", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.picture("cat"), session.renewed())
        },
        FaultProgram("a picture, and then the same", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.picture("cat").concat(session.picture("cat")))
        },
        FaultProgram("the first of two pictures", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.picture("cat").amb(session.picture("dog")))
        },
        FaultProgram("a renewal that two wait for in turn", near: ["parallel-request"]) {
            let session = Session()
            session.show(session.get("a") { session.renewed() }.concat(session.get("b") { session.renewed() }))
        },
    ]
}
