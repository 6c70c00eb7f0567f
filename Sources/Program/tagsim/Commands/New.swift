import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import Publishing
import ScenarioEngine
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim new`: writes a scenario to start from.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a scenario to start from, for your own app or for a container.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim new checkout                    checkout.scenario, with an app to adapt
        tagsim new checkout -o Scenarios       in another folder, created if missing
        tagsim new --from GTM-AB12             GTM-AB12.scenario, with a generated app
        tagsim new --from GTM-AB12 -o -        the same, to standard output
        tagsim new --from GTM-AB12 -o a.scenario     the same, to this file
        tagsim new --from GTM-AB12 --reach Scenarios     covers what the scenarios do not

      The new scenario passes 'tagsim run' as it is. With --from, it pushes what makes the tags fire
      and expects the result: it fails when the container does something else. Existing files are
      never overwritten.

      With --reach, the scenarios are played with the container as the published one. The new
      GTM-AB12-reach.scenario then fires the tags that never fired, makes rules and conditions true
      and false that never were, expects the results, and lists what no push can reach. If nothing
      is left to reach, tagsim says so and writes nothing.

      Exit codes: 0 written, or nothing is left to reach, 3 it cannot be written, 4 wrong command
      line, or the file already exists, 5 no scenario matched, 6 a file cannot be read.
      """))

  @Argument(help: "The name of the scenario; with --from, by default the container's name.")
  var name: String?

  @Option(
    help: "A container file of any format, to generate an app for; - is standard input.",
    completion: .file())
  var from: String?

  @Option(
    parsing: .upToNextOption,
    help: "With --from: scenarios to add to, or folders of them.",
    completion: .file())
  var reach: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The folder (by default the current one), or a *.scenario file; - is standard output.",
    completion: .file(extensions: ["scenario"]))
  var output: String?

  func validate() throws {
    if name != nil, let file {
      throw ValidationError("--output \(file) names the file: remove <name>, or name a folder")
    }
    if name == nil, from == nil, file == nil {
      throw ValidationError("Missing expected argument '<name>', or '--from <from>'")
    }
    if !reach.isEmpty, from == nil {
      throw ValidationError("--reach needs --from, which names the container")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    let source = try from.map(TrialSource.init)
    let stem = try stem(for: source)
    if let source, !reach.isEmpty { return try write(reaching: source, stem) }
    let folder = folder
    let text = try source?.text(besides: folder) ?? NewScenario.text(named: stem)
    if let stream { return try write(text, for: source, to: stream) }
    let path = path(stem)
    if !folder.isEmpty { try DiskFiles().makeFolder(folder) }
    try NewScenario.write(text, to: path)
    if let source { try source.saveCopy(in: folder) }
    let word = ShellText.path(path)
    Console.print([
      "\(path): a scenario with an app " + (source.map { "for \($0.file)" } ?? "to adapt")
        + "; 'tagsim run \(word)' plays it, 'tagsim \(word)' opens it"
    ])
  }

  // MARK: Places

  /// The stream for the output; nil for a file.
  private var stream: String? { output.flatMap { DiskFiles.isStream($0) ? $0 : nil } }

  /// The named file; nil if a folder is named.
  private var file: String? {
    guard let output, output.hasSuffix(".scenario") else { return nil }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
    return isThere && isFolder.boolValue ? nil : output
  }

  /// The folder for the output; empty for the current one.
  private var folder: String {
    if let file { return DiskFiles.folder(of: file) }
    return stream == nil ? output ?? "" : ""
  }

  private func path(_ stem: String) -> String {
    file ?? (folder as NSString).appendingPathComponent(stem + ".scenario")
  }

  /// Returns the name of the scenario, without the extension.
  private func stem(for source: TrialSource?) throws(CommandFailure) -> String {
    let given = name ?? file.map { ($0 as NSString).lastPathComponent }
    if let given {
      var isFolder: ObjCBool = false
      if output == nil, FileManager.default.fileExists(atPath: given, isDirectory: &isFolder),
        isFolder.boolValue
      {
        throw CommandFailure(
          "new: '\(given)' is a folder: 'tagsim new NAME -o \(ShellText.path(given))' writes a "
            + "scenario into it", code: .usage)
      }
      return try NewScenario.checked(given)
    }
    return source.map { $0.stem + (reach.isEmpty ? "" : "-reach") } ?? ""
  }

  private func write(
    _ text: String, for source: TrialSource?, to stream: String
  ) throws(CommandFailure) {
    try NewScenario.write(text, to: stream)
    if let copy = source?.copy {
      Console.complain(["tagsim: it expects the container at '\(copy)': save it there"])
    }
  }

  /// Writes a scenario for what others leave out.
  private func write(reaching source: TrialSource, _ stem: String) throws {
    let (path, folder) = (path(stem), folder)
    if stream == nil { try NewScenario.refuse(existing: path) }
    let found = try ProgressLine.during("playing…") {
      try source.reaching(reach, besides: folder)
    }
    Console.complain(found.remarks.map { "tagsim: " + $0 })
    let scenario = found.scenario
    let scenarios = Counted.text(found.played, "scenario")
    let left = scenario.reached.count + scenario.missing.count
    guard !scenario.reached.isEmpty else {
      let why =
        left == 0
        ? ["\(scenarios) already covers all of \(source.file): nothing written"]
        : ["no push reaches what \(scenarios) leaves out of \(source.file): nothing written"]
      let told = scenario.missing.prefix(ReachPlayer.missingLimit).map { "  " + $0 }
      let more = scenario.missing.count - told.count
      let lines = why + told + (more > 0 ? ["  and \(more) more"] : [])
      return stream == nil
        ? Console.print(lines) : Console.complain(lines.map { "tagsim: " + $0 })
    }
    if let stream { return try write(scenario.text, for: source, to: stream) }
    if !folder.isEmpty { try DiskFiles().makeFolder(folder) }
    try NewScenario.write(scenario.text, to: path)
    try source.saveCopy(in: folder)
    let word = ShellText.path(path)
    Console.print([
      "\(path): reaches \(scenario.reached.count) of \(left) goals left out by \(scenarios) of "
        + "\(source.file); 'tagsim run \(word)' plays it, 'tagsim \(word)' opens it"
    ])
  }
}

/// A container for which to make a scenario.
struct TrialSource {
  /// The file's name for users.
  let file: String
  private let bytes: [UInt8]
  /// The name of the copy that a scenario for standard input needs; nil for a file.
  let copy: String?

  init(_ argument: String) throws(CommandFailure) {
    (file, bytes) = try DiskFiles().input(argument)
    if file == StandardInput.name {
      let id = try OpenedFile.trial(of: bytes, file, named: file).container.version.containerID
      copy = NewScenario.stem(of: id ?? "")
    } else {
      copy = nil
    }
  }

  /// The name of its scenario, without the extension.
  var stem: String { NewScenario.stem(of: copy ?? (file as NSString).lastPathComponent) }

  /// Returns a scenario with an app made for the container, to be saved in a folder. Its story
  /// pushes what makes the tags fire, and expects the results.
  func text(besides folder: String) throws(CommandFailure) -> String {
    let path = copy ?? place(from: folder)
    let trial = try OpenedFile.trial(of: bytes, file, named: path)
    let story = try? ReachScenario(of: trial.container, path: path, besides: RunCoverage())
    return story?.text ?? trial.text
  }

  /// Returns a scenario for what others leave out of the container, to be saved in a folder.
  func reaching(
    _ scenarios: [String], besides folder: String
  ) throws(CommandFailure) -> ReachPlayer {
    try ReachPlayer((file, bytes), named: copy ?? place(from: folder), leftOutBy: scenarios)
  }

  /// Returns the path to the container from a scenario's folder.
  private func place(from folder: String) -> String {
    if folder.isEmpty || folder == "." || file.hasPrefix("/") { return file }
    if folder == DiskFiles.folder(of: file) {
      return (file as NSString).lastPathComponent
    }
    return (FileManager.default.currentDirectoryPath as NSString).appendingPathComponent(file)
  }

  /// Saves a copy beside the scenario if it needs one.
  func saveCopy(in folder: String) throws(CommandFailure) {
    guard let copy else { return }
    let path = (folder as NSString).appendingPathComponent(copy)
    try NewScenario.write(bytes, to: path)
  }
}

/// The texts of new scenarios, and their files.
enum NewScenario {
  /// The most characters of a name.
  static let nameLimit = 100

  /// Returns a name that is valid for a file on any machine, without its extension.
  static func checked(_ name: String) throws(CommandFailure) -> String {
    let stem = name.hasSuffix(".scenario") ? String(name.dropLast(".scenario".count)) : name
    let isPlain = stem.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
    }
    guard isPlain, let first = stem.first, first != ".", first != "-", stem.count <= nameLimit
    else {
      throw CommandFailure(
        "\(name): a name has letters, digits, '-', '_' and '.', at most \(nameLimit) of them, and "
          + "does not begin with '-' or '.'; use -o for the folder", code: .usage)
    }
    return stem
  }

  /// Converts the name of a file to a name that is valid on any machine, without its extension.
  static func stem(of name: String) -> String {
    let stem = (name as NSString).deletingPathExtension.unicodeScalars.map {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" ? $0 : "-"
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: stem.prefix(nameLimit).drop { $0 == "-" })
    return view.isEmpty ? "container" : String(view)
  }

  /// Returns a scenario with an app to change.
  static func text(named name: String) -> String {
    let title = name.quoted
    let package = String(name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) })
    return """
      tagsim 1
      title: \(name)
      about: What it shows, in one sentence.
      start: 2014-03-01T10:00:00+01:00
      seed: 7
      ---
      # The app: its screens, and what it reports to the tag manager. Several scenarios can share an
      # app in its own file: write app: apps/shop.app in the header.
      app \(title)
        package com.example.\(package.isEmpty ? "app" : package)
        container GTM-XXXX
        open prefer-non-default timeout=2s

        screen "Home"
          on view push event="openScreen" screenName="Home"
          button "Buy" push event="buy" sku=${sku="S-77"}
          button "Cart" goes "Cart"
        end

        screen "Cart"
          on view push event="openScreen" screenName="Cart"
        end
      end

      # The world before the app starts. 'tagsim new --from CONTAINER' fills this in for you.
      setup
        # container default containers/GTM-XXXX  # in the app
        # publish containers/GTM-XXXX.json       # on the server
        network online
      end

      chapter "1 The first screen"
      caption "The app starts and shows its first screen."
      launch
      screen "Home"
      expect data {"screenName": "Home"}
      # expect tag "NAME OF A TAG" fired 1x

      chapter "2 A purchase"
      tap "Buy" sku="S-1"
      expect data {"event": "buy", "sku": "S-1"}
      wait 130s
      expect lost 0

      # 'tagsim help verbs' lists all other statements.

      """
  }

  /// Returns the lines of a text, with escapes for what a terminal cannot draw: such characters
  /// occur only in quotes, where escapes mean the same.
  static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { TerminalText.escapedJSON(String($0)) }
  }

  /// Writes a scenario to a path without a file, or to a stream.
  static func write(_ text: String, to path: String) throws(CommandFailure) {
    try write(Array((lines(of: text).joined(separator: "\n") + "\n").utf8), to: path)
  }

  /// Writes a file that belongs to a scenario, to a path without a file.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    try refuse(existing: path)
    // A file may have appeared since the check.
    guard try DiskFiles().create(bytes, at: path) else { throw refusal(path, "") }
  }

  /// Refuses a path with an existing file, before any work is done for it.
  ///
  /// `option` is the prefix of the path in a refusal.
  static func refuse(existing path: String, option: String = "") throws(CommandFailure) {
    if DiskFiles.isTaken(path) { throw refusal(path, option) }
  }

  private static func refusal(_ path: String, _ option: String) -> CommandFailure {
    CommandFailure(
      "\(option)\(path): already exists and may contain your work: choose another name",
      code: .usage)
  }
}
