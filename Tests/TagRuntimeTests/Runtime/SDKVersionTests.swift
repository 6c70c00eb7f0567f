import TagRuntime
import Testing

@Suite struct SDKVersionTests {
  @Test(
    arguments: [
      ("3.17", "3.17"), ("3.09", "3.09"), ("3.9", "3.09"), ("3.10", "3.10"), ("3.0", "3.0"),
      ("3.00", "3.0"), ("4.1", "4.01"), ("5.0", "5.0"),
    ])
  func readsAndWrites(_ text: String, _ written: String) {
    #expect(SDKVersion(text)?.description == written)
  }

  @Test(arguments: ["", "3", "3.", ".9", "3.0.9", "3.02b1", "v3.1", "+3.1", "3.-1", "3. 1"])
  func refusesWhatIsNoVersion(_ text: String) {
    #expect(SDKVersion(text) == nil)
  }

  @Test func ordersByNumbers() {
    let texts = ["3.0", "3.02", "3.09", "3.10", "3.17", "4.1", "4.02", "10.0"]
    let versions = texts.compactMap { SDKVersion($0) }
    #expect(versions.count == texts.count)
    #expect(versions == versions.sorted())
    #expect(Set(versions).count == texts.count)
  }
}
