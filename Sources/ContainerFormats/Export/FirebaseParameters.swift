import OrderedCollections
import TagRuntime

/// The parameters of compiled v5 containers: those of the export under the same names, without
/// what a checkbox switches off, and a few that the compiler adds.
enum FirebaseParameters {
  typealias Parameters = [(key: String, value: ExportParameter)]

  static func ofTag(
    _ type: String, _ parameters: Parameters
  ) -> OrderedDictionary<String, Expression> {
    var own = expressions(of: parameters)
    if type == "ua" {
      add(["enableRecaptchaOption", "enableUaRlsa", "enableUseInternalVersion"], false, to: &own)
      add(["enableFirebaseCampaignData"], true, to: &own)
      if own["trackType"] == .constant("TRACK_EVENT") { add(["trackTypeIsEvent"], true, to: &own) }
      add(["enableFirebaseEcommerce"], true, to: &own)
    }
    return own
  }

  static func ofVariable(
    _ type: String, _ parameters: Parameters
  ) -> OrderedDictionary<String, Expression> {
    var own = expressions(of: parameters)
    // The runtime takes any default value that is there.
    if own["setDefaultValue"] == .constant(false) { own["defaultValue"] = nil }
    if type == "gas" {
      add(["enableRecaptchaOption", "enableUaRlsa", "enableUseInternalVersion"], false, to: &own)
      add(["enableFirebaseEcommerce"], false, to: &own)
    }
    return own
  }

  private static func expressions(
    of parameters: Parameters
  ) -> OrderedDictionary<String, Expression> {
    OrderedDictionary(
      parameters.map { ($0.key, $0.value.expression) }, uniquingKeysWith: { _, last in last })
  }

  // Source: compiled containers of 2018 and 2019 have these beside what people filled in.
  private static func add(
    _ names: [String], _ flag: Bool, to parameters: inout OrderedDictionary<String, Expression>
  ) {
    for name in names where parameters[name] == nil {
      parameters[name] = .constant(.bool(flag))
    }
  }
}
