import ArgumentParser
import CommandKit
import MeasurementPlan
import ScenarioEngine
import TagGlossary
import TagMonitor
import TagRuntime
import TextKit

/// The pages of `tagsim help WORD` other than those of commands: verbs of the language, topics,
/// lint codes, names in the SDKs' guides, and lines of logs.
enum HelpPages {
  /// Returns the page for a command line; nil if the parser should answer, with the page of a
  /// command or the list of commands.
  static func page(for arguments: [String]) throws(CommandFailure) -> [String]? {
    guard arguments.first == "help", arguments.count > 1,
      !arguments.contains(where: { $0.hasPrefix("-") && Int($0) == nil })
    else { return nil }
    let word = arguments[1]
    if arguments.count == 3, word == HelpTopic.keys.rawValue {
      return try keys(of: arguments[2])
    }
    if arguments.dropFirst() == ["forecast", "merge"] { return nil }
    guard arguments.count == 2 else {
      // A class with its member, such as TAGManager dispatch.
      let words = arguments.dropFirst().joined(separator: " ")
      if let page = GuideHelp.page(for: words) ?? TermHelp.page(for: words) { return page }
      if arguments.count == 3, let page = try FormHelp.page(for: arguments[2], of: word) {
        return page
      }
      if let page = LineHelp.page(for: words) { return page }
      throw CommandFailure("help takes one word, as in 'tagsim help \(word)'", code: .usage)
    }
    if let page = try LintHelp.page(for: word) { return page }
    if let page = try planPage(for: word) { return page }
    let guide =
      Form(verb: word) == nil
      ? GuideHelp.page(for: word).map { [""] + $0 } ?? [] : GuideHelp.note(on: word)
    let form = FormHelp.page(for: word).map { $0 + guide + TermHelp.note(on: word) }
    if let command = CommandName.command(of: word) {
      guard let form else { return nil }
      let page = Tagsim.helpMessage(for: command, columns: HelpText.pageColumns)
      return Tagsim.helpLines(of: page) + ["", "IN THE SCENARIO LANGUAGE"] + form
    }
    if word == "help" { return nil }
    if let page = HelpTopic(rawValue: word)?.lines ?? form { return page }
    if let entry = ScreenWord.all.first(where: { $0.word == word }),
      let page = FormHelp.page(for: entry.meant)
    {
      let term = TermHelp.page(for: word).map { $0 + [""] } ?? []
      return term + ["In the language, '\(word)' is \(entry.meant).", ""] + page
    }
    if let page = GuideHelp.page(for: word) ?? TermHelp.page(for: word)
      ?? FormHelp.page(within: word) ?? LineHelp.page(for: word)
    {
      return page
    }
    throw unknown(word)
  }

  /// The page of a code of `tagsim plan`; nil if the word does not look like one.
  private static func planPage(for word: String) throws(CommandFailure) -> [String]? {
    guard let first = word.first, "pP".contains(first), word.dropFirst().first?.isNumber == true
    else { return nil }
    if let code = PlanCode(word) {
      return code.page.flatMap { $0.isEmpty ? [""] : HelpText.wrapped($0) }
    }
    throw CommandFailure(
      "there is no code '\(word)' of plans: the codes are "
        + PlanCode.allCases.map(\.id).joined(separator: ", "), code: .usage)
  }

  private static func keys(of pane: String) throws(CommandFailure) -> [String] {
    if let lines = KeyTable.lines(of: pane) { return lines }
    let hint =
      Suggestion.nearest(to: pane, among: KeyTable.places).map { "did you mean \($0)?" }
      ?? "there are " + KeyTable.places.joined(separator: ", ")
    throw CommandFailure("keys \(pane): there is no such pane: \(hint)", code: .usage)
  }

  /// The words that have a page, besides the codes of lint: what `help` completes.
  static let words: [String] = {
    let words =
      CommandName.all + FormHelp.words
      + HelpTopic.allCases.map(\.rawValue) + GuideName.words
    // A shell completes one word.
    let terms = GlossaryTerm.all.map(\.word).filter { !$0.contains(" ") && !words.contains($0) }
    return words + terms
  }()

  private static func unknown(_ word: String) -> CommandFailure {
    let hint =
      Suggestion.nearest(to: word, among: words).map { "did you mean 'tagsim help \($0)'?" }
      ?? "'tagsim help' lists the commands and 'tagsim help verbs' the verbs of scenarios, and the "
      + "topics are " + HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")
    return CommandFailure(
      "there is no command, verb, term or topic '\(word)': \(hint)", code: .usage)
  }
}

/// Topics that concern several commands.
enum HelpTopic: String, CaseIterable {
  case verbs
  case keys
  case header
  case files
  case terms
  case exitCodes = "exit-codes"

  /// The most columns for the names in a list.
  private static let nameColumns = 22

  var lines: [String] {
    switch self {
    case .verbs:
      ["Verbs of the scenario language:"]
        + Self.list(Form.verbs)
        + ["", "Words before lines and around them:"]
        + Self.list(Form.all.filter { $0.room == .block })
        + ["", "'tagsim help expect' shows how to use one, with an example."]
    case .keys: KeyTable.lines(of: nil) ?? []
    case .header:
      ["A scenario may begin with 'tagsim 1', lines 'key: value', and '---'. The keys:"]
        + Self.list(Form.all.filter { $0.room == .header })
    case .files:
      [
        "The content of a file, not its name, makes it a scenario, an app or a container.",
        "A folder means all *.scenario files in it and below. For lint and inspect, one",
        "without any means the containers in it. 'tagsim FOLDER' lists them.",
        "- is standard input wherever a file is read, once per command line. A scenario",
        "from there names its files relative to the current folder.",
        "-o - is standard output. Messages go to standard error, so standard output can",
        "be piped to another program; if that program ends early, tagsim ends",
        "with it.",
      ]
    case .terms:
      ["Terms on the screen:"] + Self.list(GlossaryTerm.all.map { ($0.word, $0.meaning) })
    case .exitCodes: ["Exit codes:"] + Self.list(Self.codes)
    }
  }

  private static let codes = [
    ("0", "all expectations held"),
    ("1", "an expectation failed, a difference or a problem was found"),
    ("2", "interrupted by Ctrl-C or SIGTERM"),
    ("3", "an internal error, or output that cannot be written"),
    ("4", "the command line is wrong, or a terminal was needed"),
    ("5", "no scenario matched"),
    ("6", "an input cannot be read or parsed"),
    ("7", "only snapshots differ"),
    ("141", "the reader of the output ended (SIGPIPE)"),
  ]

  private static func list(_ forms: [Form]) -> [String] {
    list(forms.map { ($0.word, $0.meaning) })
  }

  private static func list(_ entries: [(name: String, text: String)]) -> [String] {
    let width = min(nameColumns, entries.map(\.name.count).max() ?? 0)
    let hanging = String(repeating: " ", count: width + 4)
    return entries.flatMap { name, text in
      let lines = HelpText.wrapped(text, indentation: hanging)
      let first = "  " + TextWidth.filled(name, to: width) + "  "
      return ["\(first)\(lines.first?.dropFirst(hanging.count) ?? "")"] + lines.dropFirst()
    }
  }
}
