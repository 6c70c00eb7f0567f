import TagRuntime
import TestSupport
import Testing

/// By what a request names the container that the phone has.
@Suite struct FingerprintTests {
  @Test(arguments: [("MTIz", "MTIz"), (nil, "43")] as [(String?, String)])
  func aRequestNamesTheFingerprintOrElseTheVersion(_ fingerprint: String?, _ named: String) {
    var container = ContainerBuilder(version: "43")
    container.version.fingerprint = fingerprint
    var harness = RuntimeHarness()
    harness.open()
    #expect(harness.nothingSaved().requests.map(\.previous) == [nil])
    harness.fetched(.success(container))
    #expect(harness.wait(.hours(12)).requests.map(\.previous) == [named])
  }
}
