import CommandKit
import ScenarioEngine

/// Command lines of earlier releases: each names its successor, and those that only have another
/// name or form now are done.
enum FormerCommand {
  /// The words that replace the name of a command.
  private static let successors: [String: [String]] = [
    "play": ["open", "--play"], "record": ["open"], "repl": ["open", "--plain"], "try": ["open"],
    "keys": ["help", "keys"], "grammar": ["completions"], "doctor": ["info", "check"],
  ]
  /// The names of the commands that moved to `tagsim-lab`.
  private static let moved = ["fuzz", "bench"]
  /// The forms of the report of `forecast` that others have become.
  private static let forms = ["csv": "json", "svg": "html"]

  /// Returns the command line that replaces one, complete with its own arguments, and says so on
  /// standard error; a present command line is returned as it is.
  static func successor(of arguments: [String]) throws(CommandFailure) -> [String] {
    let isHelp = arguments.first == "help"
    guard let name = arguments.dropFirst(isHelp ? 1 : 0).first else { return arguments }
    if name == "cast" {
      throw CommandFailure(
        "'cast' was removed: 'tagsim share FILE -o FILE.html' writes a page that plays; "
          + "'asciinema rec -c \"tagsim open --play FILE\"' records a film", code: .usage)
    }
    if moved.contains(name) {
      let line = ["swift", "run", "-c", "release", "tagsim-lab"] + arguments
      throw CommandFailure(
        "'\(name)' has moved to tagsim-lab; in the source folder, run: \(shown(line))", code: .usage
      )
    }
    if arguments.first == "forecast" { return reported(arguments) }
    guard let words = successors[name], !isHelp || words[0] != "help" else { return arguments }
    let rest = arguments.dropFirst()
    let line: [String]
    if isHelp || rest.contains("--help") || rest.contains("-h") {
      line = words[0] == "help" ? words : ["help", words[0]]
    } else {
      switch name {
      case "record": line = try recording(rest)
      case "try": line = trial(rest)
      default: line = words + rest
      }
    }
    return said(line)
  }

  private static func said(_ line: [String]) -> [String] {
    Console.complain(["tagsim: this is now '\(shown(["tagsim"] + line))'"])
    return line
  }

  private static func shown(_ line: [String]) -> String {
    line.map(ShellText.word).joined(separator: " ")
  }

  /// `record FILE -o NEW` is `open --record NEW FILE`.
  private static func recording(
    _ arguments: ArraySlice<String>
  ) throws(CommandFailure) -> [String] {
    let line = renamed("--output", to: "--record", in: arguments)
    guard line.contains(where: { $0.hasPrefix("--record") }) else {
      throw CommandFailure(
        "record needs a new file to write: \(shown(["tagsim", "open"] + line)) --record FILE",
        code: .usage)
    }
    return ["open"] + line
  }

  /// `try FILE` is `open FILE`; with a file to write, or to print, `new --from FILE`.
  private static func trial(_ arguments: ArraySlice<String>) -> [String] {
    let line = renamed("--output", to: "--output", in: arguments)
    if let place = line.firstIndex(of: "--print") {
      return ["new", "--output", "-", "--from"] + line[..<place] + line[(place + 1)...]
    }
    guard let place = line.firstIndex(of: "--output"), place + 1 < line.count else {
      return ["open"] + line
    }
    return ["new"] + line[place...(place + 1)] + ["--from"] + line[..<place] + line[(place + 2)...]
  }

  /// Returns arguments in which an option that takes a file has its long form and another name.
  private static func renamed(
    _ option: String, to name: String, in arguments: ArraySlice<String>
  ) -> [String] {
    arguments.flatMap { word in
      if word == "-o" || word == option { return [name] }
      guard word.hasPrefix(option + "=") else { return [word] }
      return [name, String(word.dropFirst(option.count + 1))]
    }
  }

  /// `forecast --report csv=FILE` is `forecast --report json=FILE`.
  private static func reported(_ arguments: [String]) -> [String] {
    let line = zip([""] + arguments, arguments).map { before, word in
      let lead = word.hasPrefix("--report=") ? "--report=" : ""
      let form = word.dropFirst(lead.count).prefix { $0 != "=" }
      guard before == "--report" || !lead.isEmpty, let other = forms[String(form)] else {
        return word
      }
      return lead + other + word.dropFirst(lead.count + form.count)
    }
    return line == arguments ? line : said(line)
  }
}
