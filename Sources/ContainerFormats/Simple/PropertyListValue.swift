import Foundation
import TagRuntime

/// A property list as Foundation decodes it, with the kinds that the SDK refuses still apart.
indirect enum PropertyListValue: Decodable {
  case scalar(Value)
  case list
  case map([(key: String, value: PropertyListValue)])
  case date
  case data

  /// A key of any text.
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      // Foundation hands a dictionary over in no order, so the keys are sorted by their bytes.
      let keys = container.allKeys.sorted {
        $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8)
      }
      self = .map(
        try keys.map { ($0.stringValue, try container.decode(PropertyListValue.self, forKey: $0)) })
      return
    }
    if (try? decoder.unkeyedContainer()) != nil {
      self = .list
      return
    }
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .scalar(.bool(flag))
    } else if let integer = try? container.decode(Int64.self) {
      self = .scalar(.int(integer))
    } else if let double = try? container.decode(Double.self) {
      self = .scalar(.double(double))
    } else if let text = try? container.decode(String.self) {
      self = .scalar(.string(text))
    } else if (try? container.decode(Date.self)) != nil {
      self = .date
    } else {
      _ = try container.decode(Data.self)
      self = .data
    }
  }
}
