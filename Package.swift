// swift-tools-version: 6.2
import PackageDescription

/// An expression that the compiler has to try in more ways than `-solver-scope-threshold` is refused:
/// those took it up to nine seconds each, and a named part or type takes none.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-Xfrontend", "-solver-scope-threshold=50000"], .when(configuration: .debug)),
]

/// Without the names of fields and cases, which are 3 % of the release: only `Mirror` and a text that
/// is made of a value without a description of its own read them.
let unnamed: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"], .when(configuration: .release))
]

/// For the runtime, the world and what writes text in columns: all tests together take half of the
/// time with it. A debug build from nothing takes the compiler some three minutes of CPU more, one
/// after a changed line ten seconds. To step through such a module, take it out of its settings.
let always: [SwiftSetting] =
  strict + unnamed + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// For commands, whose options the argument parser finds by `Mirror`.
let commands: [SwiftSetting] =
  strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For what reads a few lines, writes a few words or handles a key. Elsewhere -Osize, or a compiler
/// that does not write each generic function again for each type, made commands up to five times
/// slower.
let small: [SwiftSetting] = commands + unnamed

let plain: [SwiftSetting] = strict + unnamed

/// The toolchain's own linker, on Linux. Functions with the same code become one, which is 1 % of the
/// program, and the tables for unwinding are left out, which are 15 %: Swift throws without them, and
/// a backtrace follows the frame pointers.
let lean: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "--icf=all", "-Xlinker", "--no-eh-frame-hdr", "-Xlinker",
      "--script=\(Context.packageDirectory)/Sources/Program/tagsim/no-unwinding.ld",
    ], .when(platforms: [.linux], configuration: .release))
]

/// For tests. SwiftPM finds those of XCTest in an index: `.ci/test` builds without one and names a
/// folder, so that the tests alone, where nothing is found, have theirs.
let tested: [SwiftSetting] =
  strict
  + (Context.environment["TAGSIM_INDEX"].map { [.unsafeFlags(["-index-store-path", $0])] } ?? [])

let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let collections: Target.Dependency = .product(
  name: "OrderedCollections", package: "swift-collections")

let package = Package(
  name: "tagsim",
  // Locks and atomics of the standard library.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "tagsim", targets: ["tagsim"]),
    .executable(name: "tagsim-lab", targets: ["TagLab"]),
    .library(name: "TagRuntime", targets: ["TagRuntime"]),
    .library(name: "TagInspection", targets: ["TagInspection"]),
    .library(name: "TagSimulation", targets: ["TagSimulation"]),
    .library(name: "ScenarioEngine", targets: ["ScenarioEngine"]),
    .library(name: "ContainerFormats", targets: ["ContainerFormats"]),
    .library(name: "ScenarioFolders", targets: ["ScenarioFolders"]),
    .library(name: "TagsimTesting", targets: ["TagsimTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
    .package(url: "https://github.com/apple/swift-collections", .upToNextMinor(from: "1.6.0")),
  ],
  targets: [
    .target(
      name: "CICU", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [
        // Swift's toolchain brings it along for Foundation.
        .linkedLibrary("_FoundationICU", .when(platforms: [.linux])),
        .linkedLibrary("icucore", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "TagRuntime", dependencies: ["CICU", collections],
      swiftSettings: always,
      // Rounding; Foundation brings it along, but nobody has to import that.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "TagInspection", dependencies: ["TextKit", "TagRuntime", "PhoneLog", collections],
      swiftSettings: plain),
    .target(
      name: "TagSimulation", dependencies: ["TagRuntime", collections],
      swiftSettings: always),
    .target(
      name: "TagWords", dependencies: ["TextKit", "TagRuntime", "TagSimulation", collections],
      swiftSettings: small),
    // Not in a library: the plug-in makes values of its texts.
    .target(
      name: "TagGlossary", dependencies: ["TagRuntime", "TagWords"], exclude: ["Texts"],
      swiftSettings: small, plugins: ["EmbedScenarios"]),
    .target(
      name: "MeasurementPlan",
      dependencies: ["TextKit", "TagRuntime", "ContainerFormats", collections],
      swiftSettings: plain),
    .target(
      name: "TagLanguage",
      dependencies: ["TextKit", "TagRuntime", "TagSimulation", "TagWords", collections],
      swiftSettings: small),
    .target(
      name: "ScenarioEngine",
      dependencies: [
        "TextKit", "TagRuntime", "TagSimulation", "TagWords", "TagLanguage", "MeasurementPlan",
        collections,
      ],
      swiftSettings: plain),
    .target(
      name: "Publishing",
      dependencies: [
        "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine", collections,
      ],
      swiftSettings: plain),
    .target(
      name: "Following",
      dependencies: [
        "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine", "PhoneLog", collections,
      ],
      swiftSettings: plain),
    .target(
      name: "PlanChecking",
      dependencies: [
        "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "ScenarioEngine", "PhoneLog",
        "MeasurementPlan", collections,
      ],
      swiftSettings: plain),
    .target(
      name: "TagReference", dependencies: ["TagRuntime", collections], swiftSettings: strict),
    .target(
      name: "TagFuzz",
      dependencies: [
        "TagRuntime", "TagSimulation", "ScenarioEngine", "ContainerFormats", "TagReference",
        "TagInspection", "PhoneLog", "Following", collections,
      ],
      swiftSettings: strict),
    .target(
      name: "TagForecast",
      dependencies: ["TextKit", "TagRuntime", "TagSimulation", "ScenarioEngine", collections],
      swiftSettings: plain),
    .target(
      name: "PhoneLog", dependencies: ["TagRuntime", "ContainerFormats", collections],
      swiftSettings: plain),
    .target(name: "TextKit", swiftSettings: always),
    .target(name: "TerminalKit", dependencies: ["TextKit"], swiftSettings: always),
    // What draws compiles beside the scenario engine, which it does not know.
    .target(
      name: "TagPanes",
      dependencies: [
        "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "TagWords", "TerminalKit",
        collections,
      ],
      swiftSettings: plain),
    .target(
      name: "TagMonitor",
      dependencies: [
        "TextKit",
        "TagRuntime", "TagInspection", "TagSimulation", "TagGlossary", "TagPanes",
        "ScenarioEngine", "TerminalKit", collections,
      ],
      swiftSettings: small),
    .target(
      name: "RunPage",
      dependencies: [
        "TextKit", "TagRuntime", "TagInspection", "TagSimulation", "TagWords", "TagPanes",
        "ScenarioEngine", collections,
      ],
      exclude: ["Page"], swiftSettings: plain, plugins: ["EmbedScenarios"]),
    .target(
      name: "CNcurses", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "NcursesTerminal", dependencies: ["TextKit", "TerminalKit", "CNcurses"],
      swiftSettings: small),
    .target(
      name: "ContainerFormats", dependencies: ["TagRuntime", collections],
      swiftSettings: plain),
    .target(
      name: "ScenarioFolders",
      dependencies: ["TagRuntime", "TagSimulation", "ScenarioEngine", "ContainerFormats"],
      swiftSettings: small),
    // For the tests of other packages; no program of this one links it.
    .target(
      name: "TagsimTesting",
      dependencies: ["TagRuntime", "ScenarioEngine", "ScenarioFolders"], swiftSettings: strict),
    .systemLibrary(
      name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "TagStore", dependencies: ["TagRuntime", "CSQLite", collections],
      swiftSettings: small),
    .target(
      name: "TagBench",
      dependencies: [
        "TextKit",
        "TagRuntime", "TagSimulation", "ScenarioEngine", "TagForecast", "TerminalKit",
        "TagMonitor", "ContainerFormats", collections,
      ],
      swiftSettings: strict),
    .target(
      name: "CommandKit",
      dependencies: [
        "TextKit",
        "TagRuntime", "TagSimulation", "ScenarioEngine", "ScenarioFolders", "ContainerFormats",
        "TerminalKit", collections, arguments,
      ],
      swiftSettings: commands),
    .executableTarget(
      name: "tagsim",
      dependencies: [
        "TextKit", "PhoneLog",
        "CommandKit", "TagRuntime", "TagInspection", "TagSimulation", "TagGlossary",
        "ScenarioEngine", "TerminalKit", "TagMonitor", "RunPage", "Following", "Publishing",
        "TagForecast", "NcursesTerminal", "MeasurementPlan", "PlanChecking",
        "ContainerFormats", "TagStore", collections, arguments,
      ],
      exclude: ["Schemas", "no-unwinding.ld"], swiftSettings: commands,
      linkerSettings: lean,
      plugins: ["EmbedScenarios"]),
    .executableTarget(
      name: "TagLab",
      dependencies: [
        "TextKit",
        "CommandKit", "TagRuntime", "TagSimulation", "ScenarioEngine", "TerminalKit", "TagFuzz",
        "TagBench", "TagMonitor", "TagStore", "ContainerFormats", "PhoneLog", "TagInspection",
        "Following", "Publishing", collections, arguments,
      ],
      swiftSettings: strict),
    .plugin(
      name: "EmbedScenarios", capability: .buildTool(), dependencies: ["WriteLiterals"]),
    .executableTarget(name: "WriteLiterals", swiftSettings: strict),
    .testTarget(
      name: "ContainerFormatsTests",
      dependencies: ["ContainerFormats", "TagRuntime", "TestSupport", collections],
      swiftSettings: tested),
    .testTarget(
      name: "tagsimTests",
      dependencies: [
        "TextKit", "PhoneLog",
        "tagsim", "TagLab", "CommandKit", "ScenarioEngine", "TagLanguage", "TagGlossary",
        "TagForecast", "TagInspection",
        "TagMonitor", "TagRuntime", "TagSimulation", "TagStore", "Following", "Publishing",
        "TerminalKit", "MeasurementPlan", "PlanChecking",
        arguments, collections,
      ],
      exclude: ["Emulators", "Pages"], swiftSettings: tested),
    .target(
      name: "TestSupport", dependencies: ["TagRuntime", "TagSimulation", collections],
      path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "TagRuntimeTests", dependencies: ["TagRuntime", "TestSupport", collections],
      exclude: ["Patterns/engines.txt", "Patterns/patterns.jsonl", "Patterns/texts.jsonl"],
      swiftSettings: tested),
    .testTarget(
      name: "PhoneLogTests",
      dependencies: ["PhoneLog", "TagRuntime", "TestSupport", collections],
      exclude: ["Logs"], swiftSettings: tested),
    .testTarget(
      name: "TagInspectionTests",
      dependencies: [
        "TagInspection", "ContainerFormats", "TagRuntime", "TestSupport", "TextKit", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "TagSimulationTests",
      dependencies: ["TagSimulation", "TagRuntime", "TestSupport", collections],
      swiftSettings: tested),
    .testTarget(
      name: "ScenarioEngineTests",
      dependencies: [
        "TextKit", "ScenarioEngine", "TagLanguage", "TagSimulation", "TagRuntime", "TestSupport",
        collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "TagsimTestingTests",
      dependencies: ["TagsimTesting"],
      swiftSettings: tested),
    .testTarget(
      name: "TagFuzzTests",
      dependencies: [
        "TagFuzz", "TagReference", "TagSimulation", "TagRuntime", "ScenarioEngine", "TestSupport",
        collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "TagForecastTests",
      dependencies: [
        "TagForecast", "TagSimulation", "TagRuntime", "ScenarioEngine", "TestSupport", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "PublishingTests",
      dependencies: [
        "Publishing", "ScenarioEngine", "TagInspection", "TagSimulation", "TagRuntime", "PhoneLog",
        "TagWords", "TestSupport", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "MeasurementPlanTests",
      dependencies: [
        "MeasurementPlan", "TagRuntime", "ContainerFormats", "TestSupport", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "PlanCheckingTests",
      dependencies: [
        "PlanChecking", "MeasurementPlan", "ScenarioEngine", "TagInspection", "TagSimulation",
        "TagRuntime", "PhoneLog", "ContainerFormats", "TestSupport", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "FollowingTests",
      dependencies: [
        "Following", "ScenarioEngine", "TagInspection", "TagSimulation", "TagRuntime", "PhoneLog",
        "TagWords", "TestSupport", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "RunPageTests",
      dependencies: [
        "RunPage", "ScenarioEngine", "ContainerFormats", "TagSimulation", "TagRuntime",
        "TestSupport", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "TagMonitorTests",
      dependencies: [
        "TextKit", "TagMonitor", "TagPanes", "TagInspection", "Publishing", "ScenarioEngine",
        "MeasurementPlan", "TagWords", "TagGlossary", "TagSimulation", "TagRuntime", "TerminalKit",
        "ContainerFormats",
        "Following", "PhoneLog", "TestSupport", collections,
      ],
      exclude: ["Screens"], swiftSettings: tested),
    .testTarget(
      name: "TerminalKitTests", dependencies: ["TextKit", "TerminalKit"], swiftSettings: tested),
    .testTarget(
      name: "NcursesTerminalTests", dependencies: ["NcursesTerminal", "TerminalKit"],
      swiftSettings: tested),
    .testTarget(
      name: "TagStoreTests",
      dependencies: [
        "TagStore", "TagRuntime", "TagSimulation", "TestSupport", "CSQLite", collections,
      ],
      swiftSettings: tested),
    .testTarget(
      name: "TagBenchTests", dependencies: ["TagBench", "TagRuntime", "TextKit", collections],
      swiftSettings: tested),
    .testTarget(name: "TidyTests", swiftSettings: tested),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// The houses, from the ground up: a target imports from its own house and from those below it.
let houses: KeyValuePairs = [
  "Truth": ["TagRuntime", "TagSimulation", "ContainerFormats", "TagStore", "CICU", "CSQLite"],
  "Words": ["TextKit", "TagWords", "TagGlossary"],
  "Story": [
    "MeasurementPlan", "TagLanguage", "ScenarioEngine", "ScenarioFolders", "TagsimTesting",
  ],
  "Questions": [
    "TagInspection", "PhoneLog", "Publishing", "Following", "TagForecast", "PlanChecking",
  ],
  "Screen": ["TerminalKit", "NcursesTerminal", "CNcurses", "TagPanes", "RunPage", "TagMonitor"],
  "Program": ["tagsim", "CommandKit", "EmbedScenarios", "WriteLiterals"],
  "Lab": ["TagFuzz", "TagReference", "TagBench", "TagLab"],
]
for (house, names) in houses {
  for target in package.targets where names.contains(target.name) {
    target.path = "Sources/\(house)/\(target.name)"
  }
}

// Instrumented readers for libFuzzer; `.ci/campaign fuzz` sets the variable and the flags.
if Context.environment["TAGSIM_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "ContainerFormats", "TagRuntime", "TagInspection", "ScenarioEngine", "TextKit",
        "TerminalKit", collections,
      ],
      path: "Tests/Fuzzing", exclude: ["Corpus"], swiftSettings: strict))
}

// Kills programs while they write to a phone's file; `.ci/campaign kill-loop` sets the variable.
if Context.environment["TAGSIM_KILL_LOOP"] != nil {
  package.targets.append(
    .executableTarget(
      name: "kill-loop", dependencies: ["TagStore", "TagRuntime", collections],
      path: "Tests/KillLoop", swiftSettings: strict))
}

// Compares binary containers with SwiftProtobuf; `.ci/campaign oracle` sets the variable. An ordinary
// build neither fetches nor compiles it.
if Context.environment["TAGSIM_ORACLE"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/apple/swift-protobuf", .upToNextMinor(from: "1.39.0")))
  package.targets.append(
    .testTarget(
      name: "ContainerOracleTests",
      dependencies: [
        "ContainerFormats", "ContainerFormatsTests", "TagRuntime",
        .product(name: "SwiftProtobuf", package: "swift-protobuf"),
      ],
      exclude: ["container.proto"], swiftSettings: tested))
}
