/// The comparison of a condition, to be tried on the values of many events as the SDK makes it.
package struct ConditionTrial: Sendable {
  private let kind: PredicateFunction
  private let ignoresCase: Bool
  private let container: CompiledContainer
  private var pattern: Pattern?
  /// The source of the pattern.
  private var source: String?
  /// The reason why the last two sides could not be compared; nil if they could.
  package private(set) var trouble: String?
  /// Whether the last two sides had values to compare.
  package private(set) var hasSides = false

  /// Creates a comparison from the id of its function; nil if the SDK does not know it.
  package init?(_ function: String, ignoresCase: Bool, in container: CompiledContainer) {
    guard let kind = PredicateFunction.named(function) else { return nil }
    (self.kind, self.ignoresCase, self.container) = (kind, ignoresCase, container)
  }

  /// Whether a condition with this comparison lets its rule hold.
  ///
  /// - Complexity: that of the comparison; a pattern is compiled once for equal right sides.
  package mutating func holds(_ left: Resolved, _ right: Resolved, isNegative: Bool) -> Bool {
    let dialect = container.dialect
    (trouble, hasSides) = (nil, true)
    guard let first = dialect.operand(left), let second = dialect.operand(right) else {
      (trouble, hasSides) = (dialect.nothing(left, right), false)
      return isNegative && !dialect.failureVoidsRule
    }
    return isTrue(first, second, dialect) != isNegative
  }

  private mutating func isTrue(_ left: Value, _ right: Value, _ dialect: Dialect) -> Bool {
    switch kind.comparison {
    case .text(let relation): return relation(dialect.text(left), dialect.text(right))
    case .number(let relation):
      guard let first = dialect.number(left), let second = dialect.number(right) else {
        trouble = dialect.trouble(left, right)
        return false
      }
      return relation(first.order(to: second))
    case .pattern:
      let text = right == .absent ? "" : dialect.text(right)
      do throws(PatternError) {
        if text != source {
          (source, pattern) = (nil, nil)
          pattern = try Pattern(
            text, ignoreCase: ignoresCase, language: container.patternLanguage)
          source = text
        }
      } catch {
        trouble = "bad pattern: \(error.description)"
      }
      return pattern?.isFound(in: dialect.text(left)) ?? false
    }
  }
}

extension EventExplanation {
  /// Explains one rule, by its position in the container.
  package func rule(at position: Int) -> RuleExplanation {
    evaluation.explanations(of: [position])[0]
  }

  /// Returns what a typed argument of a condition is at the event; its variables are read on
  /// a copy.
  package func value(of argument: Expression) -> Resolved {
    evaluation.value(of: compiled.compiled(argument))
  }
}

extension CompiledContainer {
  /// Compiles a text with variables, as an argument is typed.
  fileprivate func compiled(_ argument: Expression) -> CompiledExpression {
    switch argument {
    case .constant(let value): .constant(.value(value))
    case .functionID(let id): .constant(.value(.string(id)))
    case .macro(let name): slotOfName[name].map { .macro($0) } ?? .unknownMacro(name)
    case .template(let tokens): .template(tokens.map(compiled))
    case .list(let parts): .list(parts.map(compiled))
    case .map(let entries): .map(entries.map { (compiled($0.key), compiled($0.value)) })
    case .escaped(let inner, let escapings): .escaped(compiled(inner), escapings)
    }
  }

  /// Whether later events may differ because a tag fires at an event or not: it runs code, writes
  /// to the data layer, or a variable of the container pushes.
  package func feedsBack(tag position: Int) -> Bool {
    let sends = [
      TagFunction.analytics.id, TagFunction.pixel.id, FirebaseFunction.firebaseEvent.id,
      FirebaseFunction.universalAnalytics.id, FirebaseFunction.pixel.id,
    ]
    return !sends.contains(tags[position].id) || calls.pushes.contains(true)
  }
}
