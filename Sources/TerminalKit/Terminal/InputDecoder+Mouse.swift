extension InputDecoder {
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
    // A button let go needs no event.
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
    // Bits 4, 8 and 16 tell of Shift, Alt and Ctrl.
    switch button & ~0b1_1100 {
    case 0: events.append(.click(point))
    case 64: events.append(.wheel(up: true, point))
    case 65: events.append(.wheel(up: false, point))
    default: break
    }
  }
}
