import TagInspection
import TagPanes
import TagRuntime
import TerminalKit

/// The form for editing a part of a container, and the outcome of the edit.
struct AlterForm: Sendable {
  enum Row: Sendable, Hashable {
    /// The choice of the part.
    case part
    /// The operator of the condition.
    case comparison
    /// The operand of the condition, or the value.
    case text
  }

  /// The outcome of the edit, computed after every key.
  struct Outcome: Sendable, Hashable {
    /// The change; nil if nothing is changed yet, or the change is impossible.
    var edit: ContainerEdit?
    /// The part before and after the change, in words.
    var before = ""
    var after = ""
    /// The side effects.
    var others: [String] = []
    /// The outcome at the selected event.
    var here = ""
    /// The reason why the change is impossible or wrong.
    var trouble: String?
  }

  let container: String
  /// The container to edit.
  let base: CompiledContainer
  /// The parts that can be edited from where the form was opened.
  let parts: [AlterPart]
  private(set) var chosen: Int
  var row: Row
  var comparison = ConditionOperator.all[0]
  var field = TextField()
  var outcome = Outcome()

  /// Creates a form for the first part that can be edited, from a place on.
  ///
  /// - Throws: the reason why no part can be edited.
  init(
    _ container: String, _ base: CompiledContainer, _ parts: [AlterPart], at place: Int
  ) throws(UnalterablePart) {
    let alterable = AlterableContainer(base)
    let usable = parts.enumerated().filter { _, part in
      (try? Self.content(of: part, alterable)) != nil
    }
    guard let first = usable.firstIndex(where: { $0.offset >= place }) ?? usable.indices.first
    else {
      guard let part = parts.first else { throw .notThere }
      _ = try Self.content(of: part, alterable)
      throw .notThere
    }
    self.container = container
    self.base = base
    self.parts = usable.map(\.element)
    chosen = first
    row = .text
    fill()
    row = rows.contains(.comparison) ? .comparison : .text
  }

  var part: AlterPart { parts[chosen] }

  var alterable: AlterableContainer { AlterableContainer(base) }

  var rows: [Row] {
    let first: [Row] = parts.count > 1 ? [.part] : []
    if case .condition = part { return first + [.comparison, .text] }
    return first + [.text]
  }

  private enum Content {
    case condition(AlterableContainer.ConditionForm)
    case value(AlterableContainer.ValueForm)
  }

  private static func content(
    of part: AlterPart, _ alterable: AlterableContainer
  ) throws(UnalterablePart) -> Content {
    switch part {
    case .condition(let place): .condition(try alterable.form(of: place))
    case .definition(let position): .value(try alterable.form(ofDefinition: position))
    }
  }

  private mutating func fill() {
    switch try? Self.content(of: part, alterable) {
    case .condition(let form)?:
      comparison = form.comparison
      field = TextField(text: form.argument)
    case .value(let form)?: field = TextField(text: TypedValue.text(of: form.value))
    case nil: break
    }
  }

  // MARK: Keys

  /// Moves to a row above or below.
  mutating func move(by step: Int) {
    let rows = rows
    let index = (rows.firstIndex(of: row) ?? 0) + step
    row = rows[min(max(0, index), rows.count - 1)]
  }

  /// Chooses the next or the previous part, wrapping around at the ends.
  mutating func movePart(by step: Int) {
    chosen = (chosen + step + parts.count) % parts.count
    fill()
  }

  /// Chooses the next or the previous operator, wrapping around at the ends.
  mutating func moveComparison(by step: Int) {
    let all = ConditionOperator.all
    let index = all.firstIndex(of: comparison) ?? 0
    comparison = all[(index + step + all.count) % all.count]
  }

  /// Chooses the next operator whose words begin with a letter.
  mutating func chooseComparison(startingWith letter: Character) {
    let all = ConditionOperator.all
    let index = all.firstIndex(of: comparison) ?? 0
    let order = all.indices.map { all[(index + 1 + $0) % all.count] }
    let wanted = letter.lowercased()
    comparison = order.first { $0.words.lowercased().hasPrefix(wanted) } ?? comparison
  }

  // MARK: The change

  /// Returns the change that the form describes.
  func edit() throws(UnalterablePart) -> ContainerEdit {
    switch try Self.content(of: part, alterable) {
    case .condition(var form):
      form.comparison = comparison
      form.argument = field.text
      return try alterable.edit(form)
    case .value(var form):
      guard let value = TypedValue.read(field.text) else {
        throw .kind("it starts like quoted text or JSON but does not end like it")
      }
      form.value = value
      return alterable.edit(form)
    }
  }
}
