import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TerminalKit
import Testing

@testable import TagMonitor
@testable import tagsim

/// `save-draft`: what an altered container is written to.
struct DraftFilesTests {
  private static func draft(_ version: ContainerVersion) -> SavedDraft {
    SavedDraft(version: version, path: "mine", changes: ["Changes by hand", "1. this"])
  }

  private static let legacy = ContainerVersion(
    version: "9",
    macros: [FunctionCall(function: "_c", name: "title", parameters: ["value": .constant("Hi")])])

  private static func text(_ scratch: ScratchFolder, _ name: String) throws -> String {
    try scratch.text(name)
  }

  @Test func aContainerIsWrittenWithWhatWasChanged() throws {
    let scratch = try ScratchFolder()
    let place = scratch.path("mine")
    let said = try DraftFiles().save(Self.draft(Self.legacy), at: place)
    #expect(said == "saved: \(place); changes: \(place).changes.txt")
    let bytes = try DiskFiles().bytes(of: place, limit: .max)
    let read = try ContainerReader.read(bytes, name: "mine")
    #expect(read.format == .binary)
    #expect(read.macros == Self.legacy.macros)
    #expect(try Self.text(scratch, "mine.changes.txt") == "Changes by hand\n1. this\n")
  }

  @Test func theSecondGenerationIsJSON() throws {
    let scratch = try ScratchFolder()
    let place = scratch.path("mine.json")
    var version = Self.legacy
    version.generation = .firebase
    version.macros[0].function = "__c"
    let said = try DraftFiles().save(Self.draft(version), at: place)
    #expect(said.contains("runtime"), "that apps need Google's own code is told")
    #expect(try Self.text(scratch, "mine.json").hasPrefix("{"))
  }

  @Test(arguments: ["mine", "mine.changes.txt"])
  func nothingThatIsThereIsReplaced(_ name: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file(name, "precious")
    let place = scratch.path("mine")
    let failure = #expect(throws: CommandFailure.self) {
      try DraftFiles().save(Self.draft(Self.legacy), at: place)
    }
    #expect(failure?.lines.first?.hasSuffix("already exists: choose another file") == true)
    #expect(try Self.text(scratch, name) == "precious")
  }

  /// The screen of the monitor is on standard output.
  @Test func nothingIsWrittenToTheScreen() {
    let failure = #expect(throws: CommandFailure.self) {
      try DraftFiles().save(Self.draft(Self.legacy), at: "-")
    }
    #expect(failure?.lines.first?.hasPrefix("-: that is the screen") == true)
  }

  /// A list that cannot be written leaves nothing that is in the way of the next try.
  @Test func bothFilesAreWrittenOrNone() throws {
    let scratch = try ScratchFolder()
    // Names have at most 255 bytes, and that of the list is longer.
    let place = scratch.url.appending(path: String(repeating: "m", count: 250)).path
    #expect(throws: CommandFailure.self) {
      try DraftFiles().save(Self.draft(Self.legacy), at: place)
    }
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test func whatCannotBeCompiledSaysWhy() throws {
    let scratch = try ScratchFolder()
    var version = Self.legacy
    version.macros[0].parameters["value"] = .constant(4.5)
    let place = scratch.path("mine")
    let failure = #expect(throws: CommandFailure.self) {
      try DraftFiles().save(Self.draft(version), at: place)
    }
    #expect(failure?.lines.first?.contains("has a value of kind double") == true)
  }

  /// From the form to the file, beside the scenario.
  @Test func whatIsAlteredInTheMonitorIsWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.file("GTM-NEW", BinaryContainer.bytes(version: "5", title: "New"))
    let path = try scratch.scenario("a.scenario", "container saved GTM-NEW", "launch").path
    let loader = ScenarioLoader(of: DiskFiles())
    let loaded = try loader.load(path)
    var run = ScenarioRun(loaded.scenario, inputs: loaded.inputs)
    while run.executeNext() != nil {}
    var session = MonitorSession(monitor: Monitor(run), loader: loader, scenarioPath: path)
    for line in ["3aer", ":save-draft mine"] {
      session.press(line.map(Key.character) + [.enter])
    }
    let written = scratch.path("mine")
    let read = try ContainerReader.read(
      try DiskFiles().bytes(of: written, limit: .max), name: "mine")
    #expect(read.version == "6")
    #expect(read.macros.first { $0.name == "title" }?.parameters["value"] == .constant("Newer"))
    #expect(
      try Self.text(scratch, "mine.changes.txt").contains(
        #"1. Variable "title": change its value from "New" to "Newer""#))
  }
}
