/// A terminal without a screen: plays prepared events and records the frames.
///
/// When the events are used up, the terminal returns ``TerminalEvent/ended``, so that a loop under
/// test always ends.
package final class HeadlessTerminal: Terminal {
  /// A prepared result of ``nextEvent(timeoutMilliseconds:)``.
  package enum Step: Sendable, Hashable {
    case event(TerminalEvent)
    /// Nothing until the timeout.
    case timeout
  }

  /// The number of colours of the first colour terminals.
  package let colors = 8
  /// The size of the screen; changes with a ``TerminalEvent/resized(_:)`` step.
  package private(set) var size: Size
  /// Every frame shown, in order.
  package private(set) var frames: [Frame] = []
  /// Every sequence sent, in order.
  package private(set) var sent: [String] = []
  /// The timeout of every request for an event, in milliseconds.
  package private(set) var timeouts: [Int] = []
  /// Whether ``close()`` has been called.
  package private(set) var isClosed = false

  private var steps: [Step]
  private var nextStep = 0

  /// Creates a terminal with a size and a script.
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

  package func show(_ frame: Frame) {
    guard !isClosed else { return }
    frames.append(frame)
  }

  package func send(_ sequence: String) { if !isClosed { sent.append(sequence) } }

  /// Returns the next step of the script, immediately.
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

  package func close() { isClosed = true }
}
