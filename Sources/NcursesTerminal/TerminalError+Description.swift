extension TerminalError: CustomStringConvertible {
  /// What is wrong and what to do, in a sentence.
  public var description: String {
    switch self {
    case .notATerminal:
      "standard input and output are not both a terminal; start the program without pipes"
    case .unknownType:
      "TERM is not set or names a terminal that is not known here; try TERM=xterm-256color"
    case .noCursorMovement:
      "this type of terminal (TERM) cannot place its cursor; choose another one or plain output"
    case .alreadyOpen:
      "the terminal is in use by this process already; close it first"
    case .failed:
      "the terminal could not be opened; check TERM and the terminal's settings with `stty -a`"
    }
  }
}
