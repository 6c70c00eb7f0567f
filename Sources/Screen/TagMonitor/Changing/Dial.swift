import OrderedCollections
import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The dial: a condition turned by arrows and typing, judged at once at every event of the run; or
/// a value, typed in the same frame.
struct Dial: Sendable {
  /// The events of the run, read in one replay when the dial opens.
  struct Reading: Sendable {
    /// The maximum number of events that are judged.
    static let limit = 5_000
    /// The number of steps that are replayed before the screen is drawn again.
    static let stride = 5_000

    /// The number of steps that were replayed, and of their rows.
    fileprivate(set) var steps = 0
    private var rows = 0
    private(set) var events: [ConditionDial.Event] = []
    /// The number of events beyond the limit.
    private(set) var left = 0
    /// The number of events that another version of the container met.
    private(set) var others = 0

    /// Replays the next steps of a run.
    fileprivate mutating func goOn(
      through timeline: Timeline, of id: String, _ base: CompiledContainer,
      name: (EventRow) -> String
    ) {
      timeline.retrace(afterStep: steps, row: rows, limit: Self.stride) { step in
        (steps, rows) = (step.number, step.firstRow + step.rows.count - 1)
        for (place, row) in step.rows.enumerated() {
          for explanation in row.update?.explanations ?? [] where explanation.containerID == id {
            if explanation.compiled != base {
              others += 1
            } else if events.count == Self.limit {
              left += 1
            } else {
              events.append(
                ConditionDial.Event(
                  number: step.firstRow + place, name: name(row), explanation: explanation))
            }
          }
        }
      }
    }
  }

  /// A value now and with the change, and what reads it.
  struct Values: Sendable {
    var now: String
    var after: String
    var readers: String
  }

  /// What the dial shows of a change, found at every key.
  struct Outcome: Sendable {
    /// The change; nil if nothing is changed yet, or the change is impossible.
    var edit: ContainerEdit?
    /// The answers of the rule; nil for a value, and until all events are read.
    var answers: ConditionDial.Answers?
    /// The reason why the change is impossible, or the condition always false.
    var trouble: String?
  }

  /// What is turned.
  private enum Content: Equatable {
    case condition(AlterableContainer.ConditionForm)
    case value(AlterableContainer.ValueForm)
  }

  let container: String
  /// The container to change.
  let base: CompiledContainer
  /// The parts that can be turned from where the dial was opened.
  let parts: [AlterPart]
  private(set) var chosen: Int
  private(set) var comparison = ConditionOperator.all[0]
  var field = TextField()
  @Boxed private(set) var reading = Reading()
  /// The condition at the events; nil until all are read.
  @Boxed private(set) var condition: ConditionDial?
  @Boxed private(set) var outcome = Outcome()
  @Boxed private(set) var description: ContainerDescription

  /// Creates a dial for the first part that can be turned, from a place on.
  ///
  /// - Throws: the reason why no part can be turned.
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
    description = ContainerDescription(of: base.version, file: "", bytes: 0)
    fill()
  }

  var part: AlterPart { parts[chosen] }
  var alterable: AlterableContainer { AlterableContainer(base) }

  /// Whether a condition is turned, and not a value.
  var isOfCondition: Bool {
    if case .condition = part { true } else { false }
  }

  private static func content(
    of part: AlterPart, _ alterable: AlterableContainer
  ) throws(UnalterablePart) -> Content {
    switch part {
    case .condition(let place): .condition(try alterable.form(of: place))
    case .definition(let position): .value(try alterable.form(ofDefinition: position))
    }
  }

  /// The left side of the condition, or the name of the value.
  var subject: String {
    switch try? Self.content(of: part, alterable) {
    case .condition(let form)?: form.subject
    case .value(let form)?: form.name
    case nil: ""
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
    condition = nil
  }

  // MARK: Turning

  /// Turns to the next or the previous part, wrapping around at the ends.
  fileprivate mutating func movePart(by step: Int) {
    guard parts.count > 1 else { return }
    chosen = (chosen + step + parts.count) % parts.count
    fill()
  }

  /// Turns to the next or the previous operator, wrapping around at the ends; a value has none, so
  /// that the cursor moves.
  fileprivate mutating func turn(by step: Int, _ key: Key) {
    guard isOfCondition else { return _ = field.handle(key) }
    let all = ConditionOperator.all
    let index = all.firstIndex(of: comparison) ?? 0
    comparison = all[(index + step + all.count) % all.count]
  }

  // MARK: Reading and judging

  /// Whether events are still to be read.
  func isReading(_ timeline: Timeline) -> Bool {
    isOfCondition && reading.steps < timeline.stepCount
  }

  /// Reads the next events of the run, and judges.
  mutating func read(in monitor: Monitor) {
    let context = monitor.context
    if isReading(context.timeline) {
      reading.goOn(through: context.timeline, of: container, base) { context.name(of: $0) }
    }
    judge(context.timeline)
  }

  fileprivate mutating func judge(_ timeline: Timeline) {
    outcome = Outcome()
    if condition == nil, case .condition(let place) = part, !isReading(timeline) {
      let drafts = timeline.live.world.server.drafts[container] ?? []
      condition = ConditionDial(
        base, place, at: reading.events, isDraft: drafts.contains { $0 === base })
    }
    do throws(UnalterablePart) {
      let old = try Self.content(of: part, alterable)
      var (new, edit): (Content, ContainerEdit)
      switch old {
      case .condition(var form):
        form.comparison = comparison
        form.argument = field.text
        (new, edit) = (.condition(form), try alterable.edit(form))
      case .value(var form):
        guard let value = TypedValue.read(field.text) else {
          throw .kind("it starts like quoted text or JSON but does not end like it")
        }
        form.value = value
        (new, edit) = (.value(form), alterable.edit(form))
        _ = try base.version.applying([edit])
      }
      if new != old { outcome.edit = edit }
      if case .condition(_, let comparison, let argument) = edit {
        outcome.answers = condition?.judge(comparison, argument)
        outcome.trouble = outcome.answers?.trouble
      }
    } catch {
      outcome.trouble = error.description
    }
  }
}

extension Dial: Overlay {
  static let place = KeyPlace.dial
  static let keys: [KeyBinding] =
    [
      row([.enter], "try", "play the run with the change, on a branch") { $1.tryOut($0) },
      row([.left], "operator-before", "the operator before; in a value, a character to the left") {
        dial, _ in dial.turn(by: -1, .left)
      },
      row([.right], "operator", "the next operator; in a value, a character to the right") {
        dial, _ in dial.turn(by: 1, .right)
      },
      row([.up, .backTab], "condition-before", "the condition before", shown: "Up  Shift-Tab") {
        dial, _ in dial.movePart(by: -1)
      },
      row([.down, .tab], "condition", "the next condition of the tag", shown: "Down  Tab") {
        dial, _ in dial.movePart(by: 1)
      },
    ] + typing(hasArrows: false)
    + [row([.escape], "leave", "change nothing", hint: "as it was") { $0.close(in: &$1) }]

  var forgetsMessage: Bool { true }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    let arrows = monitor.display.borders == .utf8 ? ["←→", "↑↓"] : ["Left Right", "Up Down"]
    return (isOfCondition ? [KeyHint(.right, arrows[0], "operator")] : [])
      + [KeyHint(.end, "type", "a value"), .enter("try it on a branch"), .escape("as it was")]
      + (parts.count > 1 ? [KeyHint(.down, arrows[1], "condition")] : [])
  }

  func close(in monitor: inout Monitor) {
    monitor.message = nil
    monitor.pop()
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    _ = field.handle(key)
    return []
  }

  mutating func follow(in monitor: Monitor) { judge(monitor.run.timeline) }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    monitor.insert(text, into: &field)
    return true
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    DialFrame(
      context: monitor.context, dial: self, value: monitor.values(of: self),
      footer: (hints(in: monitor) ?? []).map { "\($0.shown) \($0.words)" }.joined(separator: "  ")
    )
    .draw(in: layout.body, on: &buffer)
  }
}
