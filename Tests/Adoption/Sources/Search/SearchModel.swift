import Foundation
import RxSwift

/// Where the results come from.
public protocol SearchService {
    func results(for query: String) -> Observable<[String]>
}

/// The state behind a search field: typed text goes in, results come out.
public final class SearchModel {
    public enum State: Equatable {
        case idle
        case loading(String)
        case found([String])
        case failed
    }

    public let query = PublishSubject<String>()
    public let state: Observable<State>

    private let current = BehaviorSubject<State>(value: .idle)
    private let bag = DisposeBag()

    public init(service: SearchService, scheduler: SchedulerType) {
        state = current.asObservable().distinctUntilChanged()
        query
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .distinctUntilChanged()
            .debounce(.milliseconds(300), scheduler: scheduler)
            .flatMapLatest { query -> Observable<State> in
                guard !query.isEmpty else { return .just(.idle) }
                return service.results(for: query)
                    .map { .found($0) }
                    .catchAndReturn(.failed)
                    .startWith(.loading(query))
            }
            .subscribe(onNext: { [current] in current.onNext($0) })
            .disposed(by: bag)
    }
}
