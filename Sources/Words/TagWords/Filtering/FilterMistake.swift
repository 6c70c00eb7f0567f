import TagRuntime

/// The reason why a text is not a filter.
package struct FilterMistake: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A field that the rows of the list do not have.
    case unknownField(String, FilteredList)
    /// A sign, or a field with its sign, at the end of a term.
    case nothingFollows(String)
    /// A sign between terms without a term before it.
    case nothingPrecedes(String)
    /// A closing parenthesis without an opening one.
    case nothingOpen
    /// An opening parenthesis without a closing one.
    case openParenthesis
    /// Quotes without an end.
    case openQuotes
    /// A text that is not a number after `<` or `>`.
    case noNumber(String)
    /// A text that is not a duration after `<` or `>`.
    case noDuration(String)
    /// A text that is not a time after `<` or `>`.
    case noTime(String)
    /// `<` or `>` after a field without an order.
    case notOrdered(String, FilteredList)
    /// An invalid regular expression; the sentence says why.
    case badExpression(String)
    /// More characters than the limit.
    case tooLong
    /// More nested parentheses than the limit.
    case tooDeep
  }

  package let kind: Kind
  /// The column of the mistake, from 1.
  package let column: Int

  /// Whether it may become valid when more is typed.
  package var isUnfinished: Bool {
    switch kind {
    case .nothingFollows, .openParenthesis, .openQuotes: true
    default: false
    }
  }
}

// MARK: - Sentence

extension FilterMistake: CustomStringConvertible {
  /// One sentence: the column, the problem and the remedy.
  package var description: String { "column \(column): \(words)" }

  private var words: String {
    switch kind {
    case .unknownField(let name, let list):
      let near = Suggestion.nearest(to: name, among: list.fieldNames)
      let advice = near.map { "did you mean \($0)? " } ?? ""
      return "there is no field '\(name)' here: \(advice)The fields are "
        + list.fieldNames.joined(separator: ", ")
    case .nothingFollows(let sign):
      return "'\(sign)' must be followed by something; put it in quotes to search for it"
    case .nothingPrecedes(let sign):
      return "'\(sign)' must follow something; put it in quotes to search for it"
    case .nothingOpen: return "')' closes nothing; put it in quotes to search for it"
    case .openParenthesis: return "'(' is not closed"
    case .openQuotes: return "a quote is missing at the end"
    case .noNumber(let text): return "'\(text)' is not a number: write one, as in row>12"
    case .noDuration(let text):
      return "'\(text)' is not a duration: write a number with a unit, as in age>4h or age<30s"
    case .noTime(let text): return "'\(text)' is not a time: write one, as in time>23:57"
    case .notOrdered(let field, let list):
      let ordered = list.fields.filter { $0.order != .none }.map(\.rawValue)
      let others = ordered.isEmpty ? "" : ": they work with " + ordered.joined(separator: ", ")
      return "'<' and '>' do not compare \(field)\(others)"
    case .badExpression(let sentence): return sentence
    case .tooLong: return "a filter has at most \(RowFilter.lengthLimit) characters"
    case .tooDeep: return "parentheses and '!' nest at most \(RowFilter.depthLimit) deep"
    }
  }
}

extension FilteredList {
  /// The names of its fields as typed; `hit.cd` represents a whole family.
  package var fieldNames: [String] {
    fields.map(\.rawValue) + families.map { $0 == .hit ? "hit.cd" : "push.KEY" }
  }

  /// The fields and flags of a filter, in one line.
  package var help: String {
    let words = flags.map(\.rawValue).joined(separator: " ")
    return "fields \(fieldNames.joined(separator: " "))"
      + (words.isEmpty ? "" : "; words \(words)")
  }

  /// Whether a word is a flag of other rows, or similar to a flag of these.
  func isStrange(_ word: String) -> Bool {
    let word = word.lowercased()
    return FilterFlag(rawValue: word) != nil || nearestFlag(to: word) != nil
  }

  /// Returns the flag that was probably meant; the beginning of a flag may be any text.
  private func nearestFlag(to word: String) -> String? {
    guard word.count >= 4 else { return nil }
    return Suggestion.nearest(to: word, among: flags.map(\.rawValue)).flatMap {
      $0.hasPrefix(word) ? nil : $0
    }
  }

  /// Explains how such a word is used.
  func remark(onStrange word: String) -> String {
    let near = nearestFlag(to: word.lowercased()).map { "did you mean \($0)?" }
    let words = flags.map(\.rawValue).joined(separator: ", ")
    return "'\(word)' is searched for as text: "
      + (near ?? (words.isEmpty ? "these rows have no words" : "the words here are " + words))
  }

  /// Returns the completions of a word: fields with their `:`, and flags.
  ///
  /// - Complexity: O(n) in the fields and flags.
  package func completions(of prefix: String) -> [String] {
    let start = prefix.lowercased()
    let all =
      fields.map { $0.rawValue + ":" } + families.map { $0.rawValue + "." } + flags.map(\.rawValue)
    return all.filter { $0.hasPrefix(start) }
  }
}
