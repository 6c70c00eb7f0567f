/// The kinds of faults, by the numbers of the reference on reliability: which are played by seed,
/// and where the others are proven.
package enum FaultKind: String, Sendable, CaseIterable {
  case c1, c2, c3, c4, c5, c6, c7
  case s1, s2, s3, s4, s5, s6
  case n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14
  case v1, v2, v3, v4, v5, v6, v7, v8, v9, v10
  case d1, d5, d6, d7, d9, d14, d15
  case k1, k2, k3, k4, k6, k7, k8
  case p1, p2, p3, p4, p5, p6, p7, p8, p9, p10
  case i1, i2, i3, i4, i5, i6, i7, i8, i9
  case l1, l2, l3, l4, l5, l6, l7, l8, l9
  case u1, u2, u3, u4, u5, u6

  /// The number in the reference.
  package var name: String { rawValue.uppercased() }

  package enum Reach: Sendable, Hashable {
    /// Whatever the app does, and where it does not run.
    case world
    /// While the app runs.
    case process
    /// While the app's own code runs: in front, and with a main thread that moves.
    case code
    /// Nowhere in a random world, for this reason.
    case elsewhere(String)
  }

  package var row: (words: String, reach: Reach) {
    guard let row = Self.rows[self] else { preconditionFailure("\(name) has no row") }
    return row
  }

  private static let rows: [FaultKind: (words: String, reach: Reach)] = [
    .c1: ("the clock is set forward", .world),
    .c2: ("the clock is set back", .world),
    .c3: (
      "the time zone changes", .elsewhere("random worlds are in UTC; ZoneRulesTests, ClockTests")
    ),
    .c4: ("the device sleeps and leaps", .world),
    .c5: ("the years 1970 and 2038", .world),
    .c6: ("two things are due at once", .process),
    .c7: ("a timer fires late", .process),
    .s1: (
      "callbacks in another order", .elsewhere("equal instants have one order; EventQueueTests")
    ),
    .s2: ("a tag pushes", .code),
    .s3: ("the app's code throws", .code),
    .s4: ("a container is closed or refreshed", .code),
    .s5: ("a timer is cancelled as it fires", .elsewhere("one queue of values; EventQueueTests")),
    .s6: ("a storm of pushes", .code),
    .n1: ("no network", .world),
    .n2: ("a host is not found", .world),
    .n3: ("nothing is answered", .world),
    .n4: ("slow answers", .world),
    .n5: ("connections break", .world),
    .n6: ("answers are lost", .world),
    .n7: ("what the tag server sends is no container", .world),
    .n8: ("the collector gets a hit twice", .process),
    .n9: (
      "requests overtake each other", .elsewhere("a queue has one request; judged at every step")
    ),
    .n10: ("reachability lies", .world),
    .n11: ("a captive portal", .world),
    .n12: ("TLS fails", .elsewhere("a request without an answer, as N5")),
    .n13: ("one byte a second", .elsewhere("an answer that is late, as N4 and N3")),
    .n14: ("the process ends before the answer", .process),
    .v1: ("2xx", .world),
    .v2: ("204 and 304", .world),
    .v3: ("a redirect", .world),
    .v4: ("4xx", .world),
    .v5: ("5xx", .world),
    .v6: ("200 with something else", .world),
    .v7: ("a part of a batch", .elsewhere("one status answers a request; Dispatch §5")),
    .v8: ("taken, and the answer lost", .elsewhere("the same as N6")),
    .v9: ("an endless body", .elsewhere("answers of this world have no bodies")),
    .v10: ("a status that is none", .world),
    .d1: ("power loss", .elsewhere("below SQLite; PowerLossTests")),
    .d5: ("a full disk", .elsewhere("below SQLite; FullDiskTests")),
    .d6: ("input and output errors", .elsewhere("below SQLite; PowerLossTests")),
    .d7: ("a locked file", .elsewhere("below SQLite; RecoveredStoreTests")),
    .d9: ("flipped bits, cut and foreign files", .elsewhere("DamagedStoreTests")),
    .d14: ("a file of a newer version", .elsewhere("DamagedStoreTests")),
    .d15: ("a slow disk", .elsewhere("a read takes 5 ms; S1 and settle off are its order")),
    .k1: ("nothing is saved", .world),
    .k2: ("what is saved is cut", .world),
    .k3: ("the disk fails", .world),
    .k4: ("the file of another container", .elsewhere("DefaultContainerModeTests")),
    .k6: ("saved in the future, or long ago", .world),
    .k7: ("no default and a saved copy, or the reverse", .process),
    .k8: ("half written", .elsewhere("below SQLite; PowerLossTests")),
    .p1: ("malformed files", .elsewhere("the fuzz targets container and json, MutationTests")),
    .p2: ("wrong types everywhere", .elsewhere("MutationTests")),
    .p3: ("references to nothing", .code),
    .p4: ("macros in a circle", .code),
    .p5: ("100,000 tags", .elsewhere("the reader refuses too many parts; BinaryErrorTests")),
    .p6: ("hostile patterns", .elsewhere("PatternLimitTests, the fuzz target pattern")),
    .p7: ("unknown functions", .code),
    .p8: ("a tag is added and blocked", .code),
    .p9: ("a tag that fires itself", .elsewhere("the same as S6")),
    .p10: ("numbers at the end of their range", .elsewhere("JSONAcceptedTests")),
    .i1: ("a push 70 levels deep", .code),
    .i2: ("a value that holds itself", .elsewhere("values cannot")),
    .i3: ("more values than a push may have", .code),
    .i4: ("a text of a megabyte, a key of 257 bytes", .code),
    .i5: ("odd keys", .code),
    .i6: ("another type at the same path", .code),
    .i7: ("a sparse list", .elsewhere("lists of the language have no gaps; MergeTableTests")),
    .i8: ("nulls", .code),
    .i9: ("hostile texts", .code),
    .l1: ("background and foreground", .process),
    .l2: ("time in the background is refused or over", .process),
    .l3: ("the process is killed", .process),
    .l4: ("little memory", .elsewhere("the runtime keeps nothing that it could purge")),
    .l5: ("the app is installed anew", .world),
    .l6: ("the app is upgraded", .world),
    .l7: ("two containers", .code),
    .l8: ("opting out", .code),
    .l9: ("another period of dispatch", .code),
    .u1: ("other sizes of the screen", .elsewhere("LayoutTests, the pty soak")),
    .u2: ("signals and the end of input", .elsewhere("SignalTests")),
    .u3: ("output that is closed", .elsewhere("OutputTests")),
    .u4: ("other terminals", .elsewhere("UserFilesTests")),
    .u5: ("a file that changes while it is open", .elsewhere("RunOptionTests")),
    .u6: ("a paste of a megabyte", .elsewhere("InputTests")),
  ]
}
