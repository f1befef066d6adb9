import CRxTraceBuffer

/// An observer of one inner observable, whose subscription the next one's takes the place of.
@usableFromInline
class SupersededObserver: HeldObserver {
    @usableFromInline final let number: Int

    /// - Parameter number: the observer's, counted from 1.
    @usableFromInline init(number: Int) {
        self.number = number
        super.init()
    }

    /// Lets the subscription go, whose inner observable has ended.
    @usableFromInline final func end() {
        if noteEnd() { letGo() }
    }
}

extension SerialDisposable {
    /// Begins with the subscription of `observer`. Returns the one before, which is to be disposed.
    @usableFromInline func begin(_ observer: SupersededObserver) -> DisposableObject? {
        exchange(rxtrace_is_on() ? observer.holdEarly() : nil, inTurn: observer.number)
    }

    /// Takes the subscription of `observer`, which has begun.
    @usableFromInline func hold(_ subscription: consuming DisposableObject?, of observer: SupersededObserver) {
        let hasEnded = observer.take(consume subscription) { hold($0, ofTurn: observer.number) }
        if hasEnded { observer.letGo() }
    }
}
