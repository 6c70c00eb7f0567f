import OrderedCollections
public import TagRuntime
public import TagSimulation

/// The external data that a scenario needs and the engine never reads itself: the files that it
/// names, the content of a container's file, and the rules of time zones.
///
/// Any thrown error becomes the sentence of a `LoadFailure`.
public protocol ScenarioFiles {
  /// Returns the bytes of a file.
  ///
  /// - Parameter path: the path passed to the loader; paths in a scenario are appended to the
  ///   folder of the scenario.
  /// - Parameter limit: the maximum size of the file in bytes.
  func bytes(of path: String, limit: Int) throws -> [UInt8]

  /// Reads the container in a file, with the target ContainerFormats or another reader.
  func container(_ path: String) throws -> ContainerVersion

  /// Reads and compiles the container in a file. Implementations for many scenarios may cache it.
  func compiled(_ path: String) throws -> CompiledContainer

  /// Returns the rules of a time zone; nil if no zone has that name.
  ///
  /// - Parameter name: the name of the zone, such as `Europe/Madrid`.
  /// - Parameter start: the moment around which the rules must be valid.
  func zone(_ name: String, around start: WallTime) throws -> ZoneRules?

  /// The names of available time zones, for "did you mean".
  var zoneNames: [String] { get }

  /// Returns the names in a folder, those of folders with a `/`, for the completion of paths; none
  /// if it cannot be read.
  func names(in folder: String) -> [String]

  /// Returns the origin of a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - scenario: the scenario that names it, or the file itself; nil if the user did.
  func origin(of path: String, in scenario: String?) -> FileOrigin
}

extension ScenarioFiles {
  /// Files in memory by default.
  public func origin(of path: String, in scenario: String?) -> FileOrigin { .memory }

  /// Returns no names: files in memory need no completion of paths.
  public func names(in folder: String) -> [String] { [] }

  /// Compiles the container of the file on each call.
  public func compiled(_ path: String) throws -> CompiledContainer {
    CompiledContainer(try container(path))
  }

  /// Returns no zone: scenarios use the offset of their start.
  public func zone(_ name: String, around start: WallTime) throws -> ZoneRules? { nil }

  /// No names by default.
  public var zoneNames: [String] { [] }
}

/// A scenario with everything that it references, ready to be played.
public struct LoadedScenario: Sendable {
  /// The parsed scenario; one way to play it, if it has a matrix.
  public var scenario: Scenario
  /// The data that the scenario references.
  public var inputs: RunInputs

  /// Combines a scenario with the data that it references.
  package init(scenario: Scenario, inputs: RunInputs) {
    self.scenario = scenario
    self.inputs = inputs
  }
}

/// Loads a scenario with everything that it references.
public struct ScenarioLoader {
  /// The size limit of a scenario or app in bytes (50 MB).
  package static let textLimit = 50_000_000

  /// The source of files.
  public let files: any ScenarioFiles
  /// The path of a container that replaces every published one.
  public var containerOverride: String?

  /// Creates a loader from a source of files.
  public init(_ files: any ScenarioFiles, containerOverride: String? = nil) {
    self.files = files
    self.containerOverride = containerOverride
  }

  // MARK: Scenarios

  /// Loads a scenario; if there are several ways to play it, the first.
  public func load(_ path: String) throws(LoadFailure) -> LoadedScenario {
    let variants = try loadVariants(path)
    guard let first = variants.first else {
      preconditionFailure("\(path) cannot be played in any way")
    }
    return first
  }

  /// Loads every way to play a scenario, at least one.
  public func loadVariants(_ path: String) throws(LoadFailure) -> [LoadedScenario] {
    try loadVariants(of: parse(path))
  }

  /// Loads every way to play a parsed scenario.
  package func loadVariants(of scenario: Scenario) throws(LoadFailure) -> [LoadedScenario] {
    var problems: [LoadProblem] = []
    var loaded: [LoadedScenario] = []
    var known: [String: CompiledContainer] = [:]
    let plan = plan(of: scenario, &problems)
    for variant in scenario.variants {
      do throws(LoadFailure) {
        loaded.append(LoadedScenario(scenario: variant, inputs: try inputs(of: variant, &known)))
        loaded[loaded.count - 1].inputs.plan = plan
      } catch {
        // A problem that several ways share is reported once.
        problems += error.problems.filter { !problems.contains($0) }
      }
    }
    if !problems.isEmpty { throw LoadFailure(problems) }
    return loaded
  }

  /// Parses a scenario alone, without the data that it references.
  ///
  /// - Throws: `LoadFailure` with all its problems, including unknown names in the readable part,
  ///   so that you can fix them together.
  public func parse(_ path: String) throws(LoadFailure) -> Scenario {
    let read = ScenarioParser.read(try bytes(of: path), file: path) {
      (file) throws(LoadFailure) in try bytes(of: file)
    }
    if read.errors.isEmpty { return read.scenario }
    var failure = failure(read.errors, in: path)
    if read.isAppWhole {
      do throws(LoadFailure) {
        _ = try loadVariants(of: read.scenario)
      } catch {
        failure.problems += error.problems.filter { $0.location != nil }
      }
    }
    failure.sortByPlace()
    throw failure
  }

  /// `known` are the containers in other ways to play the scenario.
  private func inputs(
    of scenario: Scenario, _ known: inout [String: CompiledContainer]
  ) throws(LoadFailure) -> RunInputs {
    let description = try description(of: scenario)
    let app = description.app
    var problems: [LoadProblem] = []
    var inputs = RunInputs(
      app: app, zone: try zone(of: scenario), reportZone: try reportZone(of: scenario))
    for reference in scenario.references where reference.kind == .container {
      do throws(LoadFailure) {
        let place = resolved(reference.path, besides: scenario.file)
        if known[place] == nil {
          known[place] = try container(
            place, for: generation(of: scenario), on: app.platform, in: scenario.file)
        }
        inputs.containers[reference.path] = known[place]
      } catch {
        let failure = failure(error, at: reference.location, in: scenario)
        switch bundling(of: reference.path, in: scenario) {
        case .asItIs: inputs.refusals[reference.path] = reason(error, reference.path, scenario)
        case .underItsName:
          problems += failure.hinting(at: app.containerID, reference.path).problems
        case nil: problems += failure.problems
        }
      }
    }
    for path in scenario.snapshotPaths {
      inputs.snapshots[path] = keptSnapshot(path)
      if inputs.snapshots[path] != nil, !mayQuote(path, as: .snapshot, in: scenario.file) {
        inputs.unquotedSnapshots.insert(path)
      }
    }
    let override = try override(for: scenario, inputs)
    if override?.version.generation == scenario.generation { inputs.publishedOverride = override }
    // The content of an override or of an unread container is not known here.
    let knowsTags =
      problems.isEmpty && !inputs.containers.isEmpty && containerOverride == nil
    let tags = knowsTags ? inputs.containers.values.flatMap(\.allTagNames) : nil
    inputs.propertyZones = propertyZones(of: description, scenario, &problems)
    problems = failure(check(scenario, app, tags: tags), in: scenario.file).problems + problems
    if !problems.isEmpty { throw LoadFailure(problems) }
    return inputs
  }

  /// Checks the names in a scenario: an error may have words of the app's file.
  private func check(_ scenario: Scenario, _ app: App, tags: [String]?) -> [ScenarioError] {
    let place = scenario.apps.isEmpty ? appPath(of: scenario) : nil
    return scenario.check(app: app, tags: tags).map { error in
      var error = error
      error.appPath = place
      return error
    }
  }

  /// The ways in which a scenario bundles a file.
  private enum Bundling {
    case asItIs
    case underItsName
  }

  /// Returns the way in which a scenario bundles a file; nil if it does not, or the file cannot be
  /// read.
  private func bundling(of path: String, in scenario: Scenario) -> Bundling? {
    let place = resolved(path, besides: scenario.file)
    guard (try? files.bytes(of: place, limit: Self.textLimit)) != nil else { return nil }
    for statement in scenario.allStatements {
      guard case .containerDefault(path, _, let name, _) = statement.command else { continue }
      return name == nil ? .underItsName : .asItIs
    }
    return nil
  }

  /// Explains why a file is not a container for the phone, in words that do not name the file.
  private func reason(_ failure: LoadFailure, _ path: String, _ scenario: Scenario) -> String {
    let place = resolved(path, besides: scenario.file)
    let sentence = failure.problems.first?.sentence ?? "it is not a container"
    return sentence.hasPrefix(place + ": ")
      ? String(sentence.dropFirst(place.count + 2)) : sentence
  }

  /// Returns the lines of a stored snapshot; nil if there is none, or it cannot be read: then it is
  /// taken again.
  private func keptSnapshot(_ path: String) -> [String]? {
    guard let bytes = try? files.bytes(of: path, limit: Self.textLimit) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map(String.init)
  }

  /// Returns the container that replaces every published one: from the command line or from the
  /// matrix.
  private func override(
    for scenario: Scenario, _ inputs: RunInputs
  ) throws(LoadFailure) -> CompiledContainer? {
    if let containerOverride {
      return try container(containerOverride, for: generation(of: scenario))
    }
    return scenario.header.published.flatMap { inputs.containers[$0] }
  }

  /// Returns the SDK generation that containers need; nil if several play the scenario.
  private func generation(of scenario: Scenario) -> SDKGeneration? {
    scenario.header.variesSDK ? nil : scenario.generation
  }

  // MARK: Containers

  /// Loads and compiles the container of a file.
  ///
  /// `generation` is the SDK that is to load it, and `platform` that of its app; nil is any.
  /// `scenario` is the path of the scenario that names the file, or the file itself; nil if the
  /// user named it.
  public func container(
    _ path: String, for generation: SDKGeneration? = nil, on platform: Platform? = nil,
    in scenario: String? = nil
  ) throws(LoadFailure) -> CompiledContainer {
    let container: CompiledContainer
    do {
      container = try files.compiled(path)
    } catch let error as any QuotingError {
      throw LoadFailure([problem(error, of: [(path, .container)], in: scenario)])
    } catch {
      throw LoadFailure(error, path)
    }
    let version = container.version
    if let generation, version.generation != generation {
      let refusal = ScenarioHeader.SDK(generation).refusal(isExport: version.format == .export)
      throw LoadFailure("\(path): \(refusal)")
    }
    if platform == .ios, let fault = version.iosFault { throw LoadFailure("\(path): \(fault)") }
    return container
  }

  // MARK: Apps

  /// Returns the app of a scenario: the one described in it, or that of the file in its header.
  public func app(of scenario: Scenario) throws(LoadFailure) -> App {
    try description(of: scenario).app
  }

  /// Returns the app of a scenario, with the places of its actions.
  package func description(of scenario: Scenario) throws(LoadFailure) -> AppDescription {
    if let own = scenario.ownApp { return own }
    guard let place = appPath(of: scenario) else {
      throw LoadFailure(
        "\(scenario.file): no app: name one in the header (app: apps/shop.app) or describe one "
          + "in an app … end block")
    }
    return try description(in: try appBytes(place, of: scenario), place, in: scenario.file)
  }

  /// Loads the app that a file describes.
  public func app(_ path: String) throws(LoadFailure) -> App {
    try description(ofApp: path).app
  }

  /// Loads the app that a file describes, with the places of its actions.
  package func description(ofApp path: String) throws(LoadFailure) -> AppDescription {
    try description(in: try bytes(of: path), path, in: path)
  }

  /// The path of the app's file; nil without one.
  private func appPath(of scenario: Scenario) -> String? {
    scenario.header.app.map { resolved($0, besides: scenario.file) }
  }

  private func description(
    in bytes: [UInt8], _ path: String, in scenario: String
  ) throws(LoadFailure) -> AppDescription {
    do throws(ScenarioErrors) {
      return try AppParser.describe(bytes, file: path)
    } catch {
      throw failure(error, in: scenario, isApp: true)
    }
  }

  private func appBytes(_ place: String, of scenario: Scenario) throws(LoadFailure) -> [UInt8] {
    do throws(LoadFailure) {
      return try bytes(of: place)
    } catch {
      throw failure(
        error, at: scenario.references.first { $0.kind == .app }?.location, in: scenario)
    }
  }

  // MARK: Time zones

  private func zone(of scenario: Scenario) throws(LoadFailure) -> ZoneRules {
    let header = scenario.header
    guard let name = header.zone else { return .fixed(header.startOffsetSeconds) }
    return try rules(of: name, at: header.zoneLocation, scenario)
  }

  private func reportZone(of scenario: Scenario) throws(LoadFailure) -> ZoneRules? {
    guard let name = scenario.header.reportZone else { return nil }
    return try rules(of: name, at: scenario.header.reportZoneLocation, scenario)
  }

  /// Returns the rules of the reporting time zones of an app's trackers, by tracking id; `problems`
  /// receives the unknown zones.
  private func propertyZones(
    of description: AppDescription, _ scenario: Scenario, _ problems: inout [LoadProblem]
  ) -> [String: ZoneRules] {
    var zones: [String: ZoneRules] = [:]
    for (index, tracker) in description.app.trackers.enumerated() {
      guard let name = tracker.reportZone else { continue }
      do throws(LoadFailure) {
        let place = description.zonePlaces[index]
        zones[tracker.trackingID] = try rules(of: name, at: place, scenario)
      } catch {
        problems += error.problems
      }
    }
    return zones
  }

  private func rules(
    of name: String, at location: ScenarioLocation?, _ scenario: Scenario
  ) throws(LoadFailure) -> ZoneRules {
    let rules: ZoneRules?
    do {
      rules = try files.zone(name, around: scenario.header.start ?? ScenarioRun.defaultStart)
    } catch {
      throw failure(LoadFailure(error, scenario.file), at: location, in: scenario)
    }
    if let rules { return rules }
    let place = location ?? ScenarioLocation(file: scenario.file, line: 1, column: 1)
    let error = ScenarioError(
      at: place, .unknown(what: "time zone"), found: name,
      suggestion: Suggestion.nearest(to: name, among: files.zoneNames))
    throw failure([error], in: scenario.file, isApp: place.file == appPath(of: scenario))
  }

  /// Returns the failure at the place that names the file.
  func failure(
    _ failure: LoadFailure, at place: ScenarioLocation?, in scenario: Scenario
  ) -> LoadFailure {
    guard let place else { return failure }
    return self.failure(
      failure.problems.map {
        ScenarioError(at: place, .unreadable, found: "", quoted: $0.description)
      }, in: scenario.file)
  }

  // MARK: Files

  func bytes(of path: String) throws(LoadFailure) -> [UInt8] {
    do {
      return try files.bytes(of: path, limit: Self.textLimit)
    } catch {
      throw LoadFailure(error, path)
    }
  }

  /// Returns the names in a folder, those of folders with a `/`.
  package func names(in folder: String) -> [String] { files.names(in: folder) }

  /// Resolves a path in a scenario relative to the scenario.
  package func resolved(_ path: String, besides scenario: String) -> String {
    ScenarioPath.resolved(path, besides: scenario)
  }
}
