/// A terminal without a screen: plays prepared events and records what is shown.
///
/// When the events are used up, the terminal says ``TerminalEvent/ended``, so that a loop under
/// test always comes to its end.
package final class HeadlessTerminal: Terminal {
  /// What comes out of ``nextEvent(timeoutMilliseconds:)``.
  package enum Step: Sendable, Hashable {
    /// An event.
    case event(TerminalEvent)
    /// Nothing until the timeout.
    case timeout
  }

  /// As many colours as the first colour terminals had.
  package let colors = 8
  /// The size of the screen; changes with a ``TerminalEvent/resized(_:)`` step.
  package private(set) var size: Size
  /// Every frame shown, in order.
  package private(set) var frames: [Frame] = []
  /// Every sequence sent, in order.
  package private(set) var sent: [String] = []
  /// The timeout of every call that asked for an event, in milliseconds.
  package private(set) var timeouts: [Int] = []
  /// Whether ``close()`` has been called.
  package private(set) var isClosed = false

  private var steps: [Step]
  private var nextStep = 0

  /// Creates a terminal of a size with its script.
  package init(size: Size, steps: [Step]) {
    self.size = size
    self.steps = steps
  }

  /// Creates a terminal that sends events without pause.
  ///
  /// - Complexity: O(n) in the number of events.
  package convenience init(size: Size, events: [TerminalEvent] = []) {
    self.init(size: size, steps: events.map(Step.event))
  }

  /// Records the frame.
  package func show(_ frame: Frame) {
    guard !isClosed else { return }
    frames.append(frame)
  }

  /// Records the sequence.
  package func send(_ sequence: String) { if !isClosed { sent.append(sequence) } }

  /// The next step of the script, at once.
  package func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent? {
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

  /// Records that the terminal was given back.
  package func close() { isClosed = true }
}
