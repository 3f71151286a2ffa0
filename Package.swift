// swift-tools-version: 6.3

import PackageDescription

/// What every target is built with: warnings are errors, and each unsafe expression is marked.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .treatWarning("ExplicitSendable", as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Libraries and tests are optimized in debug builds too: the tests replay every vector many times,
/// and take half of the time so. Since tools version 6.2 such a flag is no bar for a package that
/// depends on this.
let optimized: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "oss-auth-conformance",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: [
    .library(name: "OSSPrimitives", targets: ["OSSPrimitives"]),
    .library(name: "OSSSigning", targets: ["OSSSigning"]),
    .library(name: "OSSCredentials", targets: ["OSSCredentials"]),
    .library(name: "OSSCredentialProviders", targets: ["OSSCredentialProviders"]),
    .library(name: "OSSVectors", targets: ["OSSVectors"]),
    .library(name: "OSSConformance", targets: ["OSSConformance"]),
    .executable(name: "oss-conform", targets: ["oss-conform"]),
  ],
  targets: [
    .target(name: "OSSPrimitives", swiftSettings: optimized),
    .target(name: "OSSSigning", dependencies: ["OSSPrimitives"], swiftSettings: optimized),
    .target(
      name: "OSSCredentials", dependencies: ["OSSPrimitives", "OSSSigning"],
      swiftSettings: optimized),
    .target(
      name: "OSSCredentialProviders",
      dependencies: ["OSSPrimitives", "OSSSigning", "OSSCredentials"], swiftSettings: optimized),
    .target(name: "OSSVectors", dependencies: ["OSSPrimitives"], swiftSettings: optimized),
    .target(
      name: "OSSConformance",
      dependencies: ["OSSPrimitives", "OSSSigning", "OSSCredentials", "OSSVectors"],
      swiftSettings: optimized),
    .executableTarget(
      name: "oss-conform", dependencies: ["OSSConformance"], swiftSettings: strict,
      // `bench` counts allocations by a `malloc` of its own, which the libraries must find.
      linkerSettings: [
        .unsafeFlags(
          [
            "-Xlinker", "--defsym=malloc=oss_conform_malloc", "-Xlinker",
            "--export-dynamic-symbol=malloc",
          ], .when(platforms: [.linux]))
      ]),
    .testTarget(
      name: "OSSPrimitivesTests", dependencies: ["OSSPrimitives"], swiftSettings: optimized),
    .testTarget(
      name: "OSSSigningTests", dependencies: ["OSSPrimitives", "OSSSigning", "OSSVectors"],
      swiftSettings: optimized),
    .testTarget(
      name: "OSSCredentialsTests",
      dependencies: ["OSSPrimitives", "OSSSigning", "OSSCredentials", "OSSVectors"],
      swiftSettings: optimized),
    .testTarget(
      name: "OSSCredentialProvidersTests",
      dependencies: ["OSSPrimitives", "OSSSigning", "OSSCredentials", "OSSCredentialProviders"],
      exclude: ["Server/token_server.py"], swiftSettings: optimized),
    .testTarget(
      name: "OSSVectorsTests", dependencies: ["OSSPrimitives", "OSSVectors"],
      swiftSettings: optimized),
    .testTarget(
      name: "OSSConformanceTests",
      dependencies: ["OSSPrimitives", "OSSVectors", "OSSConformance"], swiftSettings: optimized),
    .testTarget(
      name: "TidyTests", dependencies: ["OSSPrimitives", "OSSVectors"], swiftSettings: optimized),
  ],
  swiftLanguageModes: [.v6]
)
