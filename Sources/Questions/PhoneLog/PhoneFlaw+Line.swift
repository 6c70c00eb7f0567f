import TagRuntime

extension PhoneFlaw {
  /// The maximum number of bytes of a line that are quoted.
  private static let quotedLimit = 200

  private static let frames = ["at ", "Caused by:", "Suppressed:", "... "]

  /// Creates the flaw that a line of an SDK names; nil for a line that names none.
  ///
  /// - Parameters:
  ///   - line: the whole line.
  ///   - mark: the line of the table; nil if there is none.
  ///   - warning: the place of the table's line for any warning or error, if it is one.
  ///   - message: the line behind its prefix.
  init?(
    of line: ArraySlice<UInt8>, _ mark: LineScanner.Mark?, warning: Int?,
    message: ArraySlice<UInt8>
  ) {
    guard let place = mark?.place ?? warning else { return nil }
    let known = ConsoleLine.all[place]
    guard known.isFault || known.isListed || warning != nil else { return nil }
    // The frames of an exception belong to the line before them.
    let words = message.drop { ByteCursor.isBlank($0) || $0 == 0x09 }
    if mark == nil, Self.frames.contains(where: { words.starts(with: $0.utf8) }) { return nil }
    let author = known.source == .app ? "the app" : "the SDK"
    let start = mark.map { line[$0.start...] } ?? message
    let isOpen = known.pattern.unicodeScalars.first == ConsoleLine.hole && mark != nil
    func sentence(_ text: String) -> String { "\(author) says \"\(text)\". \(known.meaning)" }
    let general = known.pattern.replacing("◊", with: "…").replacing("◌", with: "")
    let quoted = isOpen ? message : start
    let text = known.isFault ? Self.cut(quoted, known) : general
    self.init(known.isFault ? .sdkFault : .sdkRemark, sentence(text))
    self.general = sentence(general)
    if known.isTriedAgain { kept = known.isOfAnalytics ? .hits : .upload }
  }

  /// Returns the beginning of a line: with all its values, or without the last of several where
  /// that is the fields of a hit, which would make a finding of each line.
  private static func cut(_ text: ArraySlice<UInt8>, _ known: ConsoleLine) -> String {
    let holes = known.pattern.unicodeScalars.count { $0 == ConsoleLine.hole }
    let isCut =
      known.kind != "fault" && holes > 1
      && known.pattern.unicodeScalars.last == ConsoleLine.hole
    var rest = text
    for part in isCut ? known.literals : [] {
      rest = rest.firstRange(of: part).map { rest[$0.upperBound...] } ?? rest
    }
    let words = isCut ? text[..<rest.startIndex] : text
    return String(decoding: words.prefix(quotedLimit), as: UTF8.self).trimmingBlanks
      + (isCut ? " …" : "")
  }
}
