import TagRuntime
import TagSimulation
import TestSupport
import Testing

/// What the macros of a container learn of the phone and the app.
@Suite struct PhoneFactsTests {
  private func reading(of function: String, on device: Device) throws -> Value {
    let app = App(
      name: "Shop", package: "com.example.shop", containers: [AppContainer(id: "GTM-SHOP")],
      version: "2.1",
      build: 34)
    var simulation = Simulation(
      app: app, device: device, start: SmallShop.start,
      settings: .with { $0.sdkVersion = SDKVersion(4, 1) })
    let container = ContainerBuilder { $0.macro("m", function) }.compiled
    _ = try simulation.perform(.installDefault(container))
    _ = try simulation.perform(.launch(isCold: true, kind: nil, timeout: nil))
    return simulation.reading(of: TypedRead(kind: .string, key: "m")).value
  }

  @Test(
    arguments: [
      ("_ai", "com.example.shop"), ("_an", "Shop"), ("_av", "34"), ("_avn", "2.1"),
      ("_p", "iOS"), ("_l", "es"), ("_ov", "7.1"), ("_rs", "768x1024"), ("_dn", "iPad4,1"),
      ("_aid", "00000000-1111"), ("_ate", "true"),
    ] as [(String, Value)])
  func aMacroTells(_ function: String, _ value: Value) throws {
    let device = Device(
      language: "es", screenWidth: 768, screenHeight: 1024, osVersion: "7.1", model: "iPad4,1",
      advertisingID: "00000000-1111")
    #expect(try reading(of: function, on: device) == value)
  }

  @Test(arguments: [("_aid", ""), ("_ate", "false")] as [(String, Value)])
  func whoLimitsAdvertisingIsNotTold(_ function: String, _ value: Value) throws {
    #expect(try reading(of: function, on: Device(isAdvertisingAllowed: false)) == value)
  }

  @Test func everyPhoneStartsWithTheSameAdvertisingID() throws {
    #expect(
      try reading(of: "_aid", on: Device()) == .string("01234567-89AB-4CDE-8F01-23456789ABCD"))
  }
}
