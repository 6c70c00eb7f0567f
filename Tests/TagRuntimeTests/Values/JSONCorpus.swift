import OrderedCollections
import TagRuntime

/// Texts by what is right or wrong with them.
enum JSONCorpus {
  typealias Classes = OrderedDictionary<String, [[UInt8]]>

  /// A text for a message: what is no letter of ASCII is told by its number.
  static func shown(_ bytes: [UInt8]) -> String {
    let words = bytes.prefix(60).map { byte in
      byte >= 0x20 && byte < 0x7F
        ? String(Unicode.Scalar(byte)) : "<" + String(byte, radix: 16) + ">"
    }
    return words.joined() + (bytes.count > 60 ? "…" : "")
  }

  private static func classes(_ texts: KeyValuePairs<String, [String]>) -> Classes {
    Classes(uniqueKeysWithValues: texts.map { ($0, $1.map { Array($0.utf8) }) })
  }

  // MARK: Valid

  static let valid: Classes = classes([
    "a value alone": [
      "null", "true", "false", "7", "-0.1", "\"\"", "\"x\"", " null", "null ", "\n\t\r true \r\n",
    ],
    "empty": ["[]", "{}", "[ ]", "{\n}", "[[]]", "[{}]", "[[ ] ]", #"{"":{}}"#],
    "lists": [
      "[null]", "[false]", "[\"\"]", "[1]", "[1\n]", " [1]", "[2] ", "[1,null,null,null,2]",
      #"[null, 1, "1", {}]"#, "[[[[[[1]]]]]]", "[\"a\",\n 4\n,1]",
    ],
    "maps": [
      #"{"a":"b"}"#, #"{"a":[]}"#, #"{"a":1,"b":2}"#, "{\"a\"\n:\n1\n}", #"{ "a" : 1 , "b":2 }"#,
      #"{"a":{"a":{"a":null}}}"#,
    ],
    "keys": [
      #"{"":0}"#, #"{"a":1,"a":1}"#, #"{"a":1,"a":2}"#, #"{"a\u0000b":1}"#, #"{"\u0061":1}"#,
      #"{"[1,2]":0}"#, #"{"é漢😀":0}"#, #"{" ":0}"#, #"{"null":null}"#,
    ],
    "whole numbers": [
      "0", "-0", "1", "-1", "10", "-123", "123456789", "[ 4]", "9007199254740993",
      "9223372036854775807", "-9223372036854775808",
    ],
    "fractions": ["0.0", "-0.0", "1.5", "123.456789", "0.000001", "-1.25", "10.010"],
    "exponents": [
      "1e1", "1E1", "1e+1", "1E+1", "1e-1", "1E-1", "0e1", "0e+1", "0E-1", "1.5e3", "1.5E-3",
      "-1e0", "1e00", "1e01", "123e65", "20e1",
    ],
    "next to nothing": [
      "-0.000000000000000000000000000000000000000000000000000000000000000000000000000001",
      "1e-300", #"{"min":-1.0e+28,"max":1.0e+28}"#,
    ],
    "escapes": [
      #""\"\\\/\b\f\n\r\t""#, #""\\u0061""#, #""\"""#, #""\\n""#, #""\\a""#, #""\\""#, #""\/""#,
    ],
    "escapes by number": [
      #""\u0000""#, #""\u0012""#, #""\u000a""#, #""\u0022""#, #""\u005C""#, #""\u00A0""#,
      #""\u0060\u012a\u12AB""#, #""\uaBcD""#, #""\uFFFF""#, #""\u200b""#, #""\u2064""#,
      #""\uFDD0""#, #""\uFFFE""#, #""new\u00A0line""#,
    ],
    "pairs of surrogates": [
      #""\ud801\udc37""#, #""\uD834\uDD1E""#, #""\ud83d\ude39\ud83d\udc8d""#, #""\uDBFF\uDFFF""#,
      #""\uDBFF\uDFFE""#, #""\uD83F\uDFFE""#, #""a\uD800\uDC00b""#,
    ],
    "UTF-8": [
      "\"é\"", "\"漢\"", "\"😀\"", "\"€𝄞\"", "\"\u{7F}\"", "\"\u{80}\"", "\"\u{7FF}\"", "\"\u{800}\"",
      "\"\u{FFFF}\"", "\"\u{10000}\"", "\"\u{10FFFF}\"", "\"\u{1BFFF}\"", "\"\u{2028}\"",
      "\"\u{2029}\"", "\"\u{2342}\u{3434}\u{10FFFE}\"", "\"a\u{300}\"", "\"\u{202E}\"",
    ],
    "what looks like something else": [
      #""a/*b*/c/*d//e""#, #""// no""#, #""[1,2""#, #""null""#, #"" ""#, "\"'\"", #""{\"a\":1}""#,
    ],
  ])

  // MARK: Invalid

  static let invalid: Classes = {
    var all = classes(invalidTexts)
    all["bytes that are no UTF-8"] = brokenBytes
    all["an end that never comes"] = [
      Array(repeating: UInt8(ascii: "["), count: 100_000),
      Array(repeatElement(Array(#"[{"":"#.utf8), count: 50_000).joined()) + [0x0A],
    ]
    return all
  }()

  private static let invalidTexts: KeyValuePairs<String, [String]> = [
    "nothing": ["", " ", "\n", "\u{FEFF}"],
    "commas in a list": [
      "[,]", "[1,]", "[,1]", "[1,,2]", "[1,,]", "[1,\n", "[1 true]", "[\"a\" 1]", "[1;2]", "[1:2]",
      "[1,\n1\n,1", "[3[4]]", "[\"\",]", "[,", "[1],", "[1,2,,]", "[\"x\",,]",
    ],
    "ends of a list": [
      "[", "[1", "[\"\"", "[\"x\"", "[\"a", "[{}", "[{", "[1,{", "[\"a\",\n4\n,1,", "]", "[1]]",
      "[]]", "[[1]", "[1}", "[\"\"]]", "[\"asd]", "[\"a\",", "[\"",
    ],
    "commas and colons of a map": [
      #"{"a":1,}"#, #"{"a":1,,"b":2}"#, #"{,}"#, #"{"a","b"}"#, #"{"a"::1}"#, #"{"a" 1}"#,
      #"{"a"}"#,
      #"{"a":}"#, #"{"a""#, #"{"a":1 "b":2}"#, #"{"a":1,,}"#, #"{"a":1,,,,,}"#, #"{:1}"#,
      #"{:"b"}"#,
      #"{"a":1;"b":2}"#, #"{"x"::"b"}"#, #"{"x", null}"#,
    ],
    "keys that are none": [
      "{a:1}", "{1:1}", "{null:null,null:null}", "{'a':0}", "{[]:1}", "{9999E9999:1}", "{😀}",
      #"{"a":1,b:2}"#, "{true:1}", #"{"a":"a" 123}"#, #"{'a'}"#, "{[: \"x\"}\n",
    ],
    "ends of a map": [
      "{", "{\"", #"{"a"#, #"{"a":"#, #"{"a":1"#, #"{"a":"b"#, "{]", "}", "{}}", #"{"a":true} "x""#,
      #"{"a":1}#"#, "{}#{}", "{[", "{,", #"{"asd":"asd""#, #"{"a":"b"}#{}"#,
    ],
    "comments": [
      "/**/1", "1/**/", "1//", #"{"a":"b"}/**/"#, #"{"a":"b"}/**//"#, #"{"a":"b"}//"#,
      #"{"a":"b"}/"#,
      #"{"a":/*c*/"b"}"#, "[1]# no", "#", "/",
    ],
    "words": [
      "nul", "nulll", "tru", "fals", "True", "NULL", "FALSE", "[nul]", "[tru]", "[fals]", "[True]",
      "[fals", "[tru", "[nul", "å", "<null>", "<.>", "undefined", "none", "a", "*", "[*]", "aå",
      "[a",
    ],
    "no numbers at all": [
      "NaN", "-NaN", "Infinity", "-Infinity", "[Inf]", "[+Inf]", "[-foo]", "[-", "-", "--1",
      "[++1234]",
      "+1", "[1+2]", "[-123.123foo]", "[1ea]", "[1.2a-3]", "[1.8011670033376514H-308]", "[1a]",
      "[- 1]", "- 1", "[123\u{0}]", "1_000", "[1 000.0]", "0x1", "0x42", "0b1", "0o7", "\u{FF11}",
      "١",
    ],
    "noughts before": [
      "00", "01", "-01", "-00", "012", "-012", "[00]", "[-01]", "01.5", "123\n00",
    ],
    "fractions without digits": [
      "1.", ".5", "-.5", "-1.0.", "0.1.2", "1..2", "[.123]", "[-2.]", "[.-1]", "2.e3", "[0.e1]",
      "[.2e-3]",
      "2.e+3", "2.e-3",
    ],
    "exponents without digits": [
      "1e", "1E", "1e+", "1e-", "0E+", "[0.3e+]", "[0.3e]", "[1.0e+]", "[1.0e-]", "[1eE2]", "1e1.5",
      "[9.e+]", "1e+-2", "1e 2", "e1", "0e", "1.0e", "[0e+-1]",
    ],
    "unclosed strings": ["\"", "\"a", #""\"#, #""\""#, #""\\\""#, "a\"", "\"a\"\"", "[\"\\"],
    "other quotes": ["'a'", "['a']", "`a`", "“a”", "[']", "{'a':'b'}", "[\"a'", #"{"a":'b'}"#],
    "escapes that are none": [
      #""\x00""#, #""\a""#, #""\0""#, #""\'""#, #""\U0041""#, "\"\\\t\"", "\"\\😀\"", #""\v""#,
      #""\ ""#,
      #""\\\""#, "\"\\\u{0}\"", "\"\\\n\"", #"\"a\""#, #"[\n]"#, #"[\u000A""]"#, #"[\u0020"a"]"#,
    ],
    "escapes cut short": [
      #""\u""#, #""\u0""#, #""\u00""#, #""\u004""#, #""\u00A"#, #""\uqqqq""#, #""\u 041""#,
      #""\u00G0""#,
      #""\uD834\uDd""#, #""\uD800\u""#, #""\uD800\u1""#, #""\uD800\u1x""#, #""\uD800\""#,
      #""\u{41}""#,
    ],
    "controls in strings": [
      "\"\u{0}\"", "\"\u{1}\"", "\"\u{1F}\"", "\"\t\"", "\"\n\"", "\"\r\"", "\"new\nline\"",
      "{\"a\u{8}\":1}",
    ],
    "spaces that are none": [
      "[\u{B}]", "[\u{C}]", "\u{A0}1", "[\u{2060}]", "\u{2060}", "1\u{2028}", "[1\u{A0}]",
      "\u{FEFF}{}",
      "[\"\u{B}a\"\\f]", "\u{85}1", "[\u{3000}]", "\u{200B}null",
    ],
    "something after it": [
      "1]", "2@", "[1]x", "\"a\"x", "[][]", "{}[]", "null null", "\"a\",1", "true,", "[1]\u{0}",
      "1\u{0}",
      "{}{}", "\"\"x", "[1] [2]", "1,2",
    ],
    "nested too deep": [
      String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
      String(repeating: #"{"a":"#, count: 513) + "1" + String(repeating: "}", count: 513),
    ],
  ]

  /// In a string, in a key, in a number and alone.
  private static let brokenBytes: [[UInt8]] = {
    let sequences: [[UInt8]] = [
      // A continuation alone, a beginning alone, and sequences cut short.
      [0x80], [0xBF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE9],
      // What is spelled too long, surrogates, beyond Unicode, and bytes of no sequence.
      [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF],
    ]
    let places: [(before: String, after: String)] = [
      ("", ""), ("[", "]"), ("[\"", "\"]"), ("\"\\u", "\""), ("\"\\", "\""), ("[1", "]"),
      ("[1e1", "]"),
      ("[0", "\n]"), ("{\"", "\":1}"), ("{\"a\":1,", "}"), ("[\"a\\u0041", "\"]"),
      ("{\"a\":0", ",}"),
    ]
    return sequences.flatMap { bytes in
      places.map { Array($0.before.utf8) + bytes + Array($0.after.utf8) }
    }
  }()

  // MARK: Free

  /// What the standard leaves to the reader: a value, or nil where it is refused.
  static let free: [(name: String, text: [UInt8], value: Value?)] = {
    let texts: [(String, String, Value?)] = [
      ("an exponent too large", "1e400", nil), ("a negative one", "-1e9999", nil),
      ("and one of many digits", "0.4e00669999999999999999999999999999999999999999999969", nil),
      ("too small", "123e-10000000", 0.0), ("and negative", "-1e-400", -0.0),
      ("a whole number of many digits", "100000000000000000000", 1e20),
      (
        "and negative", "-123123123123123123123123123123",
        -123_123_123_123_123_123_123_123_123_123.0
      ),
      ("a surrogate alone", #""\uDADA""#, nil), ("the second alone", #""\uDC00""#, nil),
      ("in a key", #"{"\uDFAA":0}"#, nil), ("the first, a letter", #""\uD888\u1234""#, nil),
      ("the first, an escape", #""\uD800\n""#, nil), ("twice the first", #""\uD800\uD800""#, nil),
      ("the first, a letter as it is", #""\ud800abc""#, nil),
      ("the second first", #""\uDd1e\uD834""#, nil),
      (
        "500 lists", String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        nested(500)
      ),
      ("a mark of the byte order", "\u{FEFF}{}", nil),
    ]
    let bytes: [(String, [UInt8], Value?)] = [
      ("UTF-16, little end first", [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], nil),
      ("without the mark", [0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D, 0], nil),
      ("UTF-16, big end first", [0, 0x5B, 0, 0x22, 0, 0xE9, 0, 0x22, 0, 0x5D], nil),
      ("Latin 1", [0x5B, 0x22, 0xE9, 0x22, 0x5D], nil),
    ]
    return texts.map { ($0, Array($1.utf8), $2) } + bytes
  }()

  private static func nested(_ depth: Int) -> Value {
    (1..<depth).reduce(Value.list([])) { value, _ in .list([value]) }
  }
}
