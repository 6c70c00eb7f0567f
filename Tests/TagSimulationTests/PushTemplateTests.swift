import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@Suite struct PushTemplateTests {
  private let template = PushTemplate(parts: [
    .init(path: ["event"], value: .constant("tapBuy")),
    .init(path: ["item", "sku"], value: .parameter(name: "sku", default: "S-77")),
    .init(path: ["item", "price"], value: .parameter(name: "price", default: nil)),
  ])

  @Test func fillsInArgumentsAndDefaults() throws {
    let expected: Value = ["event": "tapBuy", "item": ["sku": "S-77", "price": 19.9]]
    #expect(try template.update(with: ["price": 19.9, "other": 1]) == expected)
  }

  @Test func namesTheMissingArgument() {
    #expect(throws: PushTemplate.MissingArgument(name: "price")) { try template.update() }
  }
}
