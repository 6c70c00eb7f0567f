import OrderedCollections
public import TagRuntime
public import TagSimulation

/// What a scenario needs from outside, which the engine never reaches for: the files that it names,
/// what is in a container's file, and the rules of time zones.
///
/// Whatever error is thrown becomes the sentence of a `LoadFailure`.
public protocol ScenarioFiles {
  /// The bytes of a file.
  ///
  /// - Parameter path: as it was given to the loader; paths in a scenario are put behind the
  ///   scenario's own folder.
  /// - Parameter limit: the most bytes that it may have.
  func bytes(of path: String, limit: Int) throws -> [UInt8]

  /// The container in a file, read by the target ContainerFormats or whatever else can.
  func container(_ path: String) throws -> ContainerVersion

  /// The container in a file, compiled. Whoever plays many scenarios may keep some of them.
  func compiled(_ path: String) throws -> CompiledContainer

  /// The rules of a time zone; nil where there is none of that name.
  ///
  /// - Parameter name: such as `Europe/Madrid`.
  /// - Parameter start: the moment around which they have to hold.
  func zone(_ name: String, around start: WallTime) throws -> ZoneRules?

  /// The names of time zones that can be meant, for "did you mean".
  var zoneNames: [String] { get }

  /// The names in a folder, those of folders with a `/`, to complete paths by; none where it cannot
  /// be read.
  func names(in folder: String) -> [String]
}

extension ScenarioFiles {
  /// None: nobody who has the files in memory completes paths.
  public func names(in folder: String) -> [String] { [] }

  /// The container of the file, compiled now.
  public func compiled(_ path: String) throws -> CompiledContainer {
    CompiledContainer(try container(path))
  }

  /// No zone: scenarios go by the offset of their start.
  public func zone(_ name: String, around start: WallTime) throws -> ZoneRules? { nil }

  /// None.
  public var zoneNames: [String] { [] }
}

/// Something that is wrong with a file, and where.
public struct LoadProblem: Sendable, Hashable, CustomStringConvertible {
  /// Where it is; nil where it is the file as a whole, which the sentence names.
  public var location: ScenarioLocation?
  /// What is wrong, and what to do.
  public var sentence: String

  /// Creates a problem.
  public init(_ sentence: String, at location: ScenarioLocation? = nil) {
    self.sentence = sentence
    self.location = location
  }

  /// `offline.scenario:31:8: error: unknown verb 'lunch'`, as compilers write it.
  public var description: String { location.map { "\($0): error: \(sentence)" } ?? sentence }
}

/// Why a scenario cannot be played: what is wrong, and where.
public struct LoadFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in the order in which a person reads it.
  public var problems: [LoadProblem]

  /// Creates a failure of problems.
  public init(_ problems: [LoadProblem]) { self.problems = problems }

  /// Creates a failure of sentences that name their files.
  public init(_ sentences: [String]) { problems = sentences.map { LoadProblem($0) } }

  init(_ sentence: String, at location: ScenarioLocation? = nil) {
    problems = [LoadProblem(sentence, at: location)]
  }

  init(_ errors: ScenarioErrors) {
    problems = errors.errors.map { LoadProblem($0.sentence, at: $0.location) }
    if errors.isFull { problems.append(LoadProblem("and perhaps more: reading stopped here")) }
  }

  init(_ error: any Error, _ path: String) {
    problems = (error as? LoadFailure)?.problems ?? [LoadProblem("\(path): \(error)")]
  }

  /// The same at the place that names the file.
  func named(at location: ScenarioLocation?) -> LoadFailure {
    LoadFailure(problems.map { LoadProblem($0.description, at: location) })
  }

  /// The same with what to write where a phone shall be given the file as it is.
  func hinting(at id: String, _ path: String) -> LoadFailure {
    var failure = self
    guard !failure.problems.isEmpty else { return failure }
    let ending = [".json", ".plist"].first { path.hasSuffix($0) } ?? ""
    failure.problems[0].sentence +=
      "; a phone is given the file as it is, and refuses it, with name=\(id)\(ending)"
    return failure
  }

  /// Puts what is told of one file in the order of its lines; files keep theirs.
  mutating func sortByPlace() {
    var files: [String] = []
    for case let file? in problems.map(\.location?.file) where !files.contains(file) {
      files.append(file)
    }
    func place(_ problem: LoadProblem) -> (Int, Int, Int) {
      guard let location = problem.location else { return (files.count, 0, 0) }
      return (files.firstIndex(of: location.file) ?? 0, location.line, location.column)
    }
    problems.sort { place($0) < place($1) }
  }

  /// One line each.
  public var lines: [String] { problems.map(\.description) }

  /// The lines as one text.
  public var description: String { lines.joined(separator: "\n") }
}

/// A scenario with everything that it names, ready to be played.
public struct LoadedScenario: Sendable {
  /// The scenario.
  public var scenario: Scenario
  /// What it names.
  public var inputs: RunInputs

  /// Puts a scenario together with what it names.
  package init(scenario: Scenario, inputs: RunInputs) {
    self.scenario = scenario
    self.inputs = inputs
  }
}

/// Reads a scenario with everything that it names.
public struct ScenarioLoader {
  /// The largest scenario or app that is read, in bytes (50 MB).
  package static let textLimit = 50_000_000

  /// Where files come from.
  public let files: any ScenarioFiles
  /// The path of a container that stands in for every published one.
  public var containerOverride: String?

  /// Creates a loader.
  public init(_ files: any ScenarioFiles, containerOverride: String? = nil) {
    self.files = files
    self.containerOverride = containerOverride
  }

  // MARK: Scenarios

  /// A scenario, the first way to play it where there are several.
  public func load(_ path: String) throws(LoadFailure) -> LoadedScenario {
    let variants = try loadVariants(path)
    guard let first = variants.first else {
      preconditionFailure("\(path) can be played in no way")
    }
    return first
  }

  /// A scenario once for everything that its header lets vary, at least once.
  public func loadVariants(_ path: String) throws(LoadFailure) -> [LoadedScenario] {
    try loadVariants(of: parse(path))
  }

  /// A scenario that was parsed, once for everything that its header lets vary.
  package func loadVariants(of scenario: Scenario) throws(LoadFailure) -> [LoadedScenario] {
    var problems: [LoadProblem] = []
    var loaded: [LoadedScenario] = []
    var known: [String: CompiledContainer] = [:]
    for variant in scenario.variants {
      do throws(LoadFailure) {
        loaded.append(LoadedScenario(scenario: variant, inputs: try inputs(of: variant, &known)))
      } catch {
        // What several ways share is wrong once.
        problems += error.problems.filter { !problems.contains($0) }
      }
    }
    if !problems.isEmpty { throw LoadFailure(problems) }
    return loaded
  }

  /// A scenario alone, without what it names.
  ///
  /// - Throws: `LoadFailure` with all that is wrong with it, also with the names in what could be
  ///   read: who mends the one wants to know of the other.
  public func parse(_ path: String) throws(LoadFailure) -> Scenario {
    let read = ScenarioParser.read(try bytes(of: path), file: path) {
      (file) throws(LoadFailure) in try bytes(of: file)
    }
    if read.errors.isEmpty { return read.scenario }
    var failure = LoadFailure(read.errors)
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

  /// `known` are the containers that another way to play the scenario named.
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
          known[place] = try container(place, for: generation(of: scenario))
        }
        inputs.containers[reference.path] = known[place]
      } catch {
        let failure = error.named(at: reference.location)
        switch bundling(of: reference.path, in: scenario) {
        case .asItIs: inputs.refusals[reference.path] = reason(error, reference.path, scenario)
        case .underItsName:
          problems += failure.hinting(at: app.containerID, reference.path).problems
        case nil: problems += failure.problems
        }
      }
    }
    for path in scenario.snapshotPaths { inputs.snapshots[path] = keptSnapshot(path) }
    let override = try override(for: scenario, inputs)
    if override?.version.generation == scenario.generation { inputs.publishedOverride = override }
    // What another container or an unread one has in it is not known here.
    let knowsTags =
      problems.isEmpty && !inputs.containers.isEmpty && containerOverride == nil
    let tags = knowsTags ? inputs.containers.values.flatMap(\.allTagNames) : nil
    inputs.propertyZones = propertyZones(of: description, scenario, &problems)
    problems =
      scenario.check(app: app, tags: tags).map { LoadProblem($0.sentence, at: $0.location) }
      + problems
    if !problems.isEmpty { throw LoadFailure(problems) }
    return inputs
  }

  /// How a scenario puts a file into the bundle.
  private enum Bundling {
    case asItIs
    case underItsName
  }

  /// How a scenario puts a file into the bundle; nil where it does not, or nobody can read it.
  private func bundling(of path: String, in scenario: Scenario) -> Bundling? {
    let place = resolved(path, besides: scenario.file)
    guard (try? files.bytes(of: place, limit: Self.textLimit)) != nil else { return nil }
    for statement in scenario.allStatements {
      guard case .containerDefault(path, _, let name, _) = statement.command else { continue }
      return name == nil ? .underItsName : .asItIs
    }
    return nil
  }

  /// Why a file holds no container for the phone, in words that do not name the file.
  private func reason(_ failure: LoadFailure, _ path: String, _ scenario: Scenario) -> String {
    let place = resolved(path, besides: scenario.file)
    let sentence = failure.problems.first?.sentence ?? "what is in it is no container"
    return sentence.hasPrefix(place + ": ")
      ? String(sentence.dropFirst(place.count + 2)) : sentence
  }

  /// The lines of a snapshot; nil where none is kept, or it cannot be read: it is made anew then.
  private func keptSnapshot(_ path: String) -> [String]? {
    guard let bytes = try? files.bytes(of: path, limit: Self.textLimit) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map(String.init)
  }

  /// The container that stands in for every published one: that of the command line, or that of the
  /// matrix.
  private func override(
    for scenario: Scenario, _ inputs: RunInputs
  ) throws(LoadFailure) -> CompiledContainer? {
    if let containerOverride {
      return try container(containerOverride, for: generation(of: scenario))
    }
    return scenario.header.published.flatMap { inputs.containers[$0] }
  }

  /// The SDK that containers have to be made for; nil where the scenario is played with several.
  private func generation(of scenario: Scenario) -> SDKGeneration? {
    scenario.header.variesSDK ? nil : scenario.generation
  }

  // MARK: Containers

  /// The container of a file, compiled.
  ///
  /// `generation` is the SDK that is to load it; nil is any.
  public func container(
    _ path: String, for generation: SDKGeneration? = nil
  ) throws(LoadFailure) -> CompiledContainer {
    let container: CompiledContainer
    do {
      container = try files.compiled(path)
    } catch {
      throw LoadFailure(error, path)
    }
    let version = container.version
    if let generation, version.generation != generation {
      let refusal = ScenarioHeader.SDK(generation).refusal(isExport: version.format == .export)
      throw LoadFailure("\(path): \(refusal)")
    }
    return container
  }

  // MARK: Apps

  /// The app that a scenario plays with: its own, or that of the file in its header.
  public func app(of scenario: Scenario) throws(LoadFailure) -> App {
    try description(of: scenario).app
  }

  private func description(of scenario: Scenario) throws(LoadFailure) -> AppDescription {
    if let inline = scenario.apps.first {
      return AppDescription(app: inline, zonePlaces: scenario.zonePlaces)
    }
    guard let path = scenario.header.app else {
      throw LoadFailure(
        "\(scenario.file): no app: name one in the header (app: apps/shop.app) or describe one "
          + "in an app … end block")
    }
    let place = resolved(path, besides: scenario.file)
    return try description(in: try appBytes(place, of: scenario), place)
  }

  /// The app that a file describes.
  public func app(_ path: String) throws(LoadFailure) -> App {
    try description(in: try bytes(of: path), path).app
  }

  private func description(
    in bytes: [UInt8], _ path: String
  ) throws(LoadFailure) -> AppDescription {
    do throws(ScenarioErrors) {
      return try AppParser.describe(bytes, file: path)
    } catch {
      throw LoadFailure(error)
    }
  }

  private func appBytes(_ place: String, of scenario: Scenario) throws(LoadFailure) -> [UInt8] {
    do throws(LoadFailure) {
      return try bytes(of: place)
    } catch {
      throw error.named(at: scenario.references.first { $0.kind == .app }?.location)
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

  /// The rules of the zones in which the properties of an app's trackers are reported, by tracking
  /// id; `problems` is told of those that are not known.
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
      throw LoadFailure(error, scenario.file).named(at: location)
    }
    if let rules { return rules }
    let nearest = Suggestion.nearest(to: name, among: files.zoneNames)
    let hint = nearest.map { ": did you mean '\($0)'?" } ?? ""
    throw LoadFailure("unknown time zone '\(name)'\(hint)", at: location)
  }

  // MARK: Files

  private func bytes(of path: String) throws(LoadFailure) -> [UInt8] {
    do {
      return try files.bytes(of: path, limit: Self.textLimit)
    } catch {
      throw LoadFailure(error, path)
    }
  }

  /// The names in a folder, those of folders with a `/`.
  package func names(in folder: String) -> [String] { files.names(in: folder) }

  /// A path as a scenario writes it: relative to the scenario.
  package func resolved(_ path: String, besides scenario: String) -> String {
    ScenarioPath.resolved(path, besides: scenario)
  }
}
