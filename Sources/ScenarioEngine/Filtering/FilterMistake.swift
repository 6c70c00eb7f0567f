import TagRuntime

/// Why a text is no filter.
package struct FilterMistake: Error, Sendable, Hashable {
  /// The kinds of mistakes.
  package enum Kind: Sendable, Hashable {
    /// A field that the rows of the list do not have.
    case unknownField(String, FilteredList)
    /// A sign, or a field with its sign, after which something has to come.
    case nothingFollows(String)
    /// A sign between terms, before which something has to come.
    case nothingPrecedes(String)
    /// A closing parenthesis that closes nothing.
    case nothingOpen
    /// An opening parenthesis that is not closed.
    case openParenthesis
    /// Quotes that do not end.
    case openQuotes
    /// Something else where `<` and `>` need a number.
    case noNumber(String)
    /// Something else where they need a duration.
    case noDuration(String)
    /// Something else where they need a time.
    case noTime(String)
    /// `<` or `>` at a field that has no order.
    case notOrdered(String, FilteredList)
    /// A regular expression that cannot be used; the sentence tells why.
    case badExpression(String)
    /// More characters than can be.
    case tooLong
    /// More parentheses in each other than can be.
    case tooDeep
  }

  /// What is wrong.
  package let kind: Kind
  /// The character where it is, from 1.
  package let column: Int

  /// Whether it may be right once more is typed.
  package var isUnfinished: Bool {
    switch kind {
    case .nothingFollows, .openParenthesis, .openQuotes: true
    default: false
    }
  }
}

// MARK: - Sentence

extension FilterMistake: CustomStringConvertible {
  /// One sentence: where, what is wrong, what to do.
  package var description: String { "column \(column): \(words)" }

  private var words: String {
    switch kind {
    case .unknownField(let name, let list):
      let near = Suggestion.nearest(to: name, among: list.fieldNames)
      let advice = near.map { "did you mean \($0)? " } ?? ""
      return "there is no field '\(name)' here: \(advice)The fields are "
        + list.fieldNames.joined(separator: ", ")
    case .nothingFollows(let sign):
      return "something has to follow '\(sign)'; in quotes it is a text"
    case .nothingPrecedes(let sign):
      return "something has to stand before '\(sign)'; in quotes it is a text"
    case .nothingOpen: return "')' closes nothing; in quotes it is a text"
    case .openParenthesis: return "'(' is not closed"
    case .openQuotes: return "the quotes do not end"
    case .noNumber(let text): return "'\(text)' is no number: write one, as in row>12"
    case .noDuration(let text):
      return "'\(text)' is no duration: write a number with a unit, as in age>4h or age<30s"
    case .noTime(let text): return "'\(text)' is no time: write one, as in time>23:57"
    case .notOrdered(let field, let list):
      let ordered = list.fields.filter { $0.order != .none }.map(\.rawValue)
      let others = ordered.isEmpty ? "" : ": they compare " + ordered.joined(separator: ", ")
      return "'<' and '>' do not compare \(field)\(others)"
    case .badExpression(let sentence): return sentence
    case .tooLong: return "a filter has at most \(RowFilter.lengthLimit) characters"
    case .tooDeep: return "parentheses and '!' nest at most \(RowFilter.depthLimit) deep"
    }
  }
}

extension FilteredList {
  /// The names of its fields, as they are written; `hit.cd` stands for a whole family.
  package var fieldNames: [String] {
    fields.map(\.rawValue) + families.map { $0 == .hit ? "hit.cd" : "push.KEY" }
  }

  /// What a filter can ask, in a line.
  package var help: String {
    let words = flags.map(\.rawValue).joined(separator: " ")
    return "fields \(fieldNames.joined(separator: " "))"
      + (words.isEmpty ? "" : "; words \(words)")
  }

  /// Whether a word is one that says something of other rows, or nearly one that says something of
  /// these.
  func isStrange(_ word: String) -> Bool {
    let word = word.lowercased()
    return FilterFlag(rawValue: word) != nil || nearestFlag(to: word) != nil
  }

  /// The word that was probably meant; a beginning of one may be any text.
  private func nearestFlag(to word: String) -> String? {
    guard word.count >= 4 else { return nil }
    return Suggestion.nearest(to: word, among: flags.map(\.rawValue)).flatMap {
      $0.hasPrefix(word) ? nil : $0
    }
  }

  /// What is said of such a word.
  func remark(onStrange word: String) -> String {
    let near = nearestFlag(to: word.lowercased()).map { "did you mean \($0)?" }
    let words = flags.map(\.rawValue).joined(separator: ", ")
    return "'\(word)' is searched as a text: "
      + (near ?? (words.isEmpty ? "these rows have no words" : "the words here are " + words))
  }

  /// What a word may become: a field with its `:`, or a flag.
  ///
  /// - Complexity: O(n) in the fields and flags.
  package func completions(of prefix: String) -> [String] {
    let start = prefix.lowercased()
    let all =
      fields.map { $0.rawValue + ":" } + families.map { $0.rawValue + "." } + flags.map(\.rawValue)
    return all.filter { $0.hasPrefix(start) }
  }
}
