import NcursesTerminal
import Testing

@Suite struct TerminalErrorTests {
  @Test(arguments: [
    (TerminalError.notATerminal, "terminal; start"), (.unknownType, "try TERM="),
    (.noCursorMovement, "plain output"), (.alreadyOpen, "close it first"), (.failed, "stty -a"),
  ])
  func `says what to do`(error: TerminalError, advice: String) {
    #expect(error.description.contains(advice))
  }
}
