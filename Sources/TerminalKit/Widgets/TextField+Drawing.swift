extension TextField {
  /// Draws the field in the first row of `rect`, scrolled so that the cursor is seen.
  ///
  /// - Returns: Where the cursor stands, or nil if the rectangle is empty.
  /// - Complexity: O(n) in the columns of the rectangle.
  @discardableResult
  public func draw(
    in rect: Rect, on buffer: inout CellBuffer, style: Style = .plain
  ) -> Point? {
    guard !rect.isEmpty else { return nil }
    buffer.fill(rect.splitTop(1).top, style: style)
    var start = cursor
    var before = 0
    while start > 0 {
      let width = TextWidth.columns(of: characters[start - 1])
      // One column stays free for the cursor itself.
      if before + width >= rect.columns { break }
      before += width
      start -= 1
    }
    var column = 0
    for character in characters[start...] where column < rect.columns {
      let place = Point(column: rect.column + column, row: rect.row)
      let used = buffer.write(
        String(character), at: place, style: style, limit: rect.columns - column)
      column += max(used, 1)
    }
    return Point(column: rect.column + before, row: rect.row)
  }

  /// Handles the usual editing keys.
  ///
  /// - Returns: Whether the key was one of them.
  /// - Complexity: O(n) in the length of the text.
  public mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(character)
    case .left, .control("b"): moveLeft()
    case .right, .control("f"): moveRight()
    case .home, .control("a"): moveHome()
    case .end, .control("e"): moveEnd()
    case .backspace: deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .control("w"): deleteWord()
    case .control("u"): deleteToStart()
    case .up, .control("p"): historyBack()
    case .down, .control("n"): historyForward()
    default: return false
    }
    return true
  }
}
