/// Why there is no terminal to draw on.
public enum TerminalError: Error, Sendable, Hashable {
  /// Standard input or standard output is a file, a pipe or nothing at all.
  case notATerminal
  /// The environment variable TERM is not set, or says a type that is not known here.
  case unknownType
  /// The terminal can only print line after line.
  case noCursorMovement
  /// This process draws on the terminal already.
  case alreadyOpen
  /// ncurses did not say why.
  case failed
}
