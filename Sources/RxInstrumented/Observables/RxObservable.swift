/// Another name of ``Observable``, for files that import another type of that name.
public typealias RxObservable<Element> = Observable<Element>
