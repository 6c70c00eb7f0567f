import PhoneLog
import TagRuntime
import Testing

/// Phones that wrote one log are told apart by what alternates; a new id alone is the same phone.
struct PhoneSplitTests {
  private static func hit(_ id: String, _ name: String, tid: String = "UA-1-1") -> String {
    "D/GAv4 ( \(id == "c-1" ? 71 : 72)): Hit delivery requested: ht=1, cid=\(id), ea=\(name), "
      + "t=event, tid=\(tid), v=1\n"
  }
  private static func event(_ device: String, _ name: String) -> String {
    "Jun  8 15:26:57 \(device)Shop[278] <Notice>: 11.3.0 - [FirebaseAnalytics][I-ACS023051] "
      + "Logging event: origin, name, params: app, \(name), (null)\n"
  }
  private static func logged(_ id: String, _ name: String) -> String {
    "Logging event (FE): \(name), Bundle[{_cid=\(id)}]\n"
  }

  /// A log, and what each of its phones did.
  private static let logs: [(text: String, phones: [String])] = [
    (hit("c-1", "a") + hit("c-2", "b") + hit("c-1", "c"), ["c-1 a c", "c-2 b"]),
    (hit("c-1", "a") + hit("c-2", "b"), []),
    (
      hit("c-1", "a") + "I/FA ( 9): App measurement initialized, version: 79000\n"
        + hit("c-2", "b") + hit("c-2", "c"), []
    ),
    (hit("c-1", "a") + hit("c-2", "b", tid: "UA-2-1") + hit("c-1", "c"), []),
    (
      hit("c-1", "a") + hit("c-2", "b")
        + "D/GAv4 ( 71): GET request: https://x/collect?ea=a&cid=c-1"
        + "&ht=1&t=event&tid=UA-1-1&v=1\n" + hit("c-2", "d"), ["c-1 a", "c-2 b d"]
    ),
    (
      event("Ann-iPhone ", "a") + event("Bob-iPhone ", "b") + event("Ann-iPhone ", "c"),
      ["Ann-iPhone a c", "Bob-iPhone b"]
    ),
    (event("Ann-iPhone ", "a") + event("Bob-iPhone ", "b") + event("Bob-iPhone ", "c"), []),
    (event("El ", "a") + event("La ", "b") + event("El ", "c") + event("", "d"), []),
    (
      logged("i-1", "a") + "Logging event (FE): z, Bundle[{}]\n" + logged("i-2", "b")
        + logged("i-1", "c"), ["i-1 a z c", "i-2 b"]
    ),
  ]

  @Test(arguments: logs)
  func phonesAreToldApart(_ text: String, _ phones: [String]) throws {
    let record = try #require(PhoneRecord(logOf: Array(text.utf8)))
    let found = record.phones(in: Array(text.utf8)).map { phone in
      ([phone.id] + phone.record.events.map(\.event.name)
        + phone.record.hits.compactMap { $0["ea"] }).joined(separator: " ")
    }
    #expect(found == phones)
  }
}
