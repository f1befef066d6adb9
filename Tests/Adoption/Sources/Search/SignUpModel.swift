import Foundation
import RxCocoa
import RxSwift

/// Where accounts are made.
public protocol AccountService {
    func isFree(_ name: String) -> Single<Bool>
    func signUp(_ name: String, password: String) async throws -> Int
}

/// The model behind a sign-up form: fields and a button go in, what the form shows comes out.
public final class SignUpModel {
    public enum Name: Equatable {
        case empty, checking, free, taken, unknown
    }

    public let name = BehaviorRelay(value: "")
    public let password = BehaviorRelay(value: "")
    public let tap = PublishRelay<Void>()

    public let nameState: Driver<Name>
    public let isEnabled: Driver<Bool>
    public let account: Signal<Int>
    public let alert: Signal<String>

    public init(service: AccountService) {
        let alerts = PublishRelay<String>()
        nameState = name.asDriver()
            .debounce(.milliseconds(300))
            .distinctUntilChanged()
            .flatMapLatest { name -> Driver<Name> in
                guard !name.isEmpty else { return .just(.empty) }
                return service.isFree(name).asObservable()
                    .map { $0 ? .free : .taken }
                    .startWith(.checking)
                    .asDriver(onErrorJustReturn: .unknown)
            }
        isEnabled = Driver.combineLatest(nameState, password.asDriver()) { $0 == .free && $1.count >= 8 }
            .distinctUntilChanged()
        let form = Observable.combineLatest(name, password)
        account = tap.asObservable()
            .withLatestFrom(form)
            .flatMapFirst { name, password in
                Single.create { try await service.signUp(name, password: password) }
                    .asObservable()
                    .do(onError: { alerts.accept("\($0)") })
                    .catch { _ in .empty() }
            }
            .asSignal(onErrorSignalWith: .empty())
        alert = alerts.asSignal()
    }
}
