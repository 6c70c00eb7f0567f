/// The state that an evaluation remembers about macros, conditions and tags until it ends.
///
/// The same memo is passed from event to event. Every mark in it carries the number of the
/// evaluation that set it, so that nothing is allocated or cleared for the next one: an event that
/// no rule waits for costs the same with ten rules and with ten thousand.
package struct EvaluationMemo: Sendable {
  /// The container that the marks belong to.
  private var container: CompiledContainer?
  /// The number of the evaluation; marks of earlier ones are void.
  private var epoch: UInt32 = 0
  /// The marks of macro names, then of conditions, then of tags: in one block, because passing the
  /// memo on costs something for each array.
  private var marks: [UInt32] = []
  private var firstCondition = 0
  private var firstTag = 0
  private var values: [Resolved] = []
  /// By macro name: the definition that gave the value; -1 for none.
  private var definitions: [Int32] = []
  /// The last positions of the parts of macro paths in their maps.
  var places: [Int32] = []

  package init() {}

  /// Moves the memo out and leaves an empty one.
  package mutating func take() -> EvaluationMemo {
    var other = EvaluationMemo()
    swap(&self, &other)
    return other
  }

  /// Marks hold the epoch above two bits of state.
  private static let lastEpoch = UInt32.max >> 2

  mutating func begin(_ container: CompiledContainer) {
    if self.container !== container || epoch == Self.lastEpoch {
      self = EvaluationMemo()
      self.container = container
      firstCondition = container.slots.count
      firstTag = firstCondition + container.predicates.count
      marks = Array(repeating: 0, count: firstTag + container.tags.count)
      values = Array(repeating: .failed, count: container.slots.count)
      definitions = Array(repeating: -1, count: container.slots.count)
      places = Array(repeating: 0, count: container.calls.partCount)
    }
    epoch += 1
  }

  private func mark(_ known: UInt8) -> UInt32 { epoch << 2 | UInt32(known) }

  /// Returns the state that a mark holds for this evaluation; 0 is nothing.
  private func known(_ mark: UInt32) -> UInt8 { mark >> 2 == epoch ? UInt8(mark & 3) : 0 }

  // MARK: Macros

  enum SlotState: UInt8 {
    case unknown
    case resolved
    /// Its value; it pushes at every reference.
    case pushing
    /// It is being resolved.
    case open
  }

  func state(ofSlot slot: Int) -> SlotState {
    SlotState(rawValue: known(marks[slot])) ?? .unknown
  }

  mutating func set(_ state: SlotState, ofSlot slot: Int) {
    marks[slot] = mark(state.rawValue)
  }

  /// Returns the value of a resolved name, and the definition that gave it; -1 for none.
  func result(ofSlot slot: Int) -> (value: Resolved, definition: Int) {
    (values[slot], Int(definitions[slot]))
  }

  func value(ofSlot slot: Int) -> Resolved { values[slot] }

  mutating func keep(_ value: Resolved, by definition: Int, ofSlot slot: Int) {
    values[slot] = value
    definitions[slot] = Int32(definition)
  }

  // MARK: Conditions

  func truth(ofCondition position: Int) -> Truth? {
    Truth(rawValue: known(marks[firstCondition + position]))
  }

  mutating func keep(_ truth: Truth, ofCondition position: Int) {
    marks[firstCondition + position] = mark(truth.rawValue)
  }

  // MARK: Tags

  /// The effect of rules on a tag: none, added, removed, or both as an option set of two bits.
  private static let added: UInt8 = 1
  private static let removed: UInt8 = 2

  /// Adds a tag; returns whether no rule had added it before.
  mutating func add(tag: Int) -> Bool {
    let known = known(marks[firstTag + tag])
    marks[firstTag + tag] = mark(known | Self.added)
    return known & Self.added == 0
  }

  mutating func remove(tag: Int) {
    marks[firstTag + tag] = mark(known(marks[firstTag + tag]) | Self.removed)
  }

  func isRemoved(tag: Int) -> Bool { known(marks[firstTag + tag]) & Self.removed != 0 }
}
