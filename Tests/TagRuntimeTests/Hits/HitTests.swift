import OrderedCollections
import TagRuntime
import Testing

@Suite struct HitTests {
  private func hit(_ fields: OrderedDictionary<String, String>) -> Hit {
    Hit(kind: .analytics(fields: fields), tag: "T", created: WallTime(milliseconds: 0))
  }

  @Test(
    arguments: [
      (["&t": "event", "&ec": "a b", "&ea": "é&="], "t=event&ec=a+b&ea=%C3%A9%26%3D"),
      (["&t": "event", "useSecure": "0", "&": "x", "": "y", "t": "z"], "t=event"), ([:], ""),
      (["&z z": ""], "z+z"), (["&el": "it's 1+1", "&cd20": ""], "el=it's+1%2B1&cd20"),
      (
        ["&el": "-._~:/?#[]@!$&()*+,;="],
        "el=-._~%3A%2F%3F%23%5B%5D%40%21%24%26%28%29%2A%2B%2C%3B%3D"
      ),
    ] as [(OrderedDictionary<String, String>, String)])
  func onlyKeysWithAnAmpersandTravel(
    _ fields: OrderedDictionary<String, String>, _ payload: String
  ) {
    #expect(hit(fields).payload == payload)
  }

  @Test(
    arguments: [
      (["&t": "appview", "&cd": "Home"], "screen", "Home"),
      (["&t": "screenview", "&cd": "Home"], "screen", "Home"),
      (["&t": "event", "&ec": "shop", "&ea": "buy"], "event", "shop buy"),
      (["&t": "event", "&ea": "buy"], "event", "buy"), (["&t": "timing"], "timing", ""),
      ([:], "hit", ""),
    ] as [(OrderedDictionary<String, String>, String, String)])
  func isRecognised(
    _ fields: OrderedDictionary<String, String>, _ type: String, _ title: String
  ) {
    #expect(hit(fields).typeName == type)
    #expect(hit(fields).title == title)
  }

  @Test func aPixelIsItsURL() {
    let url = "https://p.example/?a=b c"
    let pixel = Hit(kind: .pixel(url: url), tag: "T", created: WallTime(milliseconds: 0))
    #expect(pixel.payload == url && pixel.title == url)
    #expect(pixel.typeName == "pixel")
  }
}
