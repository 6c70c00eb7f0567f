import ContainerFormats
import OrderedCollections
import TagRuntime
import Testing

@Suite struct DemoShopTests {
  static let exports = [
    ("GTM-AB12-v7.json", "7", "ConfirmationScreen"),
    ("GTM-AB12-v8.json", "8", "ConfirmationScreen"),
    ("GTM-AB12-v9-fix.json", "9", "Confirmation"),
  ]

  @Test(arguments: exports)
  func readsExports(file: String, version: String, screen: String) throws {
    let container = try ContainerReader.read(DemoShop.bytes(file), name: file)
    #expect(container.remarks.isEmpty)
    #expect(container.containerID == "GTM-AB12")
    #expect(container.version == version)
    #expect(container.format == .export)
    #expect(container.usageContexts == ["ios"])
    #expect(
      container.tags.map(\.name) == [
        "GA screen view", "Ads conversion", "Bonus", "Debug pixel", "GA tap",
      ])
    #expect(container.tags.map(\.function) == ["_ua", "_img", "_func", "_img", "_ua"])
    #expect(
      container.rules.map(\.name) == [
        "Screen opened", "Purchase done", "Debug build", "Tapped", "Staff", "Speaks Spanish",
        "Speaks another language", "Always",
      ])
    #expect(container.rules.map(\.addTags) == [[0, 2], [1], [3], [4], [], [], [], []])
    #expect(container.rules.map(\.removeTags) == [[], [], [], [], [4], [], [], []])
    #expect(
      container.rules.map(\.positivePredicates) == [[0], [0, 1], [0, 2], [3], [4], [5], [], []])
    #expect(container.rules.map(\.negativePredicates) == [[], [], [], [], [], [], [5], []])
    #expect(container.predicates.map(\.function) == ["_eq", "_eq", "_eq", "_sw", "_eq", "_eq"])
    #expect(container.predicates[1].parameters["arg1"] == .constant(.string(screen)))
    #expect(
      container.macros.prefix(9).map(\.name) == [
        "Event", "Language", "App Name", "App Version Code", "screen name", "sku", "user tier",
        "price", "discount",
      ])
    #expect(
      container.macros.prefix(9).map(\.function)
        == ["_e", "_l", "_an", "_av", "_v", "_v", "_v", "_v", "_func"])
  }

  @Test(arguments: [
    ("GTM-AB12-v7.json", ["title_string", "title_string", "banner_size", "promo_on"]),
    (
      "GTM-AB12-v8.json",
      ["title_string", "title_string", "banner_size", "promo_on", "subtitle"]
    ),
  ])
  func switchesValues(file: String, keys: [String]) throws {
    let container = try ContainerReader.read(DemoShop.bytes(file), name: file)
    #expect(container.macros.dropFirst(9).map(\.name) == keys)
    #expect(container.rules[5].addMacros == [9])
    #expect(container.rules[6].addMacros == [10])
    #expect(container.rules[7].addMacros == Array(11..<(9 + keys.count)))
    #expect(container.rules[7].addMacroTriggerIDs.first == "4711_2147479555")
    #expect(
      container.macros[11].parameters == [
        "not_default_macro": .constant(true), "value": .constant(320),
        "instance_label": .constant("Shop settings"),
      ])
  }

  @Test func fillsTags() throws {
    let file = "GTM-AB12-v7.json"
    let container = try ContainerReader.read(DemoShop.bytes(file), name: file)
    #expect(
      container.tags[2].parameters == [
        "function_call_macro_name": .constant("addBonus"),
        "additional_params": .map([
          Expression.Entry(key: .constant("screen"), value: .macro("screen name"))
        ]),
        "tag_id": .constant(3),
      ])
    #expect(
      container.tags[4].parameters["analytics_fields"]
        == .map([
          Expression.Entry(key: .constant("&tid"), value: .constant("UA-12345-1")),
          Expression.Entry(key: .constant("&t"), value: .constant("event")),
          Expression.Entry(key: .constant("&ec"), value: .constant("shop")),
          Expression.Entry(key: .constant("&ea"), value: .macro("Event")),
          Expression.Entry(key: .constant("&el"), value: .macro("sku")),
        ]))
  }

  @Test func readsThePropertyList() throws {
    let container = try ContainerReader.read(DemoShop.bytes("GTM-AB12.plist"), name: "plist")
    #expect(container.format == .plist)
    #expect(container.remarks.isEmpty)
    #expect(container.macros.map(\.name) == ["title_string", "promo_rate", "banner_size"])
    #expect(
      container.macros.map { $0.parameters["value"] }
        == [.constant("Hello"), .constant("0.15"), .constant(50)])
  }
}
