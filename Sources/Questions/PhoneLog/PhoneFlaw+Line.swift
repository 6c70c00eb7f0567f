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
    // Values that vary would make a finding of each line.
    let isQuoted = known.kind == "fault"
    let start = mark.map { line[$0.start...] } ?? message
    let open = known.pattern.unicodeScalars.first == ConsoleLine.hole && mark != nil
    let quoted = String(decoding: (open ? message : start).prefix(Self.quotedLimit), as: UTF8.self)
    let text =
      isQuoted
      ? quoted.trimmingBlanks : known.pattern.replacing("◊", with: "…").replacing("◌", with: "")
    self.init(
      known.isFault ? .sdkFault : .sdkRemark, "\(author) says \"\(text)\". \(known.meaning)")
  }
}
