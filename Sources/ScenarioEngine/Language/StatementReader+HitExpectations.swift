import TagRuntime
import TagSimulation

extension StatementReader {
  private enum HitWord: String, CaseIterable {
    case waiting, sent, late, lost
  }

  private enum CompletionWord: String, CaseIterable {
    case noData = "no-data"
    case good, error
  }

  mutating func completion() throws(ScenarioError) -> DispatchResult {
    switch try cursor.choice("result", of: CompletionWord.self) {
    case .noData: .noData
    case .good: .good
    case .error: .error
    }
  }

  /// `last &cd == "Cart"`, `3 sent`, `last no &uid`
  mutating func hit() throws(ScenarioError) -> Expectation {
    let expected = "last or the number of a hit"
    let token = try cursor.next(expected)
    let choice: Expectation.HitChoice
    if token.word == "last" {
      choice = .last
    } else if let number = token.word.flatMap({ Int64($0) }), number > 0 {
      choice = .number(number)
    } else {
      throw cursor.unexpected(
        token, expected, suggestion: Suggestion.nearest(to: token.source, among: ["last"]))
    }
    return .hit(choice, try hitState())
  }

  private mutating func hitState() throws(ScenarioError) -> Expectation.HitState {
    if let word = cursor.peek?.word.flatMap(HitWord.init(rawValue:)) {
      cursor.index += 1
      switch word {
      case .waiting: return .waiting
      case .sent: return .sent
      case .late: return .late
      case .lost: return .lost
      }
    }
    if cursor.take("no") { return .noField(try hitField()) }
    let code = try hitField()
    let token = cursor.peek
    let sign = try cursor.comparisonSign()
    guard sign == .equal || sign == .notEqual else {
      throw cursor.unexpected(token ?? cursor.line.first, "== or !=")
    }
    return .field(code, Comparison(sign, ValueConversion.text(try cursor.value())))
  }

  /// A field of an analytics hit, or of an event of Firebase: `event`, `parameter.NAME` and
  /// `user_property.NAME`.
  private mutating func hitField() throws(ScenarioError) -> String {
    if let name = cursor.peek?.name, Self.isFieldOfEvent(name) {
      cursor.index += 1
      return name
    }
    return try fieldCode()
  }

  private static func isFieldOfEvent(_ name: String) -> Bool {
    name == "event"
      || ["parameter.", "user_property."].contains { name.hasPrefix($0) && name != $0 }
  }
}
