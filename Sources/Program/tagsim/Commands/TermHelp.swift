import TagGlossary
import TextKit

/// The pages of the terms on the screen: `tagsim help STALE`.
enum TermHelp {
  /// The page of a term; nil where there is no such term.
  static func page(for words: String) -> [String]? {
    GlossaryTerm.named(words).map { term in
      [term.word] + HelpText.wrapped(term.meaning, indentation: "  ")
        + ["", "'tagsim help terms' explains all terms."]
    }
  }

  /// The meaning of a verb that is also a term.
  static func note(on verb: String) -> [String] {
    GlossaryTerm.named(verb).map {
      ["", "On the screen:"] + HelpText.wrapped($0.meaning, indentation: "  ")
    } ?? []
  }
}
