import TagRuntime
import Testing

@Suite struct HitFieldTests {
  @Test(arguments: [
    ("&cd", "screen name"), ("&cid", "client id"), ("&z", "cache buster"),
    ("&cd5", "custom dimension 5"), ("&cm200", "custom metric 200"), ("&cg1", "content group 1"),
    ("&pr1", "product 1"), ("&pr1nm", "product 1 name"), ("&pr12pr", "product 12 price"),
    ("&pr1cd2", "product 1 custom dimension 2"), ("&il1nm", "impression list 1 name"),
    ("&il1pi2id", "impression list 1 product 2 id"),
    ("&il1pi2cm3", "impression list 1 product 2 custom metric 3"),
    ("&promo3cr", "promotion 3 creative"), ("&promoa", "promotion action"),
    ("&pr", nil), ("&pr1xx", nil), ("&cd1pr2", nil), ("&xyz", nil), ("cd", nil), ("cd5", nil),
    ("&", nil), ("", nil), ("&cd٣", nil),
  ])
  func aCodeHasAName(_ code: String, _ name: String?) {
    #expect(HitField.name(of: code) == name)
  }

  @Test func codesAndNamesAreUnique() {
    #expect(Set(HitField.all.map(\.code)).count == HitField.all.count)
    #expect(Set(HitField.all.map(\.name)).count == HitField.all.count)
    #expect(HitField.all.allSatisfy { HitField.name(of: $0.code) == $0.name })
  }

  @Test func numberedCodesAreMade() {
    #expect(HitField.customDimension(3) == "&cd3")
    #expect(HitField.customMetric(3) == "&cm3")
    #expect(HitField.contentGroup(3) == "&cg3")
  }
}
