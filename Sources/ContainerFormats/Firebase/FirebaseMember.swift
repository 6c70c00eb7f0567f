/// The names of members of a function call in a v5 container.
enum FirebaseMember {
  /// What stands before the name of a parameter.
  static let parameterPrefix = "vtp_"
  /// Members that every call may have and that the function does not see.
  private static let settings: Set<String> = [
    "once_per_event", "once_per_load", "unlimited", "priority", "tag_id", "setup_tags",
    "teardown_tags", "dispatch_on_fire", "live_only", "metadata", "consent",
    "vendor_template_version", "convert_case_to", "convert_null_to", "convert_undefined_to",
    "convert_true_to", "convert_false_to",
  ]
  private static let reserved: Set<String> = ["function", "instance_name"]

  /// The key of a member other than `function` and `instance_name`.
  static func key(of member: String) -> String {
    member.hasPrefix(parameterPrefix) ? String(member.dropFirst(parameterPrefix.count)) : member
  }

  /// The member that is read back as a key. Conditions have their parameters under plain names.
  static func name(of key: String, isCondition: Bool) -> String {
    let isPlain =
      (isCondition || settings.contains(key)) && !reserved.contains(key)
      && !key.hasPrefix(parameterPrefix)
    return isPlain ? key : parameterPrefix + key
  }
}
