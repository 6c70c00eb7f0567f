/// A small container of the second generation with every kind of value and clause.
enum FirebaseSample {
  static let bytes = Array(text.utf8)

  static let text = """
    {"fingerprint": "NA$0", "resource": {"version": "4",
      "macros": [
        {"function": "__e", "instance_name": "_event"},
        {"function": "__md", "instance_name": "price", "vtp_eventType": "CUSTOM",
          "vtp_key": "price", "vtp_setDefaultValue": false, "vtp_defaultValue": 1.5},
        {"function": "__c", "vtp_value": ["function_id", "__e"]},
        {"function": "__smm", "instance_name": "price",
          "vtp_map": ["list", ["map", "key", 1, "value", ["macro", 2]]]}],
      "tags": [
        {"function": "__fm", "once_per_event": true, "vtp_action": "measure",
          "vtp_eventName": ["template", "seen_", ["escape", ["macro", 3], 12, 7]], "tag_id": 8},
        {"function": "__img", "instance_name": "Pixel", "vtp_url": ["macro", 1]}],
      "predicates": [
        {"function": "_re", "arg0": ["macro", 0], "arg1": ".*", "ignore_case": true},
        {"function": "_eq", "arg0": ["macro", 1], "arg1": "x"}],
      "rules": [
        [["if", 0], ["unless", 1], ["add", 0, 1]],
        [["if", 0, 1], ["block", 1]]]},
     "runtime": [[50, "__e", [46, "data"], [36, ["__e_main", [15, "data"]]]],
      [50, "__md"], [50, "__c"], [50, "__smm"], [50, "__fm"], [41, "x"]]}
    """

  /// The bytes of a container whose resource has these members.
  static func resource(_ members: String) -> [UInt8] {
    Array("{\"fingerprint\": \"MQ$0\", \"resource\": {\(members)}, \"runtime\": []}".utf8)
  }
}
