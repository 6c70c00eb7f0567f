/// The messages of an upload of Firebase, and their fields.
///
/// Source: PhoneLines §9. From 58 on they were seen on Android only.
enum UploadMessage: Int, Sendable {
  case batch, bundle, event, parameter, property
  /// A message whose fields are not read.
  case other

  /// The number of each field, a letter for its content, and its name in Android's log.
  private static let texts = [
    "1B bundle",
    """
    1i protocol_version,2E event,3U user_property,4i upload_timestamp_millis,\
    5i start_timestamp_millis,6i end_timestamp_millis,7i previous_bundle_end_timestamp_millis,\
    8t platform,9t os_version,10t device_model,11t user_default_language,\
    12i time_zone_offset_minutes,13t app_store,14t app_id,16t app_version,17i gmp_version,\
    18i uploading_gmp_version,19t resettable_device_id,20i limited_ad_tracking,\
    21t app_instance_id,22i dev_cert_hash,23i bundle_sequential_index,24t health_monitor,\
    25t gmp_app_id,26i previous_bundle_start_timestamp_millis,27t vendor_device_id,\
    28i service_upload,29m audience_membership,30t firebase_instance_id,31i app_version_major,\
    35i config_version,37t ds_id,39i retry_counter,41t admob_app_id,46i dynamite_version,\
    52t consent_signals,63t session_stitching_token,67i target_os_version,\
    71t consent_diagnostics,72i is_dma_region,73t core_platform_services,\
    74i ad_services_version,76m attribution_eligibility_status,77i delivery_index,\
    79m ad_campaign_info,81m sgtm_diagnostics,82i batching_timestamp_millis,86m consent_info_extra
    """,
    "1P param,2t name,3i timestamp_millis,4i previous_timestamp_millis,5i count",
    "1t name,2t string_value,3i int_value,4f float_value,5d double_value,6P param",
    "1i set_timestamp_millis,2t name,3t string_value,4i int_value,5f float_value,6d double_value",
    "",
  ]

  private static let all = texts.map { $0.split(separator: ",").map(UploadField.init) }

  func field(_ number: UInt64) -> UploadField? { Self.all[rawValue].first { $0.number == number } }

  func field(named name: Substring) -> UploadField? { Self.all[rawValue].first { $0.name == name } }
}

/// A field of a message of an upload.
struct UploadField: Sendable {
  let number: UInt64
  /// The letter for its content: text, integer, float, double, or a message.
  let content: Character
  let name: String
  /// The message that it holds; nil for a value.
  let message: UploadMessage?
  let wireType: Int

  init(_ text: Substring) {
    let digits = text.prefix { $0.isNumber }
    number = UInt64(digits) ?? 0
    content = text[digits.endIndex...].first ?? "m"
    name = String(text[digits.endIndex...].dropFirst(2))
    let messages: [Character: UploadMessage] = [
      "B": .bundle, "E": .event, "P": .parameter, "U": .property, "m": .other,
    ]
    message = messages[content]
    wireType = ["i": 0, "d": 1, "f": 5][content] ?? 2
  }
}
