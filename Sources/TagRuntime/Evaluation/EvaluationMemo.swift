/// What an evaluation remembers of macros, conditions and tags until it ends.
///
/// Whoever evaluates event after event hands the same one on. Every mark in it carries the number
/// of the evaluation that set it, so that nothing is allocated or cleared for the next one: an
/// event that no rule waits for costs the same with ten rules and with ten thousand.
package struct EvaluationMemo: Sendable {
  /// The container that the marks are of.
  private var container: CompiledContainer?
  /// The number of the evaluation; every mark of an earlier one is void.
  private var epoch: UInt32 = 0
  private var slotMarks: [UInt32] = []
  private var values: [Resolved] = []
  private var definitions: [Int32] = []
  private var conditionMarks: [UInt32] = []
  private var tagMarks: [UInt32] = []
  /// Where the parts of the paths of macros stood in their maps the last time.
  var places: [Int32] = []

  /// Creates one that remembers nothing.
  package init() {}

  /// Marks hold the epoch above two bits of what is known.
  private static let lastEpoch = UInt32.max >> 2

  /// Begins an evaluation of a container.
  mutating func begin(_ container: CompiledContainer) {
    if self.container !== container || epoch == Self.lastEpoch {
      self = EvaluationMemo()
      self.container = container
      slotMarks = Array(repeating: 0, count: container.slots.count)
      values = Array(repeating: .failed, count: container.slots.count)
      definitions = Array(repeating: -1, count: container.slots.count)
      conditionMarks = Array(repeating: 0, count: container.predicates.count)
      tagMarks = Array(repeating: 0, count: container.tags.count)
      places = Array(repeating: 0, count: container.calls.partCount)
    }
    epoch += 1
  }

  private func mark(_ known: UInt8) -> UInt32 { epoch << 2 | UInt32(known) }

  /// What a mark tells of this evaluation; 0 is nothing.
  private func known(_ mark: UInt32) -> UInt8 { mark >> 2 == epoch ? UInt8(mark & 3) : 0 }

  // MARK: Macros

  /// What is known of a macro name.
  enum SlotState: UInt8 {
    /// Nothing.
    case unknown
    /// Its value.
    case resolved
    /// Its value; it pushes at every reference.
    case pushing
    /// It is being resolved.
    case open
  }

  func state(ofSlot slot: Int) -> SlotState {
    SlotState(rawValue: known(slotMarks[slot])) ?? .unknown
  }

  mutating func set(_ state: SlotState, ofSlot slot: Int) {
    slotMarks[slot] = mark(state.rawValue)
  }

  /// The value of a name that was resolved, and the definition that gave it; -1 for none.
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
    Truth(rawValue: known(conditionMarks[position]))
  }

  mutating func keep(_ truth: Truth, ofCondition position: Int) {
    conditionMarks[position] = mark(truth.rawValue)
  }

  // MARK: Tags

  /// What rules did to a tag: none, added, removed, or both as an option set of two bits.
  private static let added: UInt8 = 1
  private static let removed: UInt8 = 2

  /// Adds a tag; whether no rule had added it before.
  mutating func add(tag: Int) -> Bool {
    let known = known(tagMarks[tag])
    tagMarks[tag] = mark(known | Self.added)
    return known & Self.added == 0
  }

  mutating func remove(tag: Int) { tagMarks[tag] = mark(known(tagMarks[tag]) | Self.removed) }

  func isRemoved(tag: Int) -> Bool { known(tagMarks[tag]) & Self.removed != 0 }
}
