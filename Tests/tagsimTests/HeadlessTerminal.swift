import TerminalKit

/// A terminal without a screen: plays prepared events and records the frames.
///
/// When the events are used up, the terminal returns ``TerminalEvent/ended``, so that a loop under
/// test always ends.
final class HeadlessTerminal: Terminal {
  /// A prepared result of ``nextEvent(timeoutMilliseconds:)``.
  enum Step: Sendable, Hashable {
    /// An event.
    case event(TerminalEvent)
    /// Nothing until the timeout.
    case timeout
  }

  /// The size of the screen; changes with a ``TerminalEvent/resized(_:)`` step.
  private(set) var size: Size
  /// Every frame shown, in order.
  private(set) var frames: [Frame] = []
  /// Every sequence sent, in order.
  private(set) var sent: [String] = []
  /// The timeout of every request for an event, in milliseconds.
  private(set) var timeouts: [Int] = []
  /// Whether ``close()`` has been called.
  private(set) var isClosed = false

  private var steps: [Step]
  private var nextStep = 0

  /// Creates a terminal with a size and a script.
  init(size: Size, steps: [Step]) {
    self.size = size
    self.steps = steps
  }

  /// Creates a terminal that sends events without pause.
  ///
  /// - Complexity: O(n) in the number of events.
  convenience init(size: Size, events: [TerminalEvent] = []) {
    self.init(size: size, steps: events.map(Step.event))
  }

  /// Records the frame.
  func show(_ frame: Frame) {
    guard !isClosed else { return }
    frames.append(frame)
  }

  /// Records the sequence.
  func send(_ sequence: String) { if !isClosed { sent.append(sequence) } }

  /// Returns the next step of the script, immediately.
  func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent? {
    timeouts.append(timeoutMilliseconds)
    guard !isClosed, nextStep < steps.count else { return .ended }
    defer { nextStep += 1 }
    switch steps[nextStep] {
    case .timeout: return nil
    case .event(let event):
      if case .resized(let newSize) = event { size = newSize }
      return event
    }
  }

  /// Records that the terminal was closed.
  func close() { isClosed = true }
}
