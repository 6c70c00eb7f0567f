/// Who asks the program to quit.
public enum Interrupt: Sendable, Hashable {
  /// The user, by Ctrl-C (SIGINT).
  case keyboard
  /// The system or another program (SIGTERM).
  case termination
}
