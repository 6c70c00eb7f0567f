import ArgumentParser
import CommandKit
import Foundation
import OrderedCollections
import ScenarioEngine
import TagRuntime
import TextKit

/// `tagsim completions`: prints what a shell or an editor needs to know the language.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print shell completions, or editor support: syntax colours and mistakes.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim completions bash > ~/.local/share/bash-completion/completions/tagsim
        tagsim completions zsh > ~/.zfunc/_tagsim     with fpath+=~/.zfunc before compinit
        tagsim completions fish > ~/.config/fish/completions/tagsim.fish
        tagsim completions textmate > tagsim.tmLanguage.json    for Visual Studio Code and TextMate
        tagsim completions vim > ~/.vim/syntax/tagsim.vim       for Vim
        tagsim completions problem-matcher                      for a task of Visual Studio Code

      All are generated from the commands and the table of verbs of this version. A problem matcher
      reads the output of 'tagsim check': offline.scenario:31:8: error: what is wrong.
      """))

  /// The shells and editors.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case bash
    case zsh
    case fish
    case textmate
    case vim
    case problemMatcher = "problem-matcher"

    var text: String {
      switch self {
      case .bash: CompletionScript.text(for: .bash)
      case .zsh: CompletionScript.text(for: .zsh)
      case .fish: CompletionScript.text(for: .fish)
      case .textmate: EditorGrammar.textMate
      case .vim: EditorGrammar.vim.joined(separator: "\n")
      case .problemMatcher: EditorGrammar.problemMatcher
      }
    }
  }

  @Argument(help: "bash, zsh, fish, textmate, vim or problem-matcher.")
  var form: Form

  func run() { Console.write(Array((form.text + "\n").utf8)) }
}

/// Completions that come from the contents of files.
enum PlaceCompletion {
  /// Returns the places of the scenario on the command line: its beginning, its end and its marks.
  ///
  /// `words` are the words of the command line so far.
  static func places(_ words: [String]) -> [String] {
    let marks = scenario(in: words).map { scenario in
      scenario.allStatements.compactMap { statement -> String? in
        if case .mark(let name) = statement.command { name } else { nil }
      }
    }
    return ["start", "end"] + (marks ?? [])
  }

  /// Returns the branches of the scenario on the command line.
  ///
  /// `words` are the words of the command line so far.
  static func branches(_ words: [String]) -> [String] {
    (scenario(in: words)?.branches ?? []).map(\.name)
  }

  private static func scenario(in words: [String]) -> Scenario? {
    words.lazy.filter { $0.hasSuffix(".scenario") }
      .compactMap { try? ScenarioLoader(of: DiskFiles()).parse($0) }.first
  }

  /// The most scenarios that are read for their tags.
  private static let fileLimit = 100

  /// Returns the tags of the scenarios on the command line, or of those below the current folder.
  ///
  /// `words` are the words of the command line so far.
  static func tags(_ words: [String]) -> [String] {
    let paths = words.dropFirst(2).filter { FileManager.default.fileExists(atPath: $0) }
    let found = try? ScenarioFinder.scenarios(at: paths.isEmpty ? ["."] : paths)
    let tags = (found ?? []).prefix(fileLimit).flatMap { file -> [String] in
      (try? ScenarioLoader(of: DiskFiles()).parse(file))?.header.tags ?? []
    }
    return Array(OrderedSet(tags).sorted())
  }

  /// Returns the tags of the containers that a file names, or of the container that it is.
  static func containerTags(_ words: [String]) -> [String] {
    Array(OrderedSet(containers(in: words).flatMap(\.tagNames)))
  }

  /// Returns the variables of the containers that a file names, or of the container that it is.
  static func variables(_ words: [String]) -> [String] {
    Array(OrderedSet(containers(in: words).flatMap { $0.slots.map(\.name) }))
  }

  private static func containers(in words: [String]) -> [CompiledContainer] {
    let file = words.dropFirst(2).first { DiskFiles().isPlain($0) }
    let opened = file.flatMap { try? OpenedFile($0, containerOverride: nil) }
    return opened.map { Array($0.loaded.inputs.containers.values) } ?? []
  }
}
