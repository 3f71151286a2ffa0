// swift-tools-version: 6.2

import PackageDescription

/// What every target is built with: warnings are errors, and each unsafe expression is marked.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "oss-auth-conformance",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: [
    // For an app, its tests and its server.
    .library(name: "OSSFoundation", targets: ["OSSFoundation"]),
    .library(name: "OSSTestDoubles", targets: ["OSSTestDoubles"]),
    .library(name: "OSSTesting", targets: ["OSSTesting"]),
    .library(name: "OSSAppServer", targets: ["OSSAppServer", "OSSAppServerFoundation"]),
    // What OSSFoundation brings along.
    .library(name: "OSSSigning", targets: ["OSSSigning"]),
    .library(name: "OSSServices", targets: ["OSSServices"]),
    .library(name: "OSSCredentials", targets: ["OSSCredentials"]),
    .library(name: "OSSCredentialProviders", targets: ["OSSCredentialProviders"]),
    .library(name: "OSSPrimitives", targets: ["OSSPrimitives"]),
    .library(name: "OSSJSON", targets: ["OSSJSON"]),
    // The kit, for those who write an SDK.
    .library(name: "OSSVectors", targets: ["OSSVectors"]),
    .library(name: "OSSConformance", targets: ["OSSConformance"]),
    .executable(name: "oss-conform", targets: ["oss-conform"]),
  ],
  targets: [
    .target(name: "OSSPrimitives", swiftSettings: strict),
    .target(name: "OSSJSON", dependencies: ["OSSPrimitives"], swiftSettings: strict),
    .target(name: "OSSSigning", dependencies: ["OSSPrimitives"], swiftSettings: strict),
    .target(
      name: "OSSServices", dependencies: ["OSSPrimitives", "OSSJSON", "OSSSigning"],
      swiftSettings: strict),
    .target(
      name: "OSSCredentials",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices"],
      swiftSettings: strict),
    // What OSSFoundation does not bring along: no app links what only its server needs.
    .target(
      name: "OSSAppServer",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSCredentials"],
      swiftSettings: strict),
    // What Foundation shows of its errors; apart, because the tool links no Foundation.
    .target(
      name: "OSSAppServerFoundation", dependencies: ["OSSAppServer"], swiftSettings: strict),
    .target(
      name: "OSSCredentialProviders",
      dependencies: ["OSSPrimitives", "OSSSigning", "OSSServices", "OSSCredentials"],
      swiftSettings: strict),
    .target(
      name: "OSSTestDoubles",
      dependencies: ["OSSPrimitives", "OSSSigning", "OSSCredentials", "OSSCredentialProviders"],
      swiftSettings: strict),
    .target(
      name: "OSSFoundation",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSCredentials",
        "OSSCredentialProviders",
      ], swiftSettings: strict),
    .target(
      name: "OSSExplain",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSAppServer", "OSSCredentials",
      ], swiftSettings: strict),
    // The module of the explain page: .ci/explain_page compiles it for browsers.
    .target(
      name: "OSSExplainPage", dependencies: ["OSSPrimitives", "OSSJSON", "OSSExplain"],
      exclude: ["Page"], swiftSettings: strict),
    .target(
      name: "OSSEndpoint",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSAppServer", "OSSExplain",
        "OSSVectors",
      ], swiftSettings: strict),
    .target(name: "OSSVectors", dependencies: ["OSSPrimitives", "OSSJSON"], swiftSettings: strict),
    .target(
      name: "OSSConformance",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSAppServer", "OSSCredentials",
        "OSSExplain", "OSSEndpoint", "OSSVectors",
      ], swiftSettings: strict),
    // It links Swift Testing, so no other target depends on it.
    .target(
      name: "OSSTesting",
      dependencies: [
        "OSSPrimitives", "OSSTestDoubles", "OSSExplain", "OSSEndpoint", "OSSConformance",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "oss-conform", dependencies: ["OSSConformance"], swiftSettings: strict),
    // What tests of several targets build.
    .target(
      name: "TestSupport",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSSigning", "OSSExplain", "OSSVectors"],
      path: "Tests/TestSupport", exclude: ["wire-mistakes.json", "sts-mistakes.json"],
      swiftSettings: strict),
    .testTarget(
      name: "OSSPrimitivesTests", dependencies: ["OSSPrimitives"], swiftSettings: strict),
    .testTarget(
      name: "OSSJSONTests", dependencies: ["OSSPrimitives", "OSSJSON"], swiftSettings: strict),
    .testTarget(
      name: "OSSSigningTests",
      dependencies: ["OSSPrimitives", "OSSSigning", "OSSVectors", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OSSServicesTests",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OSSAppServerTests",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSCredentials", "OSSAppServer",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "ReplayTests",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSCredentials", "OSSVectors",
        "OSSConformance", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "OSSCredentialsTests",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSCredentials", "OSSVectors",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "OSSCredentialProvidersTests",
      dependencies: [
        "OSSPrimitives", "OSSSigning", "OSSServices", "OSSAppServer", "OSSCredentials",
        "OSSCredentialProviders", "OSSTestDoubles", "TestSupport",
      ],
      exclude: ["Server/token_server.py"], swiftSettings: strict),
    .testTarget(
      name: "OSSFoundationTests",
      dependencies: [
        "OSSFoundation", "OSSAppServer", "OSSAppServerFoundation", "OSSTestDoubles", "OSSTesting",
        "TestSupport",
      ],
      exclude: ["Server/oss_server.py", "Listings"], swiftSettings: strict),
    .testTarget(
      name: "OSSExplainTests",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSExplain", "OSSVectors", "TestSupport"],
      exclude: ["Cases"], swiftSettings: strict),
    .testTarget(
      name: "OSSExplainPageTests",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSExplain", "OSSExplainPage", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OSSEndpointTests",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSSigning", "OSSServices", "OSSCredentials", "OSSAppServer",
        "OSSCredentialProviders", "OSSExplain", "OSSEndpoint", "OSSVectors", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "OSSTestingTests",
      dependencies: ["OSSEndpoint", "OSSFoundation", "OSSTestDoubles", "OSSTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "OSSVectorsTests",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSVectors", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OSSConformanceTests",
      dependencies: [
        "OSSPrimitives", "OSSJSON", "OSSExplain", "OSSVectors", "OSSConformance", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "TidyTests",
      dependencies: ["OSSPrimitives", "OSSJSON", "OSSVectors", "OSSConformance", "TestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
