// swift-tools-version: 6.1
import PackageDescription

// The reactive core offers RxSwift's own signatures, whose closures are not `Sendable`: it, and what is written
// against it, is compiled in Swift 5 mode. The trace itself is in Swift 6 mode.
let rxMode: [SwiftSetting] = [.swiftLanguageMode(.v5)]

let package = Package(
    name: "rxtrace",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "RxInstrumented", targets: ["RxInstrumented"]),
        .library(name: "RxSwift", targets: ["RxSwift"]),
        .library(name: "RxRelay", targets: ["RxRelay"]),
        .library(name: "RxCocoa", targets: ["RxCocoa"]),
        .library(name: "RxBlocking", targets: ["RxBlocking"]),
        .library(name: "RxTest", targets: ["RxTest"]),
        .library(name: "ReactiveObjC", targets: ["ReactiveObjC"]),
        .library(name: "RxTraceKit", targets: ["RxTraceKit"]),
        .library(name: "RxTraceTesting", targets: ["RxTraceTesting"]),
        .executable(name: "rxtrace", targets: ["rxtrace"]),
    ],
    // Who links the core without this trait has no definition of a system's function in his program: see docs/hops.md.
    traits: [
        .default(enabledTraits: ["Interposing"]),
        .trait(
            name: "Interposing",
            description: "Follows the program's own hops, and writes the recording before _exit and exec."),
    ],
    targets: [
        // The page's source and the samples, built in: a page is made, and a sample written, wherever the command lies.
        .target(name: "CRxTraceFiles"),
        .target(name: "RxTraceKit", dependencies: ["CRxTraceFiles"], exclude: ["Rendering/Page/Source"]),
        .target(name: "CRxTraceBuffer"),
        .target(name: "CRxTraceInterposing", dependencies: ["CRxTraceBuffer"]),
        .target(name: "CRxTraceDeallocation"),
        .target(
            name: "RxInstrumented",
            dependencies: [
                "RxTraceKit", "CRxTraceBuffer", "CRxTraceDeallocation",
                .target(name: "CRxTraceInterposing", condition: .when(traits: ["Interposing"])),
            ],
            swiftSettings: rxMode),
        .target(name: "RxSwift", dependencies: ["RxInstrumented"], swiftSettings: rxMode),
        .target(name: "RxRelay", dependencies: ["RxInstrumented"], swiftSettings: rxMode),
        .target(name: "RxCocoa", dependencies: ["RxSwift", "RxRelay", "RxInstrumented"], swiftSettings: rxMode),
        .target(name: "RxBlocking", dependencies: ["RxInstrumented"], swiftSettings: rxMode),
        .target(name: "RxTest", dependencies: ["RxInstrumented"], swiftSettings: rxMode),
        .target(name: "ReactiveObjC", dependencies: ["RxInstrumented", "RxTraceKit"], swiftSettings: rxMode),
        .target(
            name: "RxTraceTesting",
            dependencies: ["RxInstrumented", "RxTraceKit", "RxTraceExploring", "CRxTraceBuffer"]),
        // Compiled as `rxtrace run` compiles a program, in every build: optimized code has no call where a function ends in
        // one, and releases objects elsewhere than where the source does, so that a sample's trace would be another.
        .target(
            name: "RxTraceSamples", dependencies: ["RxSwift", "ReactiveObjC", "RxInstrumented"], path: "samples",
            swiftSettings: rxMode + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),
        .target(name: "CRxTraceCommand"),
        // Runs programs and tests in the orders that their threads allow: for the command, and within tests.
        .target(name: "RxTraceExploring", dependencies: ["RxTraceKit", "CRxTraceCommand"]),
        .executableTarget(
            name: "rxtrace",
            dependencies: [
                "CRxTraceCommand", "RxTraceExploring", "RxTraceKit", "RxInstrumented", "RxSwift", "RxRelay", "RxCocoa",
                "RxBlocking",
                "RxTraceSamples",
            ]),
        .target(name: "RxTraceYardstick"),
        .executableTarget(
            name: "rxtrace-bench",
            dependencies: [
                "RxTraceKit", "RxInstrumented", "RxSwift", "RxRelay", "RxCocoa", "RxTraceYardstick", "RxTraceStress",
                "RxTraceTestSupport", "RxTraceExploring",
            ],
            swiftSettings: rxMode),
        .target(name: "RxTraceTestSupport", dependencies: ["RxTraceKit"], path: "Tests/Support"),
        // Used by tests, and by the benchmark's soak.
        .target(
            name: "RxTraceStress", dependencies: ["RxInstrumented", "RxTraceTestSupport"], path: "Tests/Stress",
            swiftSettings: rxMode),
        // Switches checks on in the process that runs the tests, whichever of them it runs.
        .target(name: "CRxTraceTestProcess", path: "Tests/CRxTraceTestProcess"),
        .testTarget(name: "RxTraceKitTests", dependencies: ["RxTraceKit", "RxTraceTestSupport"]),
        .testTarget(
            name: "RxInstrumentedTests",
            dependencies: [
                "RxInstrumented", "ReactiveObjC", "RxRelay", "RxCocoa", "RxTest", "RxTraceKit", "CRxTraceBuffer",
                "CRxTraceDeallocation", "RxTraceTestSupport", "RxTraceStress", "CRxTraceTestProcess",
            ],
            swiftSettings: rxMode),
        .testTarget(
            name: "RxTraceCompanionTests",
            dependencies: ["RxInstrumented", "RxSwift", "RxBlocking", "RxTest", "RxTraceKit"],
            path: "Tests/Companions", swiftSettings: rxMode),
        .testTarget(
            name: "FaultCatalogueTests",
            dependencies: [
                "ReactiveObjC", "RxInstrumented", "RxSwift", "RxBlocking", "RxRelay", "RxTraceKit", "RxTraceSamples",
                "RxTraceTestSupport",
            ],
            path: "Tests/FaultCatalogue",
            swiftSettings: rxMode),
        .testTarget(
            name: "RxTraceSamplesTests",
            dependencies: ["RxTraceSamples", "RxInstrumented", "RxTraceKit", "RxTraceTestSupport"],
            swiftSettings: rxMode),
        .testTarget(
            name: "rxtraceTests",
            dependencies: [
                "rxtrace", "RxTraceExploring", "RxInstrumented", "RxTraceSamples", "RxTraceKit",
                "RxTraceTestSupport",
            ],
            swiftSettings: rxMode),
        // What `make fuzz` tries, and the inputs it keeps, as tests.
        .testTarget(
            name: "RxTraceFuzzingTests", dependencies: ["rxtrace", "RxTraceKit", "RxTraceTestSupport"],
            path: "Tests/Fuzzing",
            exclude: ["Entry", "Inputs"], swiftSettings: rxMode),
        .testTarget(
            name: "RxTraceTestingTests",
            dependencies: [
                "RxTraceTesting", "RxTraceExploring", "RxInstrumented", "RxRelay", "RxSwift", "RxTraceKit",
                "RxTraceTestSupport",
            ],
            swiftSettings: rxMode),
    ]
)

// Compiled whole, the modules of the tests take a quarter less: by file, what macros make of all other files is made for each batch of
// them. But then each change compiles its module anew, so this is for where all is compiled: `.ci/run`.
if Context.environment["RXTRACE_WHOLE_MODULES"] != nil {
    let whole = SwiftSetting.unsafeFlags(["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"])
    for target in package.targets where target.type == .test {
        target.swiftSettings = (target.swiftSettings ?? []) + [whole]
    }
}
