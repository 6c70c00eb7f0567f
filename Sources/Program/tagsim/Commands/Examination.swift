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
  /// The result of one check: held, a failure, or skipped where it is unknown.
  private typealias Finding = ReportCheck

  let environment: [String: String]
  /// The file of `--config`.
  let configuration: String?

  /// All findings, in the order in which to fix them.
  var findings: [ReportCheck] {
    [locale, type] + size + [colours] + widths + [clipboard] + configured + [state, history]
      + [shipped]
  }

  private var folders: UserFolders { UserFolders(environment: environment) }

  private var hasTerminal: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1 }

  // MARK: Terminal

  private var locale: Finding {
    if NcursesTerminal.usesUTF8() { return Finding(.held, "locale: UTF-8") }
    return Finding(
      .failure,
      "locale: not UTF-8, so borders are ASCII and letters may be lost: set LANG to "
        + "one that ends in UTF-8, such as C.UTF-8")
  }

  private var type: Finding {
    guard let type = environment["TERM"], !type.isEmpty else {
      return Finding(
        .failure,
        "TERM: not set, so the monitor cannot open: set it to your terminal's type, "
          + "such as xterm-256color")
    }
    guard type != "dumb" else {
      return Finding(
        .failure, "TERM: dumb has no screen: open the monitor in another terminal, or use render")
    }
    return Finding(.held, "TERM: \(type)")
  }

  private var size: [Finding] {
    guard hasTerminal, let size = Info.size else {
      return [Finding(.skipped, "size: not checked, as there is no terminal")]
    }
    let needed = Layout.smallest
    let text = "size: \(size.columns) columns, \(size.rows) rows"
    return [
      size.columns < needed.columns || size.rows < needed.rows
        ? Finding(
          .failure,
          text + "; at least \(needed.columns) and \(needed.rows) are needed: make it larger")
        : Finding(.held, text)
    ]
  }

  private var colours: Finding {
    if TerminalPreferences.isPlain(environment) {
      return Finding(.held, "colours: turned off by the environment")
    }
    return Finding(.held, "colours: those of the terminal; themes: \(Theme.names)")
  }

  /// Whether the terminal moves its cursor as the width table predicts.
  private var widths: [Finding] {
    guard hasTerminal else {
      return [Finding(.skipped, "widths: not checked, as there is no terminal")]
    }
    guard let measured = WidthProbe.measure() else {
      return [Finding(.skipped, "widths: the terminal does not report its cursor position")]
    }
    let other = measured.filter { $0.columns != TextWidth.columns(of: $0.text) }
    guard !other.isEmpty else {
      return [Finding(.held, "widths: as expected, for \(measured.count) characters")]
    }
    let list = other.map { text, columns in
      "\(text) takes \(columns) instead of \(TextWidth.columns(of: text))"
    }
    return [
      Finding(
        .failure,
        "widths: unexpected columns: \(list.joined(separator: ", ")): set ambiguous widths of the "
          + "terminal to narrow, or use --borders ascii")
    ]
  }

  private var clipboard: Finding {
    if let command = (try? configuredMonitor())?.copyCommand {
      return Finding(.held, "clipboard: y copies with the command \(command)")
    }
    return Finding(
      .skipped,
      "clipboard: \(ClipboardWay(environment).words); terminals do not confirm a copy: "
        + "try y, or set a command with set copy-command")
  }

  // MARK: Files

  private var configured: [Finding] {
    do throws(CommandFailure) {
      guard let file = try ConfigurationFile.read(option: configuration, folders: folders) else {
        let name = configuration == nil ? folders.configuration : "turned off"
        return [Finding(.held, "configuration: none (\(name))")]
      }
      let mistakes = try Self.mistakes(of: file)
      if mistakes.count == 0 { return [Finding(.held, "configuration: \(file.path)")] }
      let more = mistakes.count - mistakes.told.count
      return mistakes.told.map { Finding(.failure, "configuration: \($0.description)") }
        + (more > 0
          ? [Finding(.failure, "configuration: \(more) more lines are wrong: fix these first")]
          : [])
    } catch {
      return [Finding(.failure, "configuration: " + error.lines.joined(separator: " "))]
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
    guard let error = DiskFiles.obstacle(toWritingIn: place) else { return Finding(.held, text) }
    return Finding(
      .failure,
      text + ": \(place) cannot be written (\(String(cString: strerror(error)))), so "
        + "typed lines are not remembered: check its permissions, or set XDG_STATE_HOME")
  }

  private var history: Finding {
    do throws(CommandFailure) {
      let count = try HistoryFile(in: folders.state).lines().count
      return Finding(.held, "history: \(count) of at most \(TextField.maximumHistory) lines")
    } catch {
      return Finding(.failure, "history: " + error.lines.joined(separator: " "))
    }
  }

  private var shipped: Finding {
    do throws(CommandFailure) {
      _ = try OpenedFile(lesson: Lessons.demo)
      return Finding(.held, "shipped files: \(ShippedFiles.all.count); the demo plays")
    } catch {
      return Finding(.failure, "shipped files: " + error.lines.joined(separator: " "))
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
