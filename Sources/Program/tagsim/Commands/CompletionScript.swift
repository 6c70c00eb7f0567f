import ArgumentParser
import CommandKit
import ScenarioEngine

/// The completion scripts for shells.
///
/// The parser library generates them, but does not know that a file alone opens the monitor, or the
/// words of `tagsim help`.
enum CompletionScript {
  static func text(for shell: CompletionShell) -> String {
    let script = Tagsim.completionScript(for: shell)
    return switch shell {
    case .bash: bash(script)
    case .zsh: zsh(script)
    case .fish: fish(script)
    default: script
    }
  }

  /// The words that have a page in `tagsim help`, including its pages on expectations.
  static var helpWords: [String] {
    let all = CommandName.all + HelpTopic.allCases.map(\.rawValue) + FormHelp.words
    return all.enumerated().filter { !all[..<$0.offset].contains($0.element) }.map(\.element)
  }

  /// The commands, as a shell pattern.
  private static var commands: String { CommandName.all.joined(separator: "|") }

  /// Returns a script with lines inserted before the first occurrence of a line.
  private static func inserting(
    _ lines: String, before line: String, in script: String
  ) -> String {
    guard let place = script.firstRange(of: "\n" + line) else { return script }
    return "\(script[..<place.lowerBound])\n\(lines)\(script[place.lowerBound...])"
  }

  private static func bash(_ script: String) -> String {
    let names = CommandName.all.joined(separator: " ")
    let opening = """
          # A file or an option instead of a subcommand is for the default one
          if [[ "${COMP_CWORD}" -eq 1 && "${cur}" != -* ]]; then
              COMPREPLY=($(compgen -W '\(names)' -- "${cur}"))
              __tagsim_add_completions -f
              return
          fi
          case "${COMP_WORDS[1]}" in
          \(commands)) ;;
          *)
              COMPREPLY=()
              unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")
              _tagsim_open
              return
              ;;
          esac

      """
    let words = helpWords.joined(separator: "'$'\\n''")
    let help = "    __tagsim_offer_flags_options -1\n"
    let text = inserting(
      opening, before: "    # Offer subcommand / subcommand argument completions\n", in: script)
    guard let page = text.firstRange(of: "_tagsim_help() {"),
      let end = text[page.upperBound...].firstRange(of: help)
    else { return text }
    let offer = "    __tagsim_add_completions -W '\(words)'\n"
    return "\(text[..<end.upperBound])\(offer)\(text[end.upperBound...])"
  }

  private static func zsh(_ script: String) -> String {
    let opening = """
          # A file or an option instead of a subcommand is for the default one
          case "${words[2]}" in
          \(commands)) ;;
          *)
              if [[ "${words[2]}" == -* || "${CURRENT}" -gt 2 ]]; then
                  _tagsim_open
                  return
              fi
              ;;
          esac

      """
    let offer = "        _describe -V subcommand subcommands && ret=0\n"
    return inserting(opening, before: "    local -i ret=1\n", in: script)
      .replacing(offer, with: offer + "        _files && ret=0\n", maxReplacements: 1)
      .replacing(
        "'*:subcommands:'", with: "'*:subcommands:(\(helpWords.joined(separator: " ")))'")
  }

  private static func fish(_ script: String) -> String {
    let condition = "__tagsim_should_offer_completions_for_positional"
    let opening = "        case 'open'\n"
    guard let open = script.firstRange(of: opening),
      let line = script[open.upperBound...].firstRange(of: "\n")
    else { return script }
    // A file in place of a subcommand belongs to the default subcommand.
    let options = script[open.upperBound..<line.lowerBound]
    let other = """
              case '?*'
                  set unparsed_tokens open $unparsed_tokens
      \(options)

      """
    let help = "        case 'help'\n"
    guard let last = script.firstRange(of: help),
      let end = script[last.upperBound...].firstRange(of: "        end\n")
    else { return script }
    let words = helpWords.joined(separator: " ")
    let more = """

      complete -c 'tagsim' -n '\(condition) "tagsim" -eq 1' -F
      complete -c 'tagsim' -n '\(condition) "tagsim help" -ge 1' -fa '\(words)'
      """
    return "\(script[..<end.lowerBound])\(other)\(script[end.lowerBound...])\(more)"
  }
}
