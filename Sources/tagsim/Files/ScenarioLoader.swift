import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

/// Reads a scenario with everything that it names.
struct ScenarioLoader {
  let files: any FileStore
  /// A container file that stands in for every published one.
  var containerOverride: String?

  /// A scenario that is ready to be played.
  struct Loaded {
    var scenario: Scenario
    var inputs: RunInputs
  }

  /// A scenario, the first way to play it where there are several.
  func load(_ path: String) throws(CommandFailure) -> Loaded {
    let variants = try loadVariants(path)
    guard let first = variants.first else {
      preconditionFailure("\(path) can be played in no way")
    }
    return first
  }

  /// A scenario once for everything that its header lets vary, at least once.
  func loadVariants(_ path: String) throws(CommandFailure) -> [Loaded] {
    let scenario = try parse(path)
    let inputs = try inputs(of: scenario, path)
    guard let containerOverride else {
      return scenario.variants.map { Loaded(scenario: $0, inputs: inputs) }
    }
    let override = try ScenarioLoader(files: DiskFiles()).container(
      containerOverride, for: scenario.header.matrix.isEmpty ? scenario.generation : nil)
    return scenario.variants.map { variant in
      var inputs = inputs
      if override.version.generation == variant.generation { inputs.publishedOverride = override }
      return Loaded(scenario: variant, inputs: inputs)
    }
  }

  private func inputs(
    of scenario: Scenario, _ path: String
  ) throws(CommandFailure) -> RunInputs {
    let app = try app(of: scenario)
    var problems: [String] = []
    var inputs = RunInputs(
      app: app, zone: try zone(of: scenario), reportZone: try reportZone(of: scenario))
    for reference in scenario.references where reference.kind == .container {
      do throws(CommandFailure) {
        inputs.containers[reference.path] = try container(
          resolved(reference.path, besides: path),
          for: scenario.header.matrix.isEmpty ? scenario.generation : nil)
      } catch {
        problems += error.lines.map { "\(reference.location.description): \($0)" }
      }
    }
    // What another container or an unread one has in it is not known here.
    let knowsTags =
      problems.isEmpty && !inputs.containers.isEmpty && containerOverride == nil
    let tags = knowsTags ? inputs.containers.values.flatMap(\.tagNames) : nil
    problems = scenario.check(app: app, tags: tags).map(\.description) + problems
    if !problems.isEmpty { throw CommandFailure(problems, code: .badInput) }
    return inputs
  }

  func parse(_ path: String) throws(CommandFailure) -> Scenario {
    let bytes = try files.bytes(of: path, limit: DiskFiles.textLimit)
    do throws(ScenarioErrors) {
      return try ScenarioParser.parse(bytes, file: path)
    } catch {
      throw CommandFailure(lines(of: error), code: .badInput)
    }
  }

  /// The bytes of a container file.
  func containerBytes(_ path: String) throws(CommandFailure) -> [UInt8] {
    try files.bytes(of: path, limit: ContainerLimits.bytes)
  }

  /// The container of a file, compiled.
  ///
  /// - Parameter generation: the SDK that is to load it; nil is any.
  func container(
    _ path: String, for generation: SDKGeneration? = nil
  ) throws(CommandFailure) -> CompiledContainer {
    let version = try Self.version(in: try containerBytes(path), path)
    if let generation, version.generation != generation {
      let refusal = ScenarioHeader.SDK(generation).refusal(isExport: version.format == .export)
      throw CommandFailure("\(path): \(refusal)", code: .badInput)
    }
    return CompiledContainer(version)
  }

  /// The container that the bytes of a file hold, as it stands there.
  static func version(
    in bytes: [UInt8], _ path: String
  ) throws(CommandFailure) -> ContainerVersion {
    do throws(ContainerError) {
      return try ContainerReader.read(bytes, name: path)
    } catch {
      throw CommandFailure(error.description, code: .badInput)
    }
  }

  /// The app that a scenario plays with: its own, or that of the file in its header.
  func app(of scenario: Scenario) throws(CommandFailure) -> App {
    if let inline = scenario.apps.first { return inline }
    guard let path = scenario.header.app else {
      throw CommandFailure(
        "\(scenario.file): no app: name one in the header (app: apps/shop.app) or describe one "
          + "in an app … end block", code: .badInput)
    }
    let place = resolved(path, besides: scenario.file)
    return try app(in: try appBytes(place, of: scenario), place)
  }

  /// The app that the bytes of a file describe.
  func app(in bytes: [UInt8], _ path: String) throws(CommandFailure) -> App {
    do throws(ScenarioErrors) {
      return try AppParser.parse(bytes, file: path)
    } catch {
      throw CommandFailure(lines(of: error), code: .badInput)
    }
  }

  private func appBytes(_ place: String, of scenario: Scenario) throws(CommandFailure) -> [UInt8] {
    do throws(CommandFailure) {
      return try files.bytes(of: place, limit: DiskFiles.textLimit)
    } catch {
      let named = scenario.references.first { $0.kind == .app }?.location.description
      throw CommandFailure(
        error.lines.map { "\(named ?? scenario.file): \($0)" }, code: error.code)
    }
  }

  private func lines(of errors: ScenarioErrors) -> [String] {
    errors.errors.map(\.description)
      + (errors.isFull ? ["and perhaps more: reading stopped here"] : [])
  }

  private func zone(of scenario: Scenario) throws(CommandFailure) -> ZoneRules {
    let header = scenario.header
    guard let name = header.zone else { return .fixed(header.startOffsetSeconds) }
    return try rules(of: name, at: header.zoneLocation, scenario)
  }

  private func reportZone(of scenario: Scenario) throws(CommandFailure) -> ZoneRules? {
    guard let name = scenario.header.reportZone else { return nil }
    return try rules(of: name, at: scenario.header.reportZoneLocation, scenario)
  }

  private func rules(
    of name: String, at location: ScenarioLocation?, _ scenario: Scenario
  ) throws(CommandFailure) -> ZoneRules {
    guard let zone = TimeZone(identifier: name) else {
      let known = TimeZone.knownTimeZoneIdentifiers
      let hint =
        Suggestion.nearest(to: name, among: known).map { ": did you mean '\($0)'?" } ?? ""
      let place = location?.description ?? scenario.file
      throw CommandFailure("\(place): unknown time zone '\(name)'\(hint)", code: .badInput)
    }
    return ZoneRules(zone, around: scenario.header.start ?? ScenarioRun.defaultStart)
  }

  /// A path as a scenario writes it: relative to the scenario.
  func resolved(_ path: String, besides scenario: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = (scenario as NSString).deletingLastPathComponent
    return folder.isEmpty ? path : (folder as NSString).appendingPathComponent(path)
  }
}

/// Finds scenario files.
enum ScenarioFinder {
  /// How deep folders are searched.
  static let depthLimit = 16

  /// The scenarios that paths name: a file is itself, a folder all `*.scenario` files below it, by
  /// name. A scenario that is named twice is found once, where it is named first.
  static func scenarios(at paths: [String]) throws(CommandFailure) -> [String] {
    var found: [String] = []
    for path in paths {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        throw CommandFailure(
          "\(path): there is no such file or folder: check the name", code: .badInput)
      }
      found += isDirectory.boolValue ? scenarios(below: path, depth: 0) : [path]
    }
    var seen: Set<String> = []
    return found.filter {
      let file = URL(fileURLWithPath: $0).standardizedFileURL.resolvingSymlinksInPath()
      return seen.insert(file.path).inserted
    }
  }

  private static func scenarios(below folder: String, depth: Int) -> [String] {
    guard depth < depthLimit else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var found: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = (folder as NSString).appendingPathComponent(name)
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
        continue
      }
      if isDirectory.boolValue {
        found += scenarios(below: path, depth: depth + 1)
      } else if name.hasSuffix(".scenario") {
        found.append(path)
      }
    }
    return found
  }
}

// MARK: - Foundation

extension ZoneRules {
  /// How many years after a start the transitions of a zone are taken over.
  private static let years = 10

  /// The rules of a zone of the system, from a year before a moment to ten years after it.
  init(_ zone: TimeZone, around start: WallTime) {
    let first = Date(timeIntervalSince1970: Double(start.milliseconds) / 1000 - 366 * 86400)
    let last = first.addingTimeInterval(Double(Self.years + 1) * 366 * 86400)
    var transitions: [Transition] = []
    var date = first
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next < last, next > date {
      let wall = WallTime(milliseconds: Int64((next.timeIntervalSince1970 * 1000).rounded()))
      transitions.append(Transition(from: wall, offsetSeconds: zone.secondsFromGMT(for: next)))
      date = next
    }
    self.init(
      name: zone.identifier, initialOffsetSeconds: zone.secondsFromGMT(for: first),
      transitions: transitions)
  }
}
