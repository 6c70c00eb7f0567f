import CommandKit
import ContainerFormats
import Foundation
import Publishing
import ScenarioEngine
import TagForecast
import TagRuntime

/// The inputs of a forecast, read from its files.
struct ForecastInput {
  @Boxed private(set) var plan: ForecastPlan
  /// A hash of the contents of the files, as text.
  let digest: String
  let loader: ScenarioLoader
  /// The path of the scenario whose app is played.
  let scenarioPath: String
  /// The paths of all files on the command line.
  let paths: [String]
  /// The scenarios that are left out, and why.
  let remarks: [String]

  init(_ command: Forecast) throws(CommandFailure) {
    guard let old = command.old, let new = command.new else {
      throw CommandFailure("OLD and NEW are missing", code: .usage)
    }
    let read = ReadFiles(DiskFiles())
    read.note(Array(ProgramVersion.line.utf8))
    var files = MachineFiles(store: read, known: KnownContainers())
    let plainLoader = ScenarioLoader(files)
    let containers = try ScenarioLoader.read((old, new)) { (paths) throws(LoadFailure) in
      (old: try plainLoader.container(paths.0), new: try plainLoader.container(paths.1))
    }
    guard containers.old.version.generation == containers.new.version.generation else {
      throw CommandFailure(
        "\(old) and \(new): are of different generations, and no app uses both", code: .usage)
    }
    let ids = [containers.old, containers.new].compactMap(\.version.containerID)
    if let id = ids.first, let other = ids.last, id != other {
      throw CommandFailure(
        "\(old) is of \(id), and \(new) of \(other): a published container has the id of the one "
          + "it replaces",
        code: .usage)
    }
    var paths = try ScenarioFinder.scenarios(at: command.scenarios, asTests: true)
    if command.scenarios.isEmpty {
      let tried = TriedEvents(containers.old, containers.new, path: old)
      let text = Array(tried.text.utf8)
      files.store = GivenFiles(files: [(TriedEvents.name, text)])
      read.note(text)
      paths = [TriedEvents.name]
    }
    let loader = ScenarioLoader(files, containerOverride: old)
    let population = try Self.population(command.population)
    read.note(Array(population.text.utf8))
    let found = try Self.journeys(paths, command, loader, [containers.old, containers.new])
    guard let first = found.scenarios.first else {
      throw CommandFailure(
        "no scenario matched: none of \(command.scenarios.joined(separator: ", ")) opens these "
          + "containers", code: .noScenario)
    }
    let numbers = ForecastPlan.Numbers(
      phones: command.phones, days: Int64(command.days), publishMinute: command.publishMinute ?? 0,
      seed: command.seed)
    let plan = try ScenarioLoader.read(numbers) { (numbers) throws(LoadFailure) in
      try ForecastPlan(
        numbers, population.population, found.scenarios, old: containers.old, at: old,
        new: containers.new)
    }
    self.plan = plan
    (digest, self.loader, scenarioPath) = (read.digest, loader, first.scenario.file)
    remarks = found.remarks + plan.remarks
    self.paths = [old, new] + paths + (command.population.map { [$0] } ?? [])
  }

  /// Returns the scenarios of one app that open the containers. Others are left out unless they
  /// were named one by one.
  private static func journeys(
    _ paths: [String], _ command: Forecast, _ loader: ScenarioLoader,
    _ sides: [CompiledContainer]
  ) throws(CommandFailure) -> (scenarios: [LoadedScenario], remarks: [String]) {
    var remarks: [String] = []
    var loaded: [LoadedScenario] = []
    func isNamed(_ path: String) -> Bool { command.scenarios.contains(path) }
    for path in paths {
      try ScenarioLoader.read(path) { (path) throws(LoadFailure) in
        let scenario = try loader.parse(path)
        if let reason = try loader.reasonToLeaveOut(scenario, for: sides) {
          if isNamed(path) { remarks.append("\(path): left out, \(reason)") }
        } else {
          loaded += try loader.loadVariants(of: scenario).prefix(1)
        }
      }
    }
    // If there are several apps, the most common one is used.
    let apps = loaded.map(\.inputs.app)
    let most = loaded.indices.max { one, other in
      let counts = [one, other].map { place in apps.count { $0 == apps[place] } }
      return counts[0] != counts[1] ? counts[0] < counts[1] : one > other
    }
    let usual = loaded.first { isNamed($0.scenario.file) } ?? most.map { loaded[$0] }
    let kept = loaded.filter { $0.inputs.app == usual?.inputs.app || isNamed($0.scenario.file) }
    for other in loaded where !kept.contains(where: { $0.scenario.file == other.scenario.file }) {
      remarks.append(
        "\(other.scenario.file): left out, because its app is not the same as that of "
          + "\(usual?.scenario.file ?? "the others")")
    }
    return (kept, remarks)
  }

  private static func population(
    _ path: String?
  ) throws(CommandFailure) -> (population: Population, text: String) {
    var (text, name) = (Population.builtIn, Population.builtInName)
    if let path, path != Population.builtInName {
      let bytes = try DiskFiles().bytes(of: path, limit: PopulationReader.textLimit)
      (text, name) = (String(decoding: bytes, as: UTF8.self), path)
    }
    let population = try ScenarioLoader.read(text) { (text) throws(LoadFailure) in
      try PopulationReader.read(text, file: name)
    }
    return (population, text)
  }
}

/// Files of another store, with a hash of everything read from them, once each and in that order.
/// Two different sets of files have the same hash only by accident.
private final class ReadFiles: WrappedFiles {
  let store: any FileStore
  private var paths: Set<String> = []
  private var hash = TextDigest()

  init(_ store: any FileStore) { self.store = store }

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    let bytes = try store.bytes(of: path, limit: limit)
    if paths.insert(path).inserted { note(bytes) }
    return bytes
  }

  /// Adds bytes that are not in a file to the hash.
  func note(_ bytes: [UInt8]) {
    for byte in bytes { hash.add(byte) }
    hash.add(bytes.count)
  }

  var digest: String { String(hash.bits, radix: 16) }
}
