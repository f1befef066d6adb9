// swift-tools-version: 5.9
import PackageDescription

// An app's package, as its authors wrote it for RxSwift. One line is changed: the dependency. It was
//
//     .package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.0.0"),
//
let package = Package(
    name: "Search",
    platforms: [.macOS("15.0"), .iOS("18.0")],
    products: [.library(name: "Search", targets: ["Search"])],
    dependencies: [
        .package(name: "RxSwift", path: "../..")
    ],
    targets: [
        .target(
            name: "Search",
            dependencies: [
                .product(name: "RxSwift", package: "RxSwift"), .product(name: "RxCocoa", package: "RxSwift"),
            ]),
        .testTarget(
            name: "SearchTests",
            dependencies: [
                "Search", .product(name: "RxSwift", package: "RxSwift"), .product(name: "RxTest", package: "RxSwift"),
                .product(name: "RxBlocking", package: "RxSwift"),
            ]),
        // Code in the styles that apps and libraries are written in around RxSwift.
        .target(
            name: "Styles",
            dependencies: [
                .product(name: "RxSwift", package: "RxSwift"), .product(name: "RxRelay", package: "RxSwift"),
                .product(name: "RxCocoa", package: "RxSwift"),
            ]),
        .testTarget(name: "StylesTests", dependencies: ["Styles"]),
        .target(name: "Samples", dependencies: ["TraceKit", "Yardstick"]),
        .target(name: "TraceKit"),
        .target(name: "Yardstick"),
        .testTarget(name: "SamplesTests", dependencies: ["Samples", .product(name: "RxSwift", package: "RxSwift")]),
    ]
)
