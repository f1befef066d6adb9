import RxInstrumented
import RxSwift

/// The pages of a site: some are known, others come when they are there.
private final class Site {
    private var known = ["home": "the home page"]
    private(set) var waiting: [String: AnyObserver<String>] = [:]

    func page(_ name: String) -> Observable<String> {
        Observable.create { [self] observer in
            if let page = known[name] {
                observer.onNext(page)
                observer.onCompleted()
            } else {
                waiting[name] = observer
            }
            Trace.mark("create's closure returns its disposable")
            return Disposables.create { print("hangs up after \(name)") }
        }
    }
}

let sinkDisposerOrder = Scenario(
    name: "sink-disposer",
    summary: "one page is complete before create's closure returns its disposable, one after: both hang up, once"
) {
    let site = Site()
    // Completed while it subscribes: the disposable that the closure returns is disposed as it comes.
    _ = site.page("home").subscribe(onNext: { print("shows \($0)") })
    // Completed later: the completion disposes it.
    _ = site.page("news").subscribe(onNext: { print("shows \($0)") })
    site.waiting["news"]?.onNext("the news")
    site.waiting["news"]?.onCompleted()
}
