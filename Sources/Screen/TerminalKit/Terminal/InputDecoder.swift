/// Turns the bytes that a terminal sends into events.
///
/// Understands UTF-8, the key sequences of xterm and its relatives, bracketed paste, and mouse
/// reports (SGR and the older three-byte form). It accepts any bytes: meaningless ones become
/// ``Key/unknown``, and everything collected is bounded.
///
/// Escape alone and the beginning of a sequence look the same. So while ``isPending`` is true and
/// no further byte has arrived for some 25 milliseconds, call ``flush()``.
package struct InputDecoder: Sendable {
  /// The most bytes of one paste that are kept; the others are counted and dropped.
  package static let maximumPasteBytes = 1_048_576
  /// The most bytes of one key sequence; a longer one is skipped up to its end.
  package static let maximumSequenceBytes = 64

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
  package init() {}

  /// Whether a sequence has begun that silence would end; never true during a paste.
  package var isPending: Bool {
    if paste != nil { return false }
    if case .ground = state { return false }
    return true
  }

  /// Takes bytes and returns the events that they complete.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    for byte in bytes {
      if paste != nil { takePasted(byte) } else { take(byte) }
    }
    return takeEvents()
  }

  /// Ends the pending sequence: Escape alone becomes a key, anything else is unknown.
  package mutating func flush() -> [TerminalEvent] {
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
      // The terminal's answer to someone else's question.
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

  // MARK: Sequences

  mutating func takeControl(_ byte: UInt8, _ parameters: [UInt8]) {
    switch byte {
    case 0x20..<0x40:
      // Collection stops at a sequence that is too long, which becomes unknown at its end.
      let isFull = parameters.count > Self.maximumSequenceBytes
      state = .control(isFull ? parameters : parameters + [byte])
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .linuxFunction
    case UInt8(ascii: "M") where parameters.isEmpty:
      state = .oldMouse([])
    case 0x40...0x7E:
      state = .ground
      if parameters.count > Self.maximumSequenceBytes {
        emit(.unknown)
      } else {
        finishControl(byte, parameters)
      }
    default:
      emit(.unknown)
      takeGround(byte)
    }
  }

  mutating func takeApplication(_ byte: UInt8) {
    state = .ground
    if (0x40..<0x7F).contains(byte) {
      emit(Key(final: byte))
    } else {
      emit(.unknown)
      takeGround(byte)
    }
  }

  mutating func takeLinuxFunction(_ byte: UInt8) {
    state = .ground
    let isKey = (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte)
    emit(isKey ? .function(Int(byte - UInt8(ascii: "A")) + 1) : .unknown)
    if !isKey { takeGround(byte) }
  }

  mutating func startText(_ byte: UInt8) {
    if let sequence = TextSequence(first: byte) {
      state = .text(sequence)
    } else {
      emit(.unknown)
    }
  }

  mutating func takeText(_ byte: UInt8, _ sequence: TextSequence) {
    guard byte & 0xC0 == 0x80 else {
      emit(.unknown)
      return takeGround(byte)
    }
    var sequence = sequence
    sequence.append(byte)
    guard sequence.isComplete else {
      state = .text(sequence)
      return
    }
    state = .ground
    emit(sequence.character.map(Key.character) ?? .unknown)
  }

  private mutating func finishControl(_ final: UInt8, _ parameters: [UInt8]) {
    if parameters.first == UInt8(ascii: "<") {
      return finishMouse(final, parameters.dropFirst())
    }
    let numbers = Self.numbers(parameters[...])
    guard final == UInt8(ascii: "~") else { return emit(Key(final: final)) }
    switch numbers.first {
    case 200: paste = PasteCollector()
    // The end of a paste that never began.
    case 201: emit(.unknown)
    case let number?: emit(Key(tilde: number))
    case nil: emit(.unknown)
    }
  }

  private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
  }

  // MARK: Mouse

  /// Ends `ESC [ < button ; column ; row M`, whose coordinates count from 1.
  mutating func finishMouse(_ final: UInt8, _ parameters: ArraySlice<UInt8>) {
    let isPress = final == UInt8(ascii: "M")
    let fields = parameters.split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard isPress || final == UInt8(ascii: "m"), fields.count == 3, let button = fields[0],
      let column = fields[1], let row = fields[2],
      column > 0, row > 0
    else { return emit(.unknown) }
    // The release of a button needs no event.
    if isPress { report(button: button, Point(column: column - 1, row: row - 1)) }
  }

  /// Takes one of the three bytes after `ESC [ M`, each of them 32 more than its meaning.
  mutating func takeOldMouse(_ byte: UInt8, _ report: [UInt8]) {
    let report = report + [byte]
    guard report.count == 3 else {
      state = .oldMouse(report)
      return
    }
    state = .ground
    guard report[0] >= 32, report[1] > 32, report[2] > 32 else { return emit(.unknown) }
    self.report(
      button: Int(report[0]) - 32, Point(column: Int(report[1]) - 33, row: Int(report[2]) - 33))
  }

  private mutating func report(button: Int, _ point: Point) {
    // Bits 4, 8 and 16 are Shift, Alt and Ctrl.
    switch button & ~0b1_1100 {
    case 0: events.append(.click(point))
    case 64: events.append(.wheel(up: true, point))
    case 65: events.append(.wheel(up: false, point))
    default: break
    }
  }
}

/// Collects a paste up to its end mark, within a bound.
struct PasteCollector: Sendable {
  private static let endMark = Array("\u{1B}[201~".utf8)

  private(set) var bytes: [UInt8] = []
  private(set) var droppedBytes = 0
  private var matched = 0

  /// Takes one byte and returns whether it ended the paste.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.endMark[matched] {
      matched += 1
      return matched == Self.endMark.count
    }
    // Escape occurs only at the start of the mark, so no shorter match can be hidden in this one.
    for held in Self.endMark[..<matched] { keep(held) }
    matched = 0
    if byte == Self.endMark[0] { matched = 1 } else { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < InputDecoder.maximumPasteBytes {
      bytes.append(byte)
    } else {
      droppedBytes += 1
    }
  }
}

/// The bytes of one UTF-8 character so far.
struct TextSequence: Sendable {
  private(set) var bytes: [UInt8]
  private let length: Int

  /// Returns nil if no character can begin with this byte.
  init?(first byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    bytes = [byte]
  }

  var isComplete: Bool { bytes.count == length }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// The character; nil if the bytes are not UTF-8, or a control.
  var character: Character? {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, scalar.value >= 0xA0 else { return nil }
    let isReplaced = scalar == "\u{FFFD}" && bytes != [0xEF, 0xBF, 0xBD]
    return isReplaced ? nil : Character(scalar)
  }
}
