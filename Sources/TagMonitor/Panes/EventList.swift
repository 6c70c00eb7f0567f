/// The part of the event list that is seen.
struct EventList: Sendable {
  /// The lines, the heading first.
  var lines: [Line]
  /// The number of the row that each line belongs to.
  var rows: [Int?] = []
  /// The line of the row that is looked at.
  var present = 0
}
