package import OrderedCollections

/// The steps that searches for patterns may still take, and what those of a run have shown so far.
///
/// A search that runs out of steps or memory is remembered by its pattern and its text, and not
/// tried again: its result would be the same. All such searches of a run have a bound together.
/// Beyond it, a pattern that ran out before is refused in every text, and an event has only a
/// fraction of its steps, which is enough for a pattern that does not run out.
package struct PatternBudget: Sendable {
  /// The steps that all searches of a run which run out may take together: twenty events of them,
  /// two seconds of the slowest kind.
  package static let runLimit = 40_000_000
  /// The steps of an event when those of the run are used up.
  package static let restLimit = 100_000
  /// The number of searches that are remembered; beyond it those of the run count as used up.
  package static let memoryLimit = 200

  /// What the searches of a run that ran out have shown.
  private struct Spent: Sendable {
    /// The steps that they took.
    var steps = 0
    /// How many are remembered.
    var count = 0
    /// By pattern: the limit that a search reached, by the digest of its text.
    var memory: [Pattern.Identity: [[UInt8]: PatternLimit.Kind]] = [:]
    /// The patterns that were refused because the steps of the run are used up, in order.
    var refused: OrderedSet<String> = []

    var isAll: Bool { steps >= PatternBudget.runLimit || count >= PatternBudget.memoryLimit }
  }

  package private(set) var left = Pattern.stepLimit
  /// Nil while none has run out, so that an event that wastes nothing looks nothing up.
  private var spent: Boxed<Spent>?

  /// The steps that searches took which ran out.
  package var wasted: Int { spent?.wrappedValue.steps ?? 0 }
  /// The patterns that were refused because the steps of the run are used up, in order.
  package var refused: OrderedSet<String> { spent?.wrappedValue.refused ?? [] }

  /// Creates the budget of a new run.
  package init() {}

  /// Gives the next event its steps.
  mutating func beginEvent() {
    let isAll = spent?.wrappedValue.isAll == true
    left = isAll ? Self.restLimit : min(Pattern.stepLimit, Self.runLimit - wasted)
  }

  /// Searches a text for a pattern.
  ///
  /// - Complexity: within the steps that the event has left.
  package mutating func look(for pattern: Pattern, in text: String) -> Pattern.Look {
    if let limit = knownLimit(of: pattern, in: text) { return .gaveUp(limit) }
    let before = left
    let look = pattern.look(in: text, spending: &left)
    if case .gaveUp(let limit) = look { note(limit, of: pattern, in: text, before) }
    return look
  }

  /// Returns the text of one group of the first match, as `Pattern.group(_:in:)`.
  ///
  /// - Throws: `PatternLimit` if the search gave up.
  /// - Complexity: within the steps that the event has left.
  package mutating func group(
    _ number: Int, of pattern: Pattern, in text: String
  ) throws(PatternLimit) -> String? {
    if let limit = knownLimit(of: pattern, in: text) { throw limit }
    let before = left
    do throws(PatternLimit) {
      return try pattern.group(number, in: text, spending: &left)
    } catch {
      note(error, of: pattern, in: text, before)
      throw error
    }
  }

  /// Returns the limit that a search would reach again, or that refuses its pattern.
  private mutating func knownLimit(of pattern: Pattern, in text: String) -> PatternLimit? {
    guard let known = spent?.wrappedValue.memory[pattern.identity] else { return nil }
    if let kind = known[Self.digest(of: text)] {
      return PatternLimit(kind: kind, pattern: pattern.text, text: text)
    }
    guard spent?.wrappedValue.isAll == true else { return nil }
    spent?.wrappedValue.refused.append(pattern.text)
    return PatternLimit(kind: .run, pattern: pattern.text, text: text)
  }

  /// Remembers a search that ran out. One that was not tried has taken no steps.
  private mutating func note(
    _ limit: PatternLimit, of pattern: Pattern, in text: String, _ before: Int
  ) {
    guard left != before else { return }
    var spent = spent?.wrappedValue ?? Spent()
    spent.steps += before - left
    if spent.count < Self.memoryLimit {
      spent.count += 1
      spent.memory[pattern.identity, default: [:]][Self.digest(of: text)] = limit.kind
    }
    self.spent = Boxed(wrappedValue: spent)
  }

  private static func digest(of text: String) -> [UInt8] {
    DigestAlgorithm.md5.digest(of: Array(text.utf8))
  }

  /// A sentence for the end of a run in which patterns were refused; nil if none were.
  package var remark: String? {
    guard let first = refused.first else { return nil }
    let others = Counted.text(refused.count - 1, "other pattern")
    let subject = refused.count > 1 ? " and \(others) were" : " was"
    return
      "pattern '\(PatternError.shown(first))'\(subject) refused and counted as false: searches "
      + "that ran out have used up the \(NumberText.grouped(Self.runLimit)) steps of the run; "
      + "write the pattern without a repetition within a repetition"
  }
}
