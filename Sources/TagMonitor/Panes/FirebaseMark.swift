import TerminalKit

/// How an event of Firebase is marked in the event list: a sign, and the same in words.
struct FirebaseMark: Sendable, Hashable {
  /// One column before the name.
  var sign: String
  /// The style of the row.
  var style = Style.plain
  /// What stands below the name, line by line.
  var details: [String]
}
