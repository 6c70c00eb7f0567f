/// What dispatches of a queue have come to so far.
struct DispatchTally: Sendable, Hashable {
  var sent = 0
  var lost = 0
}
