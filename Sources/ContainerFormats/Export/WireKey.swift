/// Turns parameter names of the web interface into keys of compiled containers.
enum WireKey {
  /// The key of a name: `eventCategory` is `event_category`.
  static func key(of name: String) -> String {
    switch name {
    case "trackingId": return "account"
    case "nonInteraction": return "noninteraction"
    default: break
    }
    var key = ""
    for character in name {
      if character.isUppercase {
        key += "_" + character.lowercased()
      } else {
        key.append(character)
      }
    }
    return key
  }
}
