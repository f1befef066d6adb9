public import Foundation
public import RxInstrumented

extension ObservableConvertibleType {
    /// The sequence, with functions that wait for it: meant for tests.
    ///
    /// ```swift
    /// let numbers = try Observable.of(1, 2).delay(.seconds(1), scheduler: MainScheduler.instance).toBlocking().toArray()
    /// // [1, 2], a second later
    /// ```
    ///
    /// - Parameter timeout: how many seconds each of the functions waits at most; without a limit if nil. After that it
    ///   fails with ``RxError/timeout``.
    public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
        BlockingObservable(timeout: timeout, source: asObservable())
    }
}
