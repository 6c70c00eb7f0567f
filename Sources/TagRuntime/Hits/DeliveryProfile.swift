/// By what rules an answer settles hits, and when one that failed is tried again.
public enum DeliveryProfile: String, Sendable, Hashable, CaseIterable {
  /// As the SDK does it: any answer counts as sent for Analytics, a pixel that fails is given up
  /// after four hours, and what failed waits for the next period.
  case sdk
  /// As a careful uploader does it: only a status from 200 to 299 counts as sent, a refusal ends a
  /// hit at once, and everything else is tried again, later each time.
  case strict
}
