/// The bytes of a small binary container, written field by field: a value `title`, and a pixel that
/// fires at every `openScreen`.
enum BinaryContainer {
  static func bytes(version: String, title: String) -> [UInt8] {
    let keys = ["function", "instance_name", "value", "url", "arg0", "arg1"]
    let values = [
      function("_e"), text("Event"), function("_c"), text("title"), text(title),
      function("_img"), text("Pixel"), text("https://pixel.example.com/"), function("_eq"),
      macro(name: 1), text("openScreen"), text("OpenedFile"),
    ]
    // A key and a value each.
    let properties = [
      (0, 0), (1, 1), (0, 2), (1, 3), (2, 4), (0, 5), (1, 6), (3, 7), (0, 8), (4, 9), (5, 10),
    ]
    var bytes: [UInt8] = []
    for key in keys { bytes += field(1, Array(key.utf8)) }
    for value in values { bytes += field(2, value) }
    for (key, value) in properties { bytes += field(3, number(1, key) + number(2, value)) }
    bytes += field(4, call(function: 0, name: 1, [0, 1]))
    bytes += field(4, call(function: 2, name: 3, [2, 3, 4]))
    bytes += field(5, call(function: 5, name: 6, [5, 6, 7]))
    bytes += field(6, call(function: 8, name: nil, [8, 9, 10]))
    bytes += field(7, number(1, 0) + number(3, 0) + number(5, 11))
    return bytes + field(13, Array(version.utf8)) + number(17, 1)
  }

  private static func call(function: Int, name: Int?, _ properties: [Int]) -> [UInt8] {
    number(2, function) + properties.flatMap { number(3, $0) } + (name.map { number(4, $0) } ?? [])
  }

  private static func text(_ text: String) -> [UInt8] { number(1, 1) + field(2, Array(text.utf8)) }

  private static func function(_ id: String) -> [UInt8] {
    number(1, 5) + field(7, Array(id.utf8))
  }

  private static func macro(name: Int) -> [UInt8] {
    number(1, 4) + number(9, 1) + field(101, number(6, name))
  }

  // MARK: Protocol buffers

  private static func number(_ field: Int, _ value: Int) -> [UInt8] {
    varint(field << 3) + varint(value)
  }

  private static func field(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(bytes.count) + bytes
  }

  private static func varint(_ number: Int) -> [UInt8] {
    var rest = UInt64(number)
    var bytes: [UInt8] = []
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
