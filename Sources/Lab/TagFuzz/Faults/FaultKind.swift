/// The kinds of faults, by the numbers of the reference on reliability: which are played by seed,
/// and where the others are proven.
package enum FaultKind: String, Sendable, CaseIterable {
  case c1 = "C1", c2 = "C2", c3 = "C3", c4 = "C4", c5 = "C5", c6 = "C6", c7 = "C7"
  case s1 = "S1", s2 = "S2", s3 = "S3", s4 = "S4", s5 = "S5", s6 = "S6"
  case n1 = "N1", n2 = "N2", n3 = "N3", n4 = "N4", n5 = "N5", n6 = "N6", n7 = "N7", n8 = "N8"
  case n9 = "N9", n10 = "N10", n11 = "N11", n12 = "N12", n13 = "N13", n14 = "N14"
  case v1 = "V1", v2 = "V2", v3 = "V3", v4 = "V4", v5 = "V5", v6 = "V6", v7 = "V7", v8 = "V8"
  case v9 = "V9", v10 = "V10"
  case d1 = "D1", d5 = "D5", d6 = "D6", d7 = "D7", d9 = "D9", d14 = "D14", d15 = "D15"
  case k1 = "K1", k2 = "K2", k3 = "K3", k4 = "K4", k6 = "K6", k7 = "K7", k8 = "K8"
  case p1 = "P1", p2 = "P2", p3 = "P3", p4 = "P4", p5 = "P5", p6 = "P6", p7 = "P7", p8 = "P8"
  case p9 = "P9", p10 = "P10"
  case i1 = "I1", i2 = "I2", i3 = "I3", i4 = "I4", i5 = "I5", i6 = "I6", i7 = "I7", i8 = "I8"
  case i9 = "I9"
  case l1 = "L1", l2 = "L2", l3 = "L3", l4 = "L4", l5 = "L5", l6 = "L6", l7 = "L7", l8 = "L8"
  case l9 = "L9"
  case u1 = "U1", u2 = "U2", u3 = "U3", u4 = "U4", u5 = "U5", u6 = "U6"

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
    switch self {
    case .c1: ("the clock is set forward", .world)
    case .c2: ("the clock is set back", .world)
    case .c3:
      ("the time zone changes", .elsewhere("random worlds are in UTC; ZoneRulesTests, ClockTests"))
    case .c4: ("the device sleeps and leaps", .world)
    case .c5: ("the years 1970 and 2038", .world)
    case .c6: ("two things are due at once", .process)
    case .c7: ("a timer fires late", .process)
    case .s1:
      ("callbacks in another order", .elsewhere("equal instants have one order; EventQueueTests"))
    case .s2: ("a tag pushes", .code)
    case .s3: ("the app's code throws", .code)
    case .s4: ("a container is closed or refreshed", .code)
    case .s5:
      ("a timer is cancelled as it fires", .elsewhere("one queue of values; EventQueueTests"))
    case .s6: ("a storm of pushes", .code)
    default: laterRow
    }
  }

  private var laterRow: (words: String, reach: Reach) {
    switch self {
    case .n1: ("no network", .world)
    case .n2: ("a host is not found", .world)
    case .n3: ("nothing is answered", .world)
    case .n4: ("slow answers", .world)
    case .n5: ("connections break", .world)
    case .n6: ("answers are lost", .world)
    case .n7: ("what the tag server sends is no container", .world)
    case .n8: ("the collector gets a hit twice", .process)
    case .n9:
      ("requests overtake each other", .elsewhere("a queue has one request; judged at every step"))
    case .n10: ("reachability lies", .world)
    case .n11: ("a captive portal", .world)
    case .n12: ("TLS fails", .elsewhere("a request without an answer, as N5"))
    case .n13: ("one byte a second", .elsewhere("an answer that is late, as N4 and N3"))
    case .n14: ("the process ends before the answer", .process)
    case .v1: ("2xx", .world)
    case .v2: ("204 and 304", .world)
    case .v3: ("a redirect", .world)
    case .v4: ("4xx", .world)
    case .v5: ("5xx", .world)
    case .v6: ("200 with something else", .world)
    case .v7: ("a part of a batch", .elsewhere("one status answers a request; Dispatch §5"))
    case .v8: ("taken, and the answer lost", .elsewhere("the same as N6"))
    case .v9: ("an endless body", .elsewhere("answers of this world have no bodies"))
    case .v10: ("a status that is none", .world)
    default: storageRow
    }
  }

  private var storageRow: (words: String, reach: Reach) {
    switch self {
    case .d1: ("power loss", .elsewhere("below SQLite; PowerLossTests"))
    case .d5: ("a full disk", .elsewhere("below SQLite; FullDiskTests"))
    case .d6: ("input and output errors", .elsewhere("below SQLite; PowerLossTests"))
    case .d7: ("a locked file", .elsewhere("below SQLite; RecoveredStoreTests"))
    case .d9: ("flipped bits, cut and foreign files", .elsewhere("DamagedStoreTests"))
    case .d14: ("a file of a newer version", .elsewhere("DamagedStoreTests"))
    case .d15: ("a slow disk", .elsewhere("a read takes 5 ms; S1 and settle off are its order"))
    case .k1: ("nothing is saved", .world)
    case .k2: ("what is saved is cut", .world)
    case .k3: ("the disk fails", .world)
    case .k4: ("the file of another container", .elsewhere("DefaultContainerModeTests"))
    case .k6: ("saved in the future, or long ago", .world)
    case .k7: ("no default and a saved copy, or the reverse", .process)
    case .k8: ("half written", .elsewhere("below SQLite; PowerLossTests"))
    case .p1: ("malformed files", .elsewhere("the fuzz targets container and json, MutationTests"))
    case .p2: ("wrong types everywhere", .elsewhere("MutationTests"))
    case .p3: ("references to nothing", .code)
    case .p4: ("macros in a circle", .code)
    case .p5: ("100,000 tags", .elsewhere("refused by the reader; ContainerErrorTests"))
    case .p6: ("hostile patterns", .elsewhere("PatternLimitTests, the fuzz target pattern"))
    case .p7: ("unknown functions", .code)
    case .p8: ("a tag is added and blocked", .code)
    case .p9: ("a tag that fires itself", .elsewhere("the same as S6"))
    case .p10: ("numbers at the end of their range", .elsewhere("JSONAcceptedTests"))
    default: appRow
    }
  }

  private var appRow: (words: String, reach: Reach) {
    switch self {
    case .i1: ("a push 70 levels deep", .code)
    case .i2: ("a value that holds itself", .elsewhere("values cannot"))
    case .i3: ("more values than a push may have", .code)
    case .i4: ("a text of a megabyte, a key of 257 bytes", .code)
    case .i5: ("odd keys", .code)
    case .i6: ("another type at the same path", .code)
    case .i7: ("a sparse list", .elsewhere("lists of the language have no gaps; MergeTableTests"))
    case .i8: ("nulls", .code)
    case .i9: ("hostile texts", .code)
    case .l1: ("background and foreground", .process)
    case .l2: ("time in the background is refused or over", .process)
    case .l3: ("the process is killed", .process)
    case .l4: ("little memory", .elsewhere("the runtime keeps nothing that it could purge"))
    case .l5: ("the app is installed anew", .world)
    case .l6: ("the app is upgraded", .world)
    case .l7: ("two containers", .code)
    case .l8: ("opting out", .code)
    case .l9: ("another period of dispatch", .code)
    case .u1: ("other sizes of the screen", .elsewhere("LayoutTests, the pty soak"))
    case .u2: ("signals and the end of input", .elsewhere("SignalTests"))
    case .u3: ("output that is closed", .elsewhere("OutputTests"))
    case .u4: ("other terminals", .elsewhere("UserFilesTests"))
    case .u5: ("a file that changes while it is open", .elsewhere("RunOptionTests"))
    default: ("a paste of a megabyte", .elsewhere("InputTests"))
    }
  }
}
