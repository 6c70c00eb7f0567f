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
    abstract: "List the lessons that come with the program, open one, or write one out.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim demo                        the lessons, with their length and what they teach
        tagsim demo offline                one of them in the monitor; Space plays it
        tagsim demo offline -o lessons     its files into a folder, to start from
        tagsim demo offline -o -           the scenario alone to standard output
        tagsim demo follow                 a phone's log, line by line, as 'tagsim follow' shows it
        tagsim demo --json                 the list for machines

      A length is that of playing it at the normal pace. What -o writes passes 'tagsim run' at once.
      It never writes over a file.

      Exit codes: 0 told, left or written, 2 interrupted, 3 it cannot be written, 4 wrong command
      line, or a file is there.
      """))

  @Argument(
    help: "The name of a lesson; without one they are listed.", completion: .list(Lessons.all))
  var lesson: String?

  @Option(
    name: .shortAndLong,
    help: "The folder to write its files into, which is made; - writes the scenario alone.",
    completion: .directory)
  var output: String?

  @Flag(help: "The list as JSON, on one line.")
  var json = false

  @OptionGroup var branch: BranchOption
  @OptionGroup var playing: PlayingOptions
  @OptionGroup var plain: PlainOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    if lesson == nil, output != nil || branch.branch != nil || options.container != nil {
      throw ValidationError("Missing expected argument '<lesson>', whose name 'tagsim demo' tells")
    }
    if lesson != nil, json {
      throw ValidationError("--json lists all lessons: leave the name out")
    }
    if output != nil, branch.branch != nil || options.container != nil {
      throw ValidationError("--output writes the lesson as it is: leave the other options out")
    }
  }

  func run() throws {
    guard let lesson else {
      Interruption.endsProcess(.silently)
      return try list()
    }
    if lesson == FollowLesson.name {
      guard branch.branch == nil, options.container == nil, !plain.isWanted else {
        throw ValidationError("the log of a phone is shown as it is: leave the other options out")
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
    let table = LessonOutline.lines(
      of: lessons, columns: Info.size?.columns,
      ellipsis: NcursesTerminal.usesUTF8() ? .utf8 : .ascii)
    Console.print(
      table + [
        "",
        "'tagsim demo NAME' opens one, 'tagsim demo NAME -o FOLDER' writes it out; "
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
    if output == DiskFiles.standardOutput {
      Console.write(files.scenario)
      if !files.named.isEmpty {
        Console.complain([
          "tagsim: it names \(named): 'tagsim demo \(name) -o FOLDER' writes them, too"
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
