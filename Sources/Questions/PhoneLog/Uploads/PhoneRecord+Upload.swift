import TagRuntime

extension PhoneRecord {
  /// The maximum number of bytes of an upload, unpacked.
  package static let uploadLimit = 200_000_000

  /// Reads a file of an upload, in binary, packed, or as text; nil for any other file.
  ///
  /// - Complexity: O(n) in the length of the upload.
  package init?(uploadIn bytes: [UInt8], limit: Int = Self.uploadLimit) {
    let isBinary = Inflation.isPacked(bytes) || UploadReader.isUpload(bytes)
    guard let body = isBinary ? bytes : UploadText.bytes(in: bytes) else { return nil }
    self.init()
    take(upload: body, number: 1, PhoneUpload.Request(host: nil, status: nil), limit: limit)
    // Anything else may be packed, too.
    if uploads.isEmpty, flaws.isEmpty { return nil }
  }

  /// Reads the body of an upload in a capture, as the saving program wrote it: as base64, or each
  /// byte as a character.
  package mutating func take(
    upload text: String, isBase64: Bool, number: Int, _ request: PhoneUpload.Request
  ) {
    let scalars = text.unicodeScalars
    let characters = scalars.allSatisfy { $0.value < 0x100 } ? scalars.map { UInt8($0.value) } : []
    let decoded = BaseEncoding.base64.bytes(of: text) ?? []
    let body = (isBase64 ? [decoded] : [characters, Array(text.utf8), decoded])
      .first { Inflation.isPacked($0) || UploadReader.isUpload($0) }
    if let body { return take(upload: body, number: number, request, limit: Self.uploadLimit) }
    take(
      text.isEmpty
        ? "there is no body, because the proxy did not save it: save it with binary bodies"
        : scalars.contains("\u{FFFD}")
          ? "the proxy saved the body as text, so bytes are lost: save it as base64"
          : "the body is not an upload of Firebase, or cannot be read: save it as base64", number)
  }

  private mutating func take(
    upload bytes: [UInt8], number: Int, _ request: PhoneUpload.Request, limit: Int
  ) {
    var body = bytes
    var reason: String?
    if Inflation.isPacked(bytes) {
      let unpacked = Inflation(bytes, limit: limit)
      body = unpacked.content
      switch unpacked.fault {
      case nil: break
      case .followed?:
        take("something follows the packed body and is not read: save the body alone", number)
      case .cut?: reason = "the packed body is cut: it ends in the middle"
      case .broken?:
        return take(
          "the packed body is damaged: its codes or its checksum are wrong, so nothing in it can "
            + "be trusted: save it again", number)
      case .tooLarge?:
        return take(
          "the body unpacks to more than \(limit) bytes, too many for an upload: it is not read",
          number)
      }
    }
    if !UploadReader.isUpload(body) {
      if let reason, !body.isEmpty { take(reason + ": save it again", number) }
      return
    }
    var record = self
    self = PhoneRecord()
    UploadReader.read(body, line: number, request, because: reason) { kind, time in
      var flaws = FieldFlaws()
      for kind in [flaws.checked(kind)] + flaws.found.map({ .flaw($0) }) {
        record.take(kind, number, time)
      }
    }
    self = record
  }

  private mutating func take(_ sentence: String, _ number: Int) {
    take(.flaw(PhoneFlaw(.brokenUpload, sentence)), number, nil)
  }

  private mutating func take(_ kind: PhoneEntry.Kind, _ number: Int, _ time: PhoneTime?) {
    _ = take(PhoneEntry(line: number, time: time, text: "", form: .request, kind: kind))
  }
}
