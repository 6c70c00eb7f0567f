import TerminalKit

/// What a keyboard sends means the same in one piece and byte by byte, and what has begun can end.
enum FuzzKeys {
  static func check(_ bytes: [UInt8]) -> CInt {
    var whole = InputDecoder()
    let events = whole.feed(bytes) + whole.flush()
    var pieces = InputDecoder()
    let others = bytes.flatMap { pieces.feed([$0]) } + pieces.flush()
    precondition(events == others)
    precondition(!whole.isPending && !pieces.isPending)
    return 0
  }
}
