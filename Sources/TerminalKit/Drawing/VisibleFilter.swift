/// Takes scalars one by one and collects what may be drawn of them.
///
/// What it remembers depends on the scalars it has put out, not on those it has read. That is why
/// filtering twice is the same as filtering once.
struct VisibleFilter {
  private enum Base {
    case none
    case letter
    case keycap
    case emoji
  }

  /// The number of scalars put out.
  private(set) var count = 0

  private var output = String.UnicodeScalarView()
  private var base = Base.none
  private var marks = 0
  private var joiners = 0
  private var droppedMarks = 0
  private var joined = false

  /// Takes one scalar; `next` is the one that follows it, if any.
  mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    switch ScalarKind(scalar) {
    case .joiner: takeJoiner(scalar, before: next)
    case .selector: takeSelector(scalar, before: next)
    case .mark: takeMark(scalar)
    case .hidden: spell(scalar)
    case .control(let picture): stand(picture, as: .letter)
    case .unusable: stand("\u{FFFD}", as: .letter)
    case .emoji: takeEmoji(scalar)
    case .skinTone: takeSkinTone(scalar)
    case .keycapBase: stand(scalar, as: .keycap)
    case .other: stand(scalar, as: .letter)
    }
  }

  /// Ends the text and returns what may be drawn.
  mutating func finish() -> String {
    reportDroppedMarks()
    return String(output)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    output.append(scalar)
    count += 1
  }

  private mutating func put(_ text: String) {
    for scalar in text.unicodeScalars { put(scalar) }
  }

  private mutating func reportDroppedMarks() {
    guard droppedMarks > 0 else { return }
    put("[+\(droppedMarks)]")
    droppedMarks = 0
    marks = 0
    joiners = 0
    base = .letter
  }

  private mutating func stand(_ scalar: Unicode.Scalar, as kind: Base) {
    reportDroppedMarks()
    put(scalar)
    base = kind
    marks = 0
    joiners = 0
  }

  private mutating func spell(_ scalar: Unicode.Scalar) {
    reportDroppedMarks()
    let digits = String(scalar.value, radix: 16, uppercase: true)
    put("[U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]")
    base = .letter
    marks = 0
    joiners = 0
  }

  private mutating func takeMark(_ scalar: Unicode.Scalar) {
    if base == .none { stand("\u{25CC}", as: .letter) }
    if marks < TerminalText.maximumMarks {
      put(scalar)
      marks += 1
    } else {
      droppedMarks += 1
    }
  }

  private mutating func takeSelector(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    let isKeycap = base == .keycap && next?.value == 0x20E3
    guard base == .emoji || isKeycap, droppedMarks == 0, marks < TerminalText.maximumMarks else {
      return spell(scalar)
    }
    put(scalar)
    marks += 1
  }

  private mutating func takeJoiner(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
    guard base == .emoji, droppedMarks == 0, joiners < TerminalText.maximumJoiners,
      let next, case .emoji = ScalarKind(next)
    else { return spell(scalar) }
    put(scalar)
    joiners += 1
    // The emoji that follows goes on with this character instead of starting another one.
    joined = true
  }

  // A skin tone by itself would colour whatever emoji happens to be drawn before it.
  private mutating func takeSkinTone(_ scalar: Unicode.Scalar) {
    if base == .emoji { takeMark(scalar) } else { spell(scalar) }
  }

  private mutating func takeEmoji(_ scalar: Unicode.Scalar) {
    guard joined else { return stand(scalar, as: .emoji) }
    joined = false
    put(scalar)
    marks = 0
  }
}
