import RxInstrumented

/// How a command's signals come of the one subject that is sent each execution's signal.
extension RACCommand {
    static func executionSignals(_ added: RACSubject<RACSignal<Value>>) -> RACSignal<RACSignal<Value>> {
        added
            .map(added.derived("-map:")) { $0.catchTo(.empty()) }
            .deliverOn(.mainThreadScheduler)
            .setName("RACCommand -executionSignals")
    }

    static func errors(_ added: RACSubject<RACSignal<Value>>) -> RACSignal<any Error> {
        let connection =
            added
            .flattenMap(added.derived("-flattenMap:")) { _, signal -> RACSignal<any Error>? in
                let valueless: RACSignal<any Error> = signal.ignoringValues()
                return valueless.catch(valueless.derived("-catch:")) { _, error in .return(error) }
            }
            .deliverOn(.mainThreadScheduler)
            .publish()
        connection.signal.setName("RACCommand -errors")
        // Those who subscribe later get the errors of executions that go on already.
        connection.connect()
        return connection.signal
    }

    /// Whether an execution goes on, sent where that changes: plus one as each begins, minus one as it ends.
    static func immediateExecuting(_ added: RACSubject<RACSignal<Value>>) -> RACSignal<Bool> {
        let changes = added.flattenMap(added.derived("-flattenMap:")) { _, signal in
            signal.catchTo(.empty()).then(own: { RACSignal.return(-1) }).startWith(1)
        }
        let count = changes.scan(changes.derived("-scanWithStart:reduce:"), 0) { _, running, change in running + change
        }
        return count.map(count.derived("-map:")) { $0 > 0 }
            .startWith(false)
            .setName("RACCommand -immediateExecuting")
    }

    static func executing(_ immediateExecuting: RACSignal<Bool>) -> RACSignal<Bool> {
        immediateExecuting
            .deliverOn(.mainThreadScheduler)
            // Until the first value comes by the main queue.
            .startWith(false)
            .distinctUntilChanged()
            .replayLast()
            .setName("RACCommand -executing")
    }

    static func immediateEnabled(
        _ enabledSignal: RACSignal<Bool>?, _ immediateExecuting: RACSignal<Bool>,
        _ allowsConcurrentExecution: RACSubject<Bool>, until deallocation: RACSignal<Void>
    ) -> RACSignal<Bool> {
        let moreExecutionsAllowed = RACSignal<Bool>.if(
            allowsConcurrentExecution.startWith(false), then: .return(true), else: immediateExecuting.not())
        let enabled = enabledSignal?.startWith(true) ?? .return(true)
        return RACSignal.combineLatest([enabled, moreExecutionsAllowed])
            .and()
            .take(until: deallocation)
            .replayLast()
            .setName("RACCommand -immediateEnabled")
    }

    static func enabled(_ immediateEnabled: RACSignal<Bool>) -> RACSignal<Bool> {
        immediateEnabled.take(1)
            .concat(immediateEnabled.skip(1).deliverOn(.mainThreadScheduler))
            .distinctUntilChanged()
            .replayLast()
            .setName("RACCommand -enabled")
    }
}
