// swift-tools-version: 6.0
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
        .library(name: "ReactiveObjC", targets: ["ReactiveObjC"]),
        .library(name: "TraceKit", targets: ["TraceKit"]),
        .library(name: "RxTraceTesting", targets: ["RxTraceTesting"]),
        .executable(name: "rxtrace", targets: ["rxtrace"]),
        .executable(name: "rxtrace-bench", targets: ["rxtrace-bench"]),
    ],
    targets: [
        .target(name: "TraceKit"),
        .target(name: "CTraceBuffer"),
        .target(name: "CDeallocation"),
        .target(
            name: "RxInstrumented", dependencies: ["TraceKit", "CTraceBuffer", "CDeallocation"], swiftSettings: rxMode),
        .target(name: "RxSwift", dependencies: ["RxInstrumented"], swiftSettings: rxMode),
        .target(name: "ReactiveObjC", dependencies: ["RxInstrumented"], swiftSettings: rxMode),
        .target(name: "RxTraceTesting", dependencies: ["RxInstrumented", "TraceKit"], swiftSettings: rxMode),
        .target(name: "Samples", dependencies: ["RxSwift", "ReactiveObjC"], path: "samples", swiftSettings: rxMode),
        .executableTarget(
            name: "rxtrace", dependencies: ["TraceKit", "RxInstrumented", "RxSwift", "Samples"], swiftSettings: rxMode),
        .target(name: "Yardstick"),
        .executableTarget(
            name: "rxtrace-bench", dependencies: ["TraceKit", "RxInstrumented", "RxSwift", "Yardstick"],
            swiftSettings: rxMode),
        .testTarget(name: "TraceKitTests", dependencies: ["TraceKit"]),
        .testTarget(
            name: "RxInstrumentedTests", dependencies: ["RxInstrumented", "TraceKit", "CDeallocation"],
            swiftSettings: rxMode),
        .testTarget(
            name: "FaultCatalogueTests", dependencies: ["RxSwift", "TraceKit"], path: "Tests/FaultCatalogue",
            swiftSettings: rxMode),
        .testTarget(
            name: "SamplesTests", dependencies: ["Samples", "RxInstrumented", "TraceKit"], swiftSettings: rxMode),
        .testTarget(
            name: "rxtraceTests", dependencies: ["rxtrace", "RxInstrumented", "Samples", "TraceKit"],
            swiftSettings: rxMode),
        .testTarget(
            name: "RxTraceTestingTests", dependencies: ["RxTraceTesting", "RxSwift", "TraceKit"],
            exclude: ["__Traces__"], swiftSettings: rxMode),
    ]
)
