/// Settings of an export that no mobile SDK obeys; each is remarked on once for all that have it.
enum IgnoredSetting: String {
  case priority = "the priority"
  case schedule = "the schedule"
  case sequence = "the setup and cleanup tags"
  case consent = "the consent settings"
  case oncePerLoad = "the firing option 'once per load'"
  case format = "the format settings"
}
