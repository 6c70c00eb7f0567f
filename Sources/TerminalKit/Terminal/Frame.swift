/// All that a terminal shows at one moment.
public struct Frame: Sendable, Hashable {
  /// The cells.
  public var buffer: CellBuffer
  /// Where the cursor is seen, or nil to hide it.
  public var cursor: Point?
  /// The title of the window, or nil to leave it alone.
  public var title: String?

  /// Creates a frame.
  public init(buffer: CellBuffer, cursor: Point? = nil, title: String? = nil) {
    self.buffer = buffer
    self.cursor = cursor
    self.title = title
  }
}
