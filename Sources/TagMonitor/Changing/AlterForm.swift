import TagInspection
import TagRuntime
import TerminalKit

/// A part of a container that is to be altered.
enum AlterPart: Sendable, Hashable {
  /// A condition of a rule.
  case condition(ConditionPlace)
  /// A definition of a macro, by its position.
  case definition(Int)
}

/// What is filled in to alter a part of a container, and what would come of it.
struct AlterForm: Sendable, Hashable {
  /// A row that keys are meant for.
  enum Row: Sendable, Hashable {
    /// Which part is altered.
    case part
    /// How the condition compares.
    case comparison
    /// What it compares with, or the value.
    case text
  }

  /// What would come of it, found out after every key.
  struct Outcome: Sendable, Hashable {
    /// The change; nil where nothing is changed yet, or where it cannot be.
    var edit: ContainerEdit?
    /// The part as it is and as it would be, in words.
    var before = ""
    var after = ""
    /// What it changes besides.
    var others: [String] = []
    /// What would be at the event that is looked at.
    var here = ""
    /// Why it cannot be, or what is wrong with it.
    var trouble: String?
  }

  /// The id of the container.
  let container: String
  /// The container that is altered.
  let base: CompiledContainer
  /// What can be altered from where the form was opened.
  let parts: [AlterPart]
  /// The place of the part that is altered.
  private(set) var place: Int
  /// The row that has the keys.
  var row: Row
  /// How the condition compares.
  var comparison = ConditionOperator.all[0]
  /// What is typed.
  var field = TextField()
  /// What would come of it.
  var outcome = Outcome()
  /// The page of Explain that it was opened on.
  let origin: ExplainState?

  /// A form of the first part that can be altered, from a place on.
  ///
  /// - Throws: why none of them can be.
  init(
    _ container: String, _ base: CompiledContainer, _ parts: [AlterPart], at place: Int,
    from origin: ExplainState?
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
    self.origin = origin
    self.place = first
    row = .text
    fill()
    row = rows.contains(.comparison) ? .comparison : .text
  }

  /// The part that is altered.
  var part: AlterPart { parts[place] }

  var alterable: AlterableContainer { AlterableContainer(base) }

  /// The rows that there are.
  var rows: [Row] {
    let first: [Row] = parts.count > 1 ? [.part] : []
    if case .condition = part { return first + [.comparison, .text] }
    return first + [.text]
  }

  /// What a part says as it is.
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

  /// Fills the form in with what the part is.
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

  /// The next part, or the one before; around at the ends.
  mutating func movePart(by step: Int) {
    place = (place + step + parts.count) % parts.count
    fill()
  }

  /// The next operator of the list, or the one before; around at the ends.
  mutating func moveComparison(by step: Int) {
    let all = ConditionOperator.all
    let index = all.firstIndex(of: comparison) ?? 0
    comparison = all[(index + step + all.count) % all.count]
  }

  /// The next operator whose words begin with a letter.
  mutating func chooseComparison(startingWith letter: Character) {
    let all = ConditionOperator.all
    let index = all.firstIndex(of: comparison) ?? 0
    let order = all.indices.map { all[(index + 1 + $0) % all.count] }
    let wanted = letter.lowercased()
    comparison = order.first { $0.words.lowercased().hasPrefix(wanted) } ?? comparison
  }

  // MARK: The change

  /// The change that the form says.
  func edit() throws(UnalterablePart) -> ContainerEdit {
    switch try Self.content(of: part, alterable) {
    case .condition(var form):
      form.comparison = comparison
      form.argument = field.text
      return try alterable.edit(form)
    case .value(var form):
      guard let value = TypedValue.read(field.text) else {
        throw .kind("like a text in quotes or JSON, and does not end like it")
      }
      form.value = value
      return alterable.edit(form)
    }
  }
}
