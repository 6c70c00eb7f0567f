import ArgumentParser
import CommandKit
import NcursesTerminal
import ScenarioEngine
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim demo`: lists, opens or writes the built-in lessons.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "List the built-in lessons, open one, or save its files.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim demo                        the lessons, with their length and what they teach
        tagsim demo offline                open this lesson; Space plays it
        tagsim demo offline -o lessons     save its files in a folder, to start from
        tagsim demo offline -o -           only the scenario, to standard output
        tagsim demo follow                 a phone's log, line by line, as 'tagsim follow' shows it
        tagsim demo --json                 the list for machines

      The length is for the normal pace. The files that -o writes pass 'tagsim run' as they are.
      Existing files are never overwritten.

      Exit codes: 0 success, 2 interrupted, 3 a file cannot be written, 4 wrong command line, or a
      file already exists.
      """))

  @Argument(
    help: "The name of a lesson; by default, all are listed.", completion: .list(Lessons.all))
  var lesson: String?

  @Option(
    name: .shortAndLong,
    help: "The folder for its files, created if missing; - writes only the scenario.",
    completion: .directory)
  var output: String?

  @Flag(help: "Print the list as JSON, on one line.")
  var json = false

  @OptionGroup var branch: BranchOption
  @OptionGroup var playing: PlayingOptions
  @OptionGroup var plain: PlainOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    if lesson == nil, output != nil || branch.branch != nil || options.container != nil {
      throw ValidationError("Missing expected argument '<lesson>': 'tagsim demo' lists them")
    }
    if lesson != nil, json {
      throw ValidationError("--json lists all lessons: remove the name")
    }
    if output != nil, branch.branch != nil || options.container != nil {
      throw ValidationError("--output writes the lesson unchanged: remove the other options")
    }
  }

  func run() throws {
    guard let lesson else {
      Interruption.endsProcess(.silently)
      return try list()
    }
    if lesson == FollowLesson.name {
      guard branch.branch == nil, options.container == nil, !plain.isWanted else {
        throw ValidationError("the phone's log is shown unchanged: remove the other options")
      }
      return try output.map { try FollowLesson.write(to: $0) } ?? FollowLesson.show(options)
    }
    let name = try Lessons.name(of: lesson)
    guard let output else { return try open(name) }
    Interruption.endsProcess(.silently)
    try write(name, to: output)
  }

  private func list() throws(CommandFailure) {
    var lessons: [LessonOutline] = []
    for name in Lessons.all { lessons.append(try LessonOutline(lesson: name)) }
    if json {
      let list = Value.list(lessons.map(\.json))
      return Console.print([TerminalText.escapedJSON(JSONWriter.write(list))])
    }
    Console.print(
      LessonOutline.table(of: lessons) + [
        "",
        "'tagsim demo NAME' opens one, 'tagsim demo NAME -o FOLDER' saves its files; "
          + "'tagsim demo follow' follows a phone",
      ])
  }

  private func open(_ name: String) throws {
    if plain.isWanted { try PlainConversation.refuseStandardInput([options.container]) }
    let opened = try options.load(nil, lesson: name, branch)
    if plain.isWanted {
      var conversation = PlainConversation(opened, device: nil)
      return try conversation.run()
    }
    try options.show(opened, playing: playing) { monitor in
      let file = name == Lessons.demo ? nil : Lessons.path(of: name)
      try options.begin(&monitor, on: opened, named: file, at: nil)
    }
  }

  private func write(_ name: String, to output: String) throws(CommandFailure) {
    let files = try LessonFiles(lesson: name)
    let named = files.named.joined(separator: ", ")
    if DiskFiles.isStream(output) {
      try DiskFiles().write(files.scenario, to: output)
      if !files.named.isEmpty {
        Console.complain([
          "tagsim: it uses \(named): 'tagsim demo \(name) -o FOLDER' saves them, too"
        ])
      }
      return
    }
    let path = try files.write(to: output)
    let word = ShellText.path(path)
    Console.print([
      "\(path): the lesson" + (named.isEmpty ? "" : ", with \(named)")
        + "; 'tagsim run \(word)' plays it, 'tagsim \(word)' opens it"
    ])
  }
}

extension LessonOutline {
  /// Returns a table of lessons, as wide as the terminal.
  static func table(of lessons: [Self]) -> [String] {
    lines(
      of: lessons, columns: Info.size?.columns,
      ellipsis: NcursesTerminal.usesUTF8() ? .utf8 : .ascii)
  }
}
