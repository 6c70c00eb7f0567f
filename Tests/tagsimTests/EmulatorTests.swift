import Foundation
import TerminalKit
import Testing
import TextKit

/// What the monitor and `render` send stands in the columns where it belongs, on terminals that are
/// not ours and run as processes of their own: pyte, which gives every scalar the columns it has by
/// itself, and tmux, which joins emoji.
struct EmulatorTests {
  private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 160, rows: 43)]

  /// Names in which terminals disagree on the columns of something, and wide and hostile ones.
  private static let scenario = #"""
    tagsim 1
    title: Family 👨‍👩‍👧‍👦, pirates 🏴‍☠️, 🇩🇪🇫🇷🇸🇸🇩
    tags: small
    ---
    app "Shop 👩🏽‍💻"
      package com.example.small
      container GTM-SMALL
      read string title
      screen "Home ❤️ 🇩🇪"
        on view push event="openScreen" screenName="Home ❤️ 🇩🇪" "k👨‍👩‍👧"="v"
        button "Buy 1️⃣ 👍🏽" push event="buy 👩‍❤️‍💋‍👨" price=9
      end
    end

    launch
    screen "Home ❤️ 🇩🇪"
    push {"event": "flags 🇩🇪🇫🇷🇩", "漢字": "환영합계 🏴󠁧󠁢󠁥󠁮󠁧󠁿 全角Ａ", "esc": "\u001b[2J\u202ex\u009b3D\t\r\n"}
    push {"event": "looks ☎︎ ☎️ ⌚︎", "👩🏽‍🚀": "👩🏽‍🚀🧑‍🤝‍🧑", "e\u0301\u0301\u0301\u0301\u0301\u0301": "o\u0308"}
    tap "Buy 1️⃣ 👍🏽"
    """# + "\n"

  private static let environment = [
    "TERM": "screen", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1",
  ]

  /// What `render` says, and the cells that it means.
  private static func rendered(
    _ file: URL, _ size: Size
  ) throws -> (lines: [String], screen: CellBuffer) {
    let result = try CommandLineTool.run([
      "render", file.path, "--size", "\(size.columns)x\(size.rows)",
    ])
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var screen = CellBuffer(size: size)
    for (row, line) in lines.enumerated() {
      screen.write(String(line), at: Point(column: 0, row: row))
    }
    #expect(lines.count == size.rows)
    return (lines.map(String.init), screen)
  }

  /// All that the monitor sends from its start to the key that leaves it.
  private static func sent(_ file: URL, _ size: Size, in scratch: ScratchFolder) throws -> String {
    let terminal = try TerminalPair(columns: size.columns, rows: size.rows)
    let home = ["XDG_STATE_HOME": scratch.url.path, "XDG_CONFIG_HOME": scratch.url.path]
    let process = try terminal.start(
      [file.path, "--at", "end"], environment: environment.merging(home) { $1 })
    let first = terminal.read(until: "\u{1B}[?2004h")
    terminal.type("q")
    let rest = terminal.read(until: "\u{1B}[?1049l")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    // What gives the terminal back would clear it.
    let end = try #require(rest.range(of: "\u{1B}[?1000l") ?? rest.range(of: "\u{1B}[?2004l"))
    return first + rest[..<end.lowerBound]
  }

  // MARK: pyte

  @Test(
    .enabled(if: Emulators.hasPyte, "python3 has no pyte: python3 -m pip install pyte"),
    arguments: sizes)
  func pyteShowsEveryCellWhereItIs(_ size: Size) throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hostile.scenario", Self.scenario)
    let (lines, screen) = try Self.rendered(file, size)
    let printed = try Emulators.pyte(lines.joined(separator: "\r\n"), size)
    Self.compare(printed, screen, "render")
    let monitored = try Emulators.pyte(try Self.sent(file, size, in: scratch), size)
    Self.compare(monitored, screen, "the monitor")
  }

  private static func compare(_ cells: [[String]], _ screen: CellBuffer, _ name: String) {
    #expect(cells.count == screen.size.rows)
    for (row, texts) in cells.enumerated() {
      for (column, text) in texts.enumerated() {
        let expected = screen[Point(column: column, row: row)]?.text ?? ""
        // It leaves out some marks, and has those of a wide character in its second half.
        if !expected.isEmpty, base(of: text) != base(of: expected) {
          let line = texts.joined()
          Issue.record(
            "\(name), row \(row), column \(column): '\(text)', not '\(expected)' in \(line)")
          break
        }
      }
    }
  }

  private static func base(of text: String) -> Unicode.Scalar? {
    text.decomposedStringWithCanonicalMapping.unicodeScalars.first
  }

  // MARK: tmux

  @Test(
    .enabled(if: Emulators.hasTmux, "there is no tmux, or no python3"), arguments: sizes)
  func tmuxShowsEveryLineAsItIs(_ size: Size) throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("hostile.scenario", Self.scenario)
    let (lines, screen) = try Self.rendered(file, size)
    let bytes = try Self.sent(file, size, in: scratch)
    let shown = try Emulators.tmux(bytes, size, in: scratch)
    for (row, line) in lines.enumerated() {
      let trimmed = String(line.reversed().drop { $0 == " " }.reversed())
      #expect(shown[row] == trimmed, "row \(row)")
    }
    // Where tmux says that its cursor stands after each row but for the last column of it.
    let beginnings = (0..<size.rows).map { row in
      (0..<size.columns - 1).map { screen[Point(column: $0, row: row)]?.text ?? "" }.joined()
    }
    let columns = try Emulators.columns(ofTmux: beginnings, size, in: scratch)
    #expect(columns == beginnings.map { TextWidth.columns(of: $0) })
  }
}

/// Terminals that others have written.
private enum Emulators {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Emulators/pyte_screen.py")

  static let hasPyte = (try? pyte("", Size(columns: 1, rows: 1))) != nil
  static let hasTmux = (try? run(unblocking + ["tmux", "-V"])) != nil

  /// Starts a program with no signal blocked: Foundation leaves them so, and tmux waits for them.
  private static let unblocking = [
    "python3", "-c",
    """
    import os, signal, sys
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.execvp(sys.argv[1], sys.argv[1:])
    """,
  ]

  private struct Failed: Error {}

  /// Runs a program to its end and gives what it printed.
  private static func run(_ words: [String], input: URL? = nil) throws -> String {
    let scratch = try ScratchFolder()
    let output = try scratch.file("out")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? .nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  /// The cells of pyte, row by row, when it was sent a text.
  static func pyte(_ text: String, _ size: Size) throws -> [[String]] {
    let scratch = try ScratchFolder()
    let input = try scratch.file("sent", text)
    let words = ["python3", script.path, "\(size.columns)", "\(size.rows)"]
    return try run(words, input: input).split(separator: "\n").map { row in
      row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The rows of tmux when it was sent a text.
  static func tmux(_ text: String, _ size: Size, in scratch: ScratchFolder) throws -> [String] {
    let sent = try scratch.file("sent", text)
    return try session(size, "cat '\(sent.path)'", in: scratch)
  }

  /// Where the cursor of tmux stands after each of some texts at the beginning of a line.
  static func columns(
    ofTmux texts: [String], _ size: Size, in scratch: ScratchFolder
  ) throws -> [Int] {
    let file = try scratch.file("texts", texts.joined(separator: "\n") + "\n")
    let told = try scratch.file("told")
    _ = try session(
      size,
      """
      while IFS= read -r line <&3; do
        printf '\\r\\033[2K%s\\033[6n' "$line"
        IFS='[;' read -rs -d R _ _ column
        echo $((column - 1)) >>'\(told.path)'
      done 3<'\(file.path)'
      """, in: scratch)
    let answer = String(decoding: try Data(contentsOf: told), as: UTF8.self)
    return answer.split(separator: "\n").compactMap { Int($0) }
  }

  /// What tmux shows when a script of bash has ended in it. Its answer to the question where the
  /// cursor is comes when it has read everything before. One process starts tmux and ends it, for
  /// a server that outlives who started it keeps its files open.
  private static func session(
    _ size: Size, _ script: String, in scratch: ScratchFolder
  ) throws -> [String] {
    let folder = try scratch.file("session/tmux.conf", "set -g status off\n")
      .deletingLastPathComponent()
    try scratch.file(
      "session/inside.bash",
      "stty raw -echo\nprintf '\\033[2J\\033[H'\n" + script + """

        printf '\\033[6n'
        IFS= read -rs -d R _
        tmux -S "$1" wait-for -S shown
        read -r _
        """)
    try scratch.file(
      "session/outside.bash",
      """
      cd "$1" || exit
      unset TMUX
      export LC_ALL=C.UTF-8
      tmux -S socket -f tmux.conf new-session -d -x "$2" -y "$3" "bash inside.bash '$1/socket'"
      timeout 20 tmux -S socket wait-for shown
      tmux -S socket capture-pane -p
      tmux -S socket kill-server
      """)
    let words = unblocking + ["bash", folder.path + "/outside.bash", folder.path]
    return try run(words + ["\(size.columns)", "\(size.rows)"])
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
