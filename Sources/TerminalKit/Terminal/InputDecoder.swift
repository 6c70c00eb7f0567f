/// Turns the bytes that a terminal sends into events.
///
/// Understands UTF-8, the key sequences of xterm and its relatives, bracketed paste and mouse
/// reports (SGR and the older three-byte form). Any bytes at all are accepted: what makes no sense
/// becomes ``Key/unknown``, and what is collected is bounded.
///
/// Escape alone and the beginning of a sequence look the same. So while ``isPending`` is true and
/// no further byte has come for some 25 milliseconds, call ``flush()``.
public struct InputDecoder: Sendable {
  /// The most bytes taken from one paste; the others are counted and dropped.
  public static let maximumPasteBytes = 1_048_576
  /// The most bytes of one key sequence; a longer one is skipped up to its end.
  public static let maximumSequenceBytes = 64

  enum State: Sendable {
    case ground
    case escape
    case control([UInt8])
    case application
    case text(TextSequence)
    case oldMouse([UInt8])
    case string(sawEscape: Bool)
    case linuxFunction
  }

  var state = State.ground
  var paste: PasteCollector?
  var events: [TerminalEvent] = []

  /// Creates a decoder that expects a new key.
  public init() {}

  /// Whether a sequence has begun that silence would end; never true during a paste.
  public var isPending: Bool {
    if paste != nil { return false }
    if case .ground = state { return false }
    return true
  }

  /// Takes bytes and returns the events that they complete.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    for byte in bytes {
      if paste != nil { takePasted(byte) } else { take(byte) }
    }
    return takeEvents()
  }

  /// Ends what has begun: Escape alone becomes a key, anything else is unknown.
  public mutating func flush() -> [TerminalEvent] {
    guard isPending else { return [] }
    if case .escape = state { emit(.escape) } else { emit(.unknown) }
    state = .ground
    return takeEvents()
  }

  private mutating func takeEvents() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  mutating func emit(_ key: Key) { events.append(.key(key)) }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .escape: takeEscape(byte)
    case .control(let parameters): takeControl(byte, parameters)
    case .application: takeApplication(byte)
    case .text(let sequence): takeText(byte, sequence)
    case .oldMouse(let report): takeOldMouse(byte, report)
    case .string(let sawEscape): takeString(byte, sawEscape: sawEscape)
    case .linuxFunction: takeLinuxFunction(byte)
    }
  }

  mutating func takeGround(_ byte: UInt8) {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x80...: startText(byte)
    default: emit(Key(byte: byte))
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .application
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      // An answer of the terminal to a question of somebody else.
      state = .string(sawEscape: false)
    default:
      // Escape and then a key, typed faster than the timeout or held as Alt.
      emit(.escape)
      takeGround(byte)
    }
  }

  private mutating func takeString(_ byte: UInt8, sawEscape: Bool) {
    let isEnd = byte == 0x07 || (sawEscape && byte == UInt8(ascii: "\\"))
    if isEnd { emit(.unknown) }
    state = isEnd ? .ground : .string(sawEscape: byte == 0x1B)
  }

  private mutating func takePasted(_ byte: UInt8) {
    guard paste?.take(byte) == true, let ended = paste else { return }
    paste = nil
    let text = String(decoding: ended.bytes, as: UTF8.self)
    events.append(.paste(text, droppedBytes: ended.droppedBytes))
  }
}
