import RxSwift

public protocol OptionalType {
    associatedtype Wrapped
    var value: Wrapped? { get }
}
extension Optional: OptionalType { public var value: Wrapped? { self } }
extension ObservableType where Element: OptionalType {
    func unwrap() -> Observable<Element.Wrapped> { filter { $0.value != nil }.map { $0.value! } }
    func filterNil() -> Observable<Element.Wrapped> {
        return self.flatMap { element -> Observable<Element.Wrapped> in
            guard let value = element.value else { return Observable<Element.Wrapped>.empty() }
            return Observable<Element.Wrapped>.just(value)
        }
    }
    func replaceNilWith(_ valueOnNil: Element.Wrapped) -> Observable<Element.Wrapped> {
        return self.map { element -> Element.Wrapped in
            guard let value = element.value else { return valueOnNil }
            return value
        }
    }
    func errorOnNil(_ error: Error = NilFound.found) -> Observable<Element.Wrapped> {
        return self.map { element -> Element.Wrapped in
            guard let value = element.value else { throw error }
            return value
        }
    }
    func catchOnNil(_ handler: @escaping () throws -> Observable<Element.Wrapped>) -> Observable<Element.Wrapped> {
        return self.flatMap { element -> Observable<Element.Wrapped> in
            guard let value = element.value else { return try handler() }
            return .just(value)
        }
    }
}
enum NilFound: Error { case found }
