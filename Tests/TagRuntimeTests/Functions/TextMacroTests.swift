import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// The macros that make texts of texts: `_enc`, `_hsh`, `_jn` and `_reg`.
@Suite struct TextMacroTests {
  private func read(_ function: String, _ parameters: OrderedDictionary<String, Expression>)
    -> ValueReading
  {
    let container = ContainerBuilder { container in
      container.variable("missing")
      container.macro("m", function, parameters)
    }
    return RuntimeHarness(container).read("m")
  }

  // MARK: _enc

  @Test(
    arguments: [
      (["arg0": "Hé"], "48C3A9"), (["arg0": ""], ""), (["arg0": 7], "37"),
      (["arg0": "Ma", "output_format": "base64"], "TWE="),
      (["arg0": "Ma", "output_format": "base64", "no_padding": true], "TWE"),
      (["arg0": "Ma", "output_format": "base64", "no_padding": "true"], "TWE"),
      (["arg0": "Man", "output_format": "base64"], "TWFu"),
      (["arg0": "M", "output_format": "base64"], "TQ=="),
      (["arg0": "fbFF", "input_format": "base16", "output_format": "base64"], "+/8="),
      (["arg0": "FBFF", "input_format": "base16", "output_format": "base64url"], "-_8="),
      (["arg0": "-_8", "input_format": "base64url"], "FBFF"),
      (["arg0": "+/8=", "input_format": "base64"], "FBFF"),
      (["arg0": "SMOp", "input_format": "base64", "output_format": "text"], "Hé"),
      (["arg0": "Hé", "input_format": "text", "output_format": "text"], "Hé"),
    ] as [(OrderedDictionary<String, Expression>, String)])
  func encodes(_ parameters: OrderedDictionary<String, Expression>, _ text: String) {
    let reading = read("_enc", parameters)
    #expect(reading.value == .string(text))
    #expect(reading.logs == [])
  }

  // MARK: _hsh

  @Test(
    arguments: [
      (["arg0": ""], "D41D8CD98F00B204E9800998ECF8427E"),
      (["arg0": "abc"], "900150983CD24FB0D6963F7D28E17F72"),
      (["arg0": "abc", "algorithm": "MD5"], "900150983CD24FB0D6963F7D28E17F72"),
      (["arg0": "616263", "input_format": "base16"], "900150983CD24FB0D6963F7D28E17F72"),
      (["arg0": "abc", "algorithm": "SHA-1"], "A9993E364706816ABA3E25717850C26C9CD0D89D"),
      (
        ["arg0": "abc", "algorithm": "SHA-256"],
        "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"
      ),
      (
        ["arg0": "abc", "algorithm": "SHA-384"],
        "CB00753F45A35E8BB5A03D699AC65007272C32AB0EDED1631A8B605A43FF5BED"
          + "8086072BA1E7CC2358BAECA134C825A7"
      ),
      (
        ["arg0": "abc", "algorithm": "SHA-512"],
        "DDAF35A193617ABACC417349AE20413112E6FA4E89A97EA20A9EEEE64B55D39A"
          + "2192992A274FC1A836BA3C23A3FEEBBD454D4423643CE80E2A9AC94FA54CA49F"
      ),
    ] as [(OrderedDictionary<String, Expression>, String)])
  func hashes(_ parameters: OrderedDictionary<String, Expression>, _ digest: String) {
    let reading = read("_hsh", parameters)
    #expect(reading.value == .string(digest))
    #expect(reading.logs == [])
  }

  // MARK: _jn

  @Test(
    arguments: [
      (["arg0": .list(["a", 1, true])], "a1true"),
      (["arg0": .list(["a", "b"]), "item_separator": ", "], "a, b"),
      (["arg0": .list([]), "item_separator": ","], ""),
      (["arg0": .members(["k": "v", "n": 2]), "item_separator": "&"], "k=v&n=2"),
      (
        [
          "arg0": .members(["k": "v", "n": 2]), "item_separator": ";",
          "key_value_separator": ":",
        ], "k:v;n:2"
      ),
      (["arg0": "plain", "item_separator": ","], "plain"),
      (
        ["arg0": .members(["a b": "c&d"]), "item_separator": "&", "escape": "url"], "a%20b=c%26d"
      ),
      (["arg0": "a b", "escape": "url"], "a%20b"),
      (
        ["arg0": .list(["a,b", "c=d", "e\\f"]), "item_separator": ",", "escape": "backslash"],
        "a\\,b,c\\=d,e\\\\f"
      ),
      (
        [
          "arg0": .members(["k:": "v|w"]), "item_separator": "||", "key_value_separator": ":",
          "escape": "backslash",
        ], "k\\::v\\|w"
      ),
      (["arg0": .list([.list(["a", "b"]), "c"]), "item_separator": ";"], "[a, b];c"),
    ] as [(OrderedDictionary<String, Expression>, String)])
  func joins(_ parameters: OrderedDictionary<String, Expression>, _ text: String) {
    let reading = read("_jn", parameters)
    #expect(reading.value == .string(text))
    #expect(reading.logs == [])
  }

  // MARK: _reg

  @Test(
    arguments: [
      (["arg0": "order 42 of 77", "arg1": "([0-9]+) of ([0-9]+)"], "42"),
      (["arg0": "order 42 of 77", "arg1": "([0-9]+) of ([0-9]+)", "group": 2], "77"),
      (["arg0": "order 42 of 77", "arg1": "([0-9]+) of ([0-9]+)", "group": "0"], "42 of 77"),
      (["arg0": "Ähm", "arg1": "(ä)hm", "ignore_case": true], "Ä"),
      (["arg0": "x", "arg1": "(y*)x"], ""),
      (["arg0": "id=7&x", "arg1": "(?<=id=)(\\d+)"], "7"),
      (["arg0": 1234, "arg1": "^(..)"], "12"),
    ] as [(OrderedDictionary<String, Expression>, String)])
  func findsAGroup(_ parameters: OrderedDictionary<String, Expression>, _ text: String) {
    let reading = read("_reg", parameters)
    #expect(reading.value == .string(text))
    #expect(reading.origin == .container)
    #expect(reading.logs == [])
  }

  @Test(
    arguments: [
      ["arg0": "abc", "arg1": "(x)"], ["arg0": "ABC", "arg1": "(b)"],
      ["arg0": "abc", "arg1": "(b)", "group": 2], ["arg0": "abc", "arg1": "b"],
      ["arg0": "ac", "arg1": "a(b)?c"],
    ] as [OrderedDictionary<String, Expression>])
  func whereNoGroupIsThereIsNoValue(_ parameters: OrderedDictionary<String, Expression>) {
    let reading = read("_reg", parameters)
    #expect(reading.origin == .noKey)
    #expect(reading.logs == [])
  }

  @Test(
    arguments: [
      (["arg0": "a", "arg1": "(", "group": 1], .badPattern),
      (["arg0": "a", "arg1": "(a)", "group": -1], .wrongParameter),
      (["arg0": "a", "arg1": "(a)", "group": "first"], .wrongParameter),
      (["arg0": "a", "arg1": "(a)", "group": "1.5"], .wrongParameter),
    ] as [(OrderedDictionary<String, Expression>, LogCode)])
  func aBadPatternOrGroupIsSaid(
    _ parameters: OrderedDictionary<String, Expression>, _ code: LogCode
  ) {
    let reading = read("_reg", parameters)
    #expect(reading.origin == .noKey)
    #expect(reading.logs.map(\.code) == [code])
  }

  // MARK: All of them

  @Test(
    arguments: [
      ("_enc", ["arg0": "ABC", "input_format": "base16"], "\"ABC\" is not base16"),
      ("_enc", ["arg0": "xy", "input_format": "base16"], "\"xy\" is not base16"),
      ("_enc", ["arg0": "TWE+", "input_format": "base64url"], "\"TWE+\" is not base64url"),
      ("_enc", ["arg0": "T", "input_format": "base64"], "\"T\" is not base64"),
      ("_enc", ["arg0": "TWE==", "input_format": "base64"], "\"TWE==\" is not base64"),
      ("_enc", ["arg0": "TW=E", "input_format": "base64"], "\"TW=E\" is not base64"),
      ("_enc", ["arg0": "T===", "input_format": "base64"], "\"T===\" is not base64"),
      (
        "_enc", ["arg0": "FF", "input_format": "base16", "output_format": "text"],
        "\"FF\" is not text in base16"
      ),
      ("_enc", ["arg0": "x", "input_format": "hex"], "its input_format cannot be \"hex\""),
      ("_enc", ["arg0": "x", "output_format": "Base64"], "its output_format cannot be \"Base64\""),
      ("_hsh", ["arg0": "x", "algorithm": "SHA-3"], "its algorithm cannot be \"SHA-3\""),
      ("_hsh", ["arg0": "x", "input_format": "base64"], "its input_format cannot be \"base64\""),
      ("_hsh", ["arg0": "x", "input_format": "utf8"], "its input_format cannot be \"utf8\""),
      ("_hsh", ["arg0": "6z", "input_format": "base16"], "\"6z\" is not base16"),
      ("_jn", ["arg0": "x", "escape": "html"], "its escape cannot be \"html\""),
    ] as [(String, OrderedDictionary<String, Expression>, String)])
  func whatCannotBeWrittenHasNoValue(
    _ function: String, _ parameters: OrderedDictionary<String, Expression>, _ reason: String
  ) {
    let reading = read(function, parameters)
    #expect(reading.origin == .noKey)
    #expect(
      reading.logs.map(\.said) == [
        Said(.error, "m (\(function)): \(reason), so it has no value")
      ])
  }

  @Test(arguments: [("_enc", 0), ("_hsh", 0), ("_jn", 0), ("_reg", 0), ("_reg", 1)])
  func nothingStaysNothing(_ function: String, _ side: Int) {
    var parameters: OrderedDictionary<String, Expression> = ["arg0": "(a)", "arg1": "(a)"]
    parameters["arg\(side)"] = .macro("missing")
    let reading = read(function, parameters)
    #expect(reading.origin == .noKey)
    #expect(reading.logs == [])
  }

  @Test(
    arguments: [
      ("_enc", "[arg0]"), ("_hsh", "[arg0]"), ("_jn", "[arg0]"), ("_reg", "[arg0, arg1]"),
    ])
  func theInputIsRequired(_ function: String, _ required: String) {
    let error = "Incorrect keys for function \(function) required \(required) had []"
    #expect(read(function, [:]).logs.map(\.text) == [error])
  }
}
