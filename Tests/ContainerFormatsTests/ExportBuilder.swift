import TagRuntime

/// Writes small exports for tests.
enum ExportBuilder {
  /// The bytes of an export whose container version has these members beside its container.
  static func bytes(
    _ members: String, usage: String = "[\"IOS\"]", format: String = "2", container: String = ""
  ) -> [UInt8] {
    Array(
      """
      {"exportFormatVersion": \(format), "containerVersion": {
        "containerId": "4711", "containerVersionId": "3",
        "container": {"publicId": "GTM-AB12", "usageContext": \(usage)\(container)}\(
          members.isEmpty ? "" : ", " + members)}}
      """.utf8)
  }

  static func text(_ key: String, _ value: String) -> String {
    var bytes = Array("{\"type\": \"TEMPLATE\", \"key\": \"\(key)\", \"value\": ".utf8)
    JSONWriter.append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + "}"
  }

  static func flag(_ key: String, _ value: Bool) -> String {
    "{\"type\": \"BOOLEAN\", \"key\": \"\(key)\", \"value\": \"\(value)\"}"
  }

  static func table(_ key: String, _ rows: [[String]]) -> String {
    let maps = rows.map { "{\"type\": \"MAP\", \"map\": [\($0.joined(separator: ", "))]}" }
    return
      "{\"type\": \"LIST\", \"key\": \"\(key)\", \"list\": [\(maps.joined(separator: ", "))]}"
  }

  static func tag(
    _ id: Int, _ name: String, _ type: String, _ parameters: [String], _ more: String = ""
  ) -> String {
    "{\"tagId\": \"\(id)\", \"name\": \"\(name)\", \"type\": \"\(type)\", "
      + "\"parameter\": [\(parameters.joined(separator: ", "))]\(more)}"
  }

  static func variable(
    _ id: Int, _ name: String, _ type: String, _ parameters: [String], _ more: String = ""
  ) -> String {
    "{\"variableId\": \"\(id)\", \"name\": \"\(name)\", \"type\": \"\(type)\", "
      + "\"parameter\": [\(parameters.joined(separator: ", "))]\(more)}"
  }

  static func trigger(
    _ id: Int, _ name: String, _ conditions: [(String, [String])], type: String = "ALWAYS"
  ) -> String {
    let filters = conditions.map {
      "{\"type\": \"\($0.0)\", \"parameter\": [\($0.1.joined(separator: ", "))]}"
    }
    return "{\"triggerId\": \"\(id)\", \"name\": \"\(name)\", \"type\": \"\(type)\", "
      + "\"filter\": [\(filters.joined(separator: ", "))]}"
  }

  static func filter(_ type: String, _ left: String, _ right: String, _ flags: String...)
    -> (String, [String])
  {
    (type, [text("arg0", left), text("arg1", right)] + flags.map { flag($0, true) })
  }

  static func builtIn(_ type: String, _ name: String) -> String {
    "{\"type\": \"\(type)\", \"name\": \"\(name)\"}"
  }

  static func list(_ key: String, _ elements: String...) -> String {
    "\"\(key)\": [\(elements.joined(separator: ", "))]"
  }
}
