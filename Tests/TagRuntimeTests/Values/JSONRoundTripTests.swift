import TagRuntime
import Testing

@Suite struct JSONRoundTripTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyValueComesBack(seed: UInt64) throws {
    var source = ValueSource(seed: seed)
    for _ in 0..<500 {
      let value = source.value()
      let text = JSONWriter.write(value)
      let back = try JSONReader.read(text)
      #expect(back == value)
      #expect(JSONWriter.write(back) == text)
    }
  }

  @Test(
    arguments: [
      (["a": 1, "b": [true, nil, 1.0]], #"{"a": 1, "b": [true, null, 1.0]}"#),
      ("\u{1}\u{7F}\"\\/\n", #""\u0001\u007f\"\\/\n""#),
      (-0.0, "-0.0"), (1e20, "1e+20"), (.double(.infinity), "null"), (.double(.nan), "null"),
      ([.absent, 2], "[absent, 2]"), ([:], "{}"), ([], "[]"), ("é😀", "\"é😀\""),
    ] as [(Value, String)])
  func writes(_ value: Value, _ text: String) {
    #expect(JSONWriter.write(value) == text)
  }

  @Test func aNegativeZeroKeepsItsSign() throws {
    guard case .double(let zero) = try JSONReader.read("-0.0") else {
      Issue.record("-0.0 is no double")
      return
    }
    #expect(zero.sign == .minus)
  }
}
