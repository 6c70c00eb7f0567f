import Foundation
import Testing

/// The completions as somebody finds them who types a part of a word and presses Tab, by shell.
struct ShellCompletionTests {
  /// A shell, with what somebody tells it first.
  enum Shell: String {
    case bash
    case zsh
    case fish

    /// Where it is on this machine; nil where it is missing.
    var path: String? {
      ["/bin/", "/usr/bin/"].map { $0 + rawValue }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Whether it can be tried: `setsid` gives it the terminal.
    var isHere: Bool {
      path != nil && FileManager.default.isExecutableFile(atPath: ShellCompletionTests.setsid)
    }

    var options: [String] {
      switch self {
      case .bash: ["--norc", "--noprofile", "-i"]
      case .zsh: ["-f", "-i"]
      case .fish: ["--no-config", "-i"]
      }
    }

    var preparation: String {
      switch self {
      case .bash: "source <(tagsim completions bash)"
      case .zsh:
        "bindkey -e; autoload -U compinit; compinit -D -u; source <(tagsim completions zsh)"
      case .fish: "tagsim completions fish | source"
      }
    }
  }

  private static let setsid = "/usr/bin/setsid"

  /// A line before Tab, and a word of it afterwards.
  private static let lines: [(typed: String, word: String)] = [
    ("tagsim run Sto", "Stories/"), ("tagsim Sto", "Stories/"), ("tagsim ins", "inspect"),
    ("tagsim run Stories/on", "Stories/one.scenario"),
    ("tagsim Stories/on", "Stories/one.scenario"),
    ("tagsim check Stories/on", "Stories/one.scenario"),
    ("tagsim run Stories --container GT", "GTM-AB12.json"),
    ("tagsim diff GTM-AB12.json GTM-AB12.json Sto", "Stories/"),
    ("tagsim new a -o Sto", "Stories/"), ("tagsim lint --report sar", "sarif"),
    ("tagsim run --report nd", "ndjson"), ("tagsim export Stories --format cur", "curl"),
    ("tagsim demo why", "why-not"), ("tagsim help user-pro", "user-property"),
    ("tagsim help exit", "exit-codes"), ("tagsim run Stories --tags off", "offline"),
    ("tagsim Stories/one.scenario --at tun", "tunnel"),
    ("tagsim Stories/one.scenario --the", "--theme"),
    ("tagsim Stories/one.scenario --theme hig", "high-contrast"),
    ("tagsim explain Stories/one.scenario --tag Ads", "Ads conversion"),
    ("tagsim explain Stories/one.scenario --value title_s", "title_string"),
  ]

  @Test(.enabled(if: Shell.bash.isHere, "bash is missing: its completion was not tried"))
  func bash() throws { try tryAll(.bash) }

  @Test(.enabled(if: Shell.zsh.isHere, "zsh is missing: its completion was not tried"))
  func zsh() throws { try tryAll(.zsh) }

  @Test(.enabled(if: Shell.fish.isHere, "fish is missing: its completion was not tried"))
  func fish() throws { try tryAll(.fish) }

  private func tryAll(_ shell: Shell) throws {
    let scratch = try ScratchFolder()
    let root = CommandLineTool.root
    try FileManager.default.copyItem(
      at: root.appending(path: "Scenarios/containers/GTM-AB12-v8.json"),
      to: scratch.url.appending(path: "GTM-AB12.json"))
    try scratch.file(
      "Stories/one.scenario",
      """
      tagsim 1
      tags: offline
      ---
      app "Shop"
        package com.example.shop
        container GTM-AB12
        read string title_string
      end
      publish "../GTM-AB12.json"
      launch
      mark tunnel
      """)
    let terminal = try TerminalPair(columns: 200)
    let tool = try CommandLineTool.executable().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let process = try terminal.start(
      ["--ctty", "--wait", try #require(shell.path)] + shell.options,
      environment: [
        "PATH": "\(tool):\(path)", "HOME": scratch.url.path, "TERM": "xterm", "LC_ALL": "C.UTF-8",
      ], program: URL(fileURLWithPath: Self.setsid), in: scratch.url)
    defer { process.terminate() }
    terminal.type("\(shell.preparation); printf '<%s>\\n' ready\r")
    try #require(terminal.read(until: "<ready>").contains("<ready>"), "\(shell.rawValue)")
    for (typed, word) in Self.lines {
      // Tab, then the beginning of the line: its words are printed instead of run.
      terminal.type("\(typed)\t\u{1}printf '<%s>\\n' \u{5} end-of-line\r")
      let shown = terminal.read(until: "<end-of-line>")
      // zsh takes the slash of a folder back when something else follows.
      let folder = word.hasSuffix("/") ? String(word.dropLast()) : word
      let isThere = [word, folder].contains { shown.contains("<\($0)>") }
      #expect(isThere, "\(shell.rawValue): \(typed): \(shown)")
    }
    terminal.type("exit\r")
  }
}
