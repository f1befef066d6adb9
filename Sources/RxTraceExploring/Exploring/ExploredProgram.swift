/// A program of which many orders are run, each in a process of its own.
package struct ExploredProgram: Sendable {
    package let name: String
    package let executable: String
    package let arguments: [String]
    /// In seconds.
    package var timeLimit: Int
    /// The variables that it is given beside those of its recording and its order.
    package var environment: [String: String]
    /// Whether each run leaves a recording: without one, its output alone tells its outcome.
    package var isRecorded = true
    /// From where on its order varies.
    package var start = OrderStart.program
    /// Whether its clocks are the system's; otherwise its time is virtual.
    package var hasRealTime = false
    package var output = OrderOutput.all
    /// What two orders have to agree in to have one outcome.
    package var compared = OrderOutcome.Aspect.all
    /// Ends the running of orders; nil where nobody can ask for it.
    package var stop: StopRequest?

    package init(
        name: String, executable: String, arguments: [String] = [], timeLimit: Int, environment: [String: String] = [:]
    ) {
        self.name = name
        self.executable = executable
        self.arguments = arguments
        self.timeLimit = timeLimit
        self.environment = environment
    }

    /// The variables of a process that serves its orders, with their files in the folder.
    ///
    /// - Parameter slot: which of the runs at once it is: each has a processor of its own.
    func environment(_ files: OrderFiles, slot: Int) -> [String: String] {
        var environment = environment
        environment[RecordingFile.variable] = isRecorded ? files.recording : ""
        let variables = OrderVariables.environment(
            .served, from: start, log: files.log, hasRealTime: hasRealTime, processor: slot)
        return environment.merging(variables) { $1 }
    }
}
