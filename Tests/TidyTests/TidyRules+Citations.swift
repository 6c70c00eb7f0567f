import Foundation

/// Where a rule comes from is said by a citation. It names a section of an article in one of the
/// documentation catalogs, or says that there is no public source: that it was observed, or that
/// we inferred it.
extension TidyRules {
  /// The numbered sections of the articles, by the names of their pages.
  typealias Articles = [String: Set<String>]

  /// A paragraph that people read, in one line.
  struct Passage {
    /// The line on which it begins.
    var line: Int
    var text: String
  }

  // MARK: Passages

  /// The paragraphs of a source text's comments; none where no word of the text could be part of a
  /// citation, since most texts have none and scanning takes long.
  static func passages(inCode text: String) -> [Passage] {
    guard mayCite(text) else { return [] }
    return joined(
      SourceScanner.comments(of: text).map { comment in
        let words = String(comment.text.drop { "/*! ".contains($0) })
        return Passage(line: comment.line, text: words.trimmed)
      })
  }

  /// Whether a text has a word that could be part of a citation.
  private static func mayCite(_ text: String) -> Bool {
    ["§", "Source", "notes", "ection"].contains { text.range(of: $0, options: .literal) != nil }
  }

  /// The paragraphs of a page, without its blocks of code.
  static func passages(inPage text: String) -> [Passage] {
    joined(proseLines(of: text).map { Passage(line: $0.0, text: String($0.1).trimmed) })
  }

  /// Puts lines that follow each other together, up to an empty one.
  private static func joined(_ lines: [Passage]) -> [Passage] {
    var passages: [Passage] = []
    var last = 0
    for line in lines {
      let continues = line.line == last + 1
      last = line.text.isEmpty ? 0 : line.line
      if line.text.isEmpty { continue }
      if continues, let open = passages.indices.last {
        passages[open].text += " " + line.text
      } else {
        passages.append(line)
      }
    }
    return passages
  }

  private static func proseLines(of page: String) -> [(Int, Substring)] {
    var isCode = false
    return page.numberedLines.filter { _, line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("```")
    }
  }

  // MARK: Sections

  private struct Section {
    var line: Int
    var number: String
    var level: Int
  }

  /// The numbers of a page's sections: 3 of `## 3 Openers`, 3.2 of `### 3.2 The timeout`.
  static func sections(ofPage text: String) -> Set<String> {
    Set(numberedSections(of: text).map(\.number))
  }

  private static func numberedSections(of page: String) -> [Section] {
    proseLines(of: page).compactMap { number, line in
      let level = line.prefix { $0 == "#" }.count
      let words = line.dropFirst(level).split(separator: " ")
      guard level > 1, words.count > 1, let name = words.first, name.first?.isNumber == true
      else { return nil }
      return Section(line: number, number: String(name), level: level)
    }
  }

  /// What is wrong with the sections of an article: each has the number that follows the one
  /// before, and each that is no part of another begins with where its facts come from.
  static func wrongSections(inPage text: String) -> [String] {
    let lines = text.numberedLines
    var found: [String] = []
    var chapter = 0
    var part = 0
    for section in numberedSections(of: text) {
      if section.level == 2 {
        (chapter, part) = (chapter + 1, 0)
      } else {
        part += 1
      }
      let expected = section.level == 2 ? "\(chapter)" : "\(chapter).\(part)"
      if section.number != expected {
        found.append("line \(section.line): section \(section.number) where \(expected) belongs")
      }
      let first = lines[section.line...].first { !$0.1.isEmpty }
      if section.level == 2, first?.1.hasPrefix("From: ") != true {
        found.append("line \(section.line): section \(section.number) lacks its line 'From: …'")
      }
    }
    return found
  }

  // MARK: Citations

  /// The citations that lead nowhere, and the sources that are none.
  ///
  /// - Parameter own: the name of the article that the passages are from; there a number alone is
  ///   one of its own sections.
  static func wrongCitations(
    in passages: [Passage], of articles: Articles, own: String? = nil
  ) -> [String] {
    passages.filter { mayCite($0.text) }.flatMap { passage in
      (unfollowable(passage.text) + unresolved(passage.text, articles, own)
        + wrongSources(passage.text)).map { "line \(passage.line): \($0)" }
    }
  }

  /// How many of the citations name an article, by article.
  static func citations(in passages: [Passage]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for passage in passages {
      for match in passage.text.matches(of: /([A-Z]\w*) §\d/) {
        counts[String(match.1), default: 0] += 1
      }
    }
    return counts
  }

  /// How many passages tell a source.
  static func sources(in passages: [Passage]) -> Int {
    passages.reduce(0) { $0 + $1.text.matches(of: /\bSource:/).count }
  }

  /// Words that send a reader to a document that is not in the repository.
  private static func unfollowable(_ text: String) -> [String] {
    let phrases =
      text.matches(of: /\b[Tt]he (\w+ )?notes\b/).map { String($0.0) }
      + text.matches(of: /\b[Ss]ections? \d[\d.]*/).map { String($0.0) }
      + text.matches(of: /\b\w+ notes,? [Ss]ections?\b/).map { String($0.0) }
    return phrases.map { "'\($0)' cannot be followed; cite an article and its §" }
  }

  private static func unresolved(
    _ text: String, _ articles: Articles, _ own: String?
  ) -> [String] {
    text.indices.filter { text[$0] == "§" }.compactMap { index in
      let name = article(before: text[..<index]) ?? own ?? ""
      let number = number(after: text[text.index(after: index)...])
      if articles[name]?.contains(number) == true { return nil }
      if name.isEmpty { return "§\(number) does not say of which article" }
      return "there is no \(name) §\(number)"
    }
  }

  /// The name that stands right before the sign of a section; it begins with a capital letter.
  private static func article(before text: Substring) -> String? {
    guard text.last == " ", let word = text.split(separator: " ").last else { return nil }
    let name = word.reversed().prefix { $0.isLetter || $0.isNumber }.reversed()
    guard name.first?.isUppercase == true, word.hasSuffix(String(name)) else { return nil }
    return String(name)
  }

  private static func number(after text: Substring) -> String {
    var number = text.prefix { $0.isNumber || $0 == "." }
    while number.last == "." { number.removeLast() }
    return String(number)
  }

  private static func wrongSources(_ text: String) -> [String] {
    var found: [String] = []
    if text.contains(/\bSources:/) { found.append("'Sources:' is spelled 'Source:'") }
    for match in text.matches(of: /\bSource:/) {
      let before = String(text[..<match.range.lowerBound]).trimmed
      if let last = before.last, last != "." {
        found.append("'Source:' does not begin its sentence")
      }
      let rest = text[match.range.upperBound...]
      let section = /\ [A-Z]\w* §\d+(\.\d+)*(, [A-Z]\w* §\d+(\.\d+)*)*(?=[.;]( |$)|$)/
      let unpublished = /\ (observed|inferred)\b/
      if rest.prefixMatch(of: section) == nil, rest.prefixMatch(of: unpublished) == nil {
        found.append("'Source:\(rest.prefix(30))' is no section of an article")
      }
    }
    return found
  }
}
