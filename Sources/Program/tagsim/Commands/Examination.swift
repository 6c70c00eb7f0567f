import ArgumentParser
import CommandKit
import Foundation
import NcursesTerminal
import ScenarioEngine
import TagMonitor
import TerminalKit
import TextKit

/// Checks the terminal, the configuration and the files one after another.
struct Examination {
  /// The result of one check.
  struct Finding {
    /// The outcome of the check.
    enum State: String {
      case ok
      case wrong = "WRONG"
      case unknown
    }

    let state: State
    let text: String

    init(_ state: State, _ text: String) { (self.state, self.text) = (state, text) }

    var line: String {
      TextWidth.filled(state.rawValue, to: 9) + text
    }
  }

  let environment: [String: String]
  /// The file of `--config`.
  let configuration: String?

  /// All findings, in the order in which to fix them.
  var findings: [Finding] {
    [locale, type] + size + [colours] + widths + [clipboard] + configured + [state, history]
      + [shipped]
  }

  private var folders: UserFolders { UserFolders(environment: environment) }

  private var hasTerminal: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1 }

  // MARK: Terminal

  private var locale: Finding {
    if NcursesTerminal.usesUTF8() { return Finding(.ok, "locale: UTF-8") }
    return Finding(
      .wrong,
      "locale: not UTF-8, so borders are ASCII and letters may be lost: set LANG to "
        + "one that ends in UTF-8, such as C.UTF-8")
  }

  private var type: Finding {
    guard let type = environment["TERM"], !type.isEmpty else {
      return Finding(
        .wrong,
        "TERM: not set, so the monitor cannot open: set it to your terminal's type, "
          + "such as xterm-256color")
    }
    guard type != "dumb" else {
      return Finding(
        .wrong, "TERM: dumb has no screen: open the monitor in another terminal, or use render")
    }
    return Finding(.ok, "TERM: \(type)")
  }

  private var size: [Finding] {
    guard hasTerminal, let size = Info.size else {
      return [Finding(.unknown, "size: not checked, as there is no terminal")]
    }
    let needed = Layout.smallest
    let text = "size: \(size.columns) columns, \(size.rows) rows"
    return [
      size.columns < needed.columns || size.rows < needed.rows
        ? Finding(
          .wrong,
          text + "; at least \(needed.columns) and \(needed.rows) are needed: make it larger")
        : Finding(.ok, text)
    ]
  }

  private var colours: Finding {
    if TerminalPreferences.isPlain(environment) {
      return Finding(.ok, "colours: turned off by the environment")
    }
    return Finding(.ok, "colours: those of the terminal; themes: \(Theme.names)")
  }

  /// Whether the terminal moves its cursor as the width table predicts.
  private var widths: [Finding] {
    guard hasTerminal else {
      return [Finding(.unknown, "widths: not checked, as there is no terminal")]
    }
    guard let measured = WidthProbe.measure() else {
      return [Finding(.unknown, "widths: the terminal does not report its cursor position")]
    }
    let other = measured.filter { $0.columns != TextWidth.columns(of: $0.text) }
    guard !other.isEmpty else {
      return [Finding(.ok, "widths: as expected, for \(measured.count) characters")]
    }
    let list = other.map { text, columns in
      "\(text) takes \(columns) instead of \(TextWidth.columns(of: text))"
    }
    return [
      Finding(
        .wrong,
        "widths: unexpected columns: \(list.joined(separator: ", ")): set ambiguous widths of the "
          + "terminal to narrow, or use --borders ascii")
    ]
  }

  private var clipboard: Finding {
    if let command = (try? configuredMonitor())?.copyCommand {
      return Finding(.ok, "clipboard: y copies with the command \(command)")
    }
    return Finding(
      .unknown,
      "clipboard: \(ClipboardWay(environment).words); terminals do not confirm a copy: "
        + "try y, or set a command with set copy-command")
  }

  // MARK: Files

  private var configured: [Finding] {
    do throws(CommandFailure) {
      guard let file = try ConfigurationFile.read(option: configuration, folders: folders) else {
        let name = configuration == nil ? folders.configuration : "turned off"
        return [Finding(.ok, "configuration: none (\(name))")]
      }
      let mistakes = try Self.mistakes(of: file)
      if mistakes.count == 0 { return [Finding(.ok, "configuration: \(file.path)")] }
      let more = mistakes.count - mistakes.told.count
      return mistakes.told.map { Finding(.wrong, "configuration: \($0.description)") }
        + (more > 0
          ? [Finding(.wrong, "configuration: \(more) more lines are wrong: fix these first")]
          : [])
    } catch {
      return [Finding(.wrong, "configuration: " + error.lines.joined(separator: " "))]
    }
  }

  private static func mistakes(
    of file: ConfigurationFile
  ) throws(CommandFailure) -> ConfigurationMistakes {
    var monitor = try demo()
    return file.apply(to: &monitor)
  }

  private static func demo() throws(CommandFailure) -> Monitor {
    let opened = try OpenedFile(lesson: Lessons.demo)
    return Monitor(ScenarioRun(opened.loaded.scenario, inputs: opened.loaded.inputs))
  }

  /// Returns a monitor with the configuration applied.
  private func configuredMonitor() throws(CommandFailure) -> Monitor {
    var monitor = try Self.demo()
    let file = try ConfigurationFile.read(option: configuration, folders: folders)
    _ = file?.apply(to: &monitor)
    return monitor
  }

  /// Whether the folder for state across sessions can be written to, or created.
  private var state: Finding {
    let files = FileManager.default
    var place = folders.state
    while place.count > 1, !files.fileExists(atPath: place) {
      place = DiskFiles.folder(of: place)
    }
    let text = "state: \(folders.state)"
    guard let error = DiskFiles.obstacle(toWritingIn: place) else { return Finding(.ok, text) }
    return Finding(
      .wrong,
      text + ": \(place) cannot be written (\(String(cString: strerror(error)))), so "
        + "typed lines are not remembered: check its permissions, or set XDG_STATE_HOME")
  }

  private var history: Finding {
    do throws(CommandFailure) {
      let count = try HistoryFile(in: folders.state).lines().count
      return Finding(.ok, "history: \(count) of at most \(TextField.maximumHistory) lines")
    } catch {
      return Finding(.wrong, "history: " + error.lines.joined(separator: " "))
    }
  }

  private var shipped: Finding {
    do throws(CommandFailure) {
      _ = try OpenedFile(lesson: Lessons.demo)
      return Finding(.ok, "shipped files: \(ShippedFiles.all.count); the demo plays")
    } catch {
      return Finding(.wrong, "shipped files: " + error.lines.joined(separator: " "))
    }
  }
}

/// Measures how far the terminal moves its cursor for a text.
enum WidthProbe {
  /// Texts of one and two columns on whose width terminals disagree.
  private static let samples = ["é", "e\u{301}", "漢", "✓", "▌", "‹", "⋯", "─"]
  /// How long to wait for the terminal's answer, in tenths of a second.
  private static let patience: UInt8 = 3
  /// The most bytes of an answer.
  private static let answerLimit = 32

  /// Returns the texts with their widths in columns; nil if the terminal does not answer.
  static func measure() -> [(text: String, columns: Int)]? {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return nil }
    var raw = usual
    cfmakeraw(&raw)
    withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
      bytes[Int(VMIN)] = 0
      bytes[Int(VTIME)] = patience
    }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else { return nil }
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual) }
    defer { write("\r\u{1B}[K") }
    var measured: [(text: String, columns: Int)] = []
    for text in samples {
      write("\r" + text + "\u{1B}[6n")
      guard let column = answeredColumn() else { return nil }
      measured.append((text, column - 1))
    }
    return measured
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  /// Reads the column from an answer `ESC [ row ; column R`; nil if no answer arrives.
  private static func answeredColumn() -> Int? {
    var answer = ""
    while answer.utf8.count < answerLimit {
      var byte: UInt8 = 0
      guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "R") {
        return answer.split(separator: ";").last.flatMap { Int($0) }
      }
      answer.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return nil
  }
}
