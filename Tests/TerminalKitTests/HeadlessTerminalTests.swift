import TerminalKit
import Testing

@Suite struct HeadlessTerminalTests {
  @Test func `plays its script and then ends`() {
    let size = Size(columns: 8, rows: 2)
    let terminal: any Terminal = HeadlessTerminal(
      size: Size(columns: 4, rows: 1),
      steps: [.event(.key(.up)), .timeout, .event(.resized(size))])
    #expect(terminal.nextEvent(timeoutMilliseconds: 10) == .key(.up))
    #expect(terminal.nextEvent(timeoutMilliseconds: 10) == nil)
    #expect(terminal.nextEvent(timeoutMilliseconds: -1) == .resized(size))
    #expect(terminal.size == size)
    #expect(terminal.nextEvent(timeoutMilliseconds: 0) == .ended)
  }

  @Test func `records frames until it is closed`() {
    let terminal = HeadlessTerminal(size: Size(columns: 2, rows: 1))
    var frame = Frame(buffer: CellBuffer(size: terminal.size))
    frame.buffer.write("ok", at: Point(column: 0, row: 0))
    terminal.show(frame)
    terminal.close()
    terminal.show(frame)
    #expect(terminal.frames.map(\.buffer.text) == ["ok"])
    #expect(terminal.isClosed)
  }
}
