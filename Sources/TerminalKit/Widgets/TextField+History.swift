extension TextField {
  /// Ends the line: puts it into the history, unless it is empty or the last one again, and clears
  /// the field.
  ///
  /// - Returns: The line.
  /// - Complexity: O(n) in the length of the line and of the history.
  @discardableResult
  public mutating func commit() -> String {
    let line = text
    if !line.isEmpty, history.last != line {
      history.append(line)
      history.removeFirst(max(0, history.count - Self.maximumHistory))
    }
    set("")
    historyIndex = nil
    draft = ""
    return line
  }

  /// Shows the line before the one shown; the line being typed is kept for the way back.
  ///
  /// - Complexity: O(n) in the length of the line.
  public mutating func historyBack() {
    let index = historyIndex ?? history.count
    guard index > 0 else { return }
    if historyIndex == nil { draft = text }
    historyIndex = index - 1
    set(history[index - 1])
  }

  /// Shows the line after the one shown, and at last the line that was being typed.
  ///
  /// - Complexity: O(n) in the length of the line.
  public mutating func historyForward() {
    guard let index = historyIndex else { return }
    if index + 1 < history.count {
      historyIndex = index + 1
      set(history[index + 1])
    } else {
      historyIndex = nil
      set(draft)
    }
  }
}
