/// What the monitor wants from the program around it.
public enum MonitorEffect: Sendable, Hashable {
  /// The user wants to leave.
  case quit
  /// The program was told to end, by Ctrl-C, a signal, or the end of its input.
  case interrupt
  /// A statement names a container file that was not read yet.
  case load(path: String)
}
