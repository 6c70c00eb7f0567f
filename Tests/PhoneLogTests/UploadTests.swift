import OrderedCollections
import PhoneLog
import TagRuntime
import Testing

/// Firebase's uploads are read in each of their forms, and what is lost of one is said.
struct UploadTests {
  /// Encoded by protoc (gRPC tools 1.85) from a text: two events, two user properties, and fields
  /// without a known name.
  private static let body = bytes(
    """
    0ac6020801123b0a0a0a025f6f12046175746f0a0f0a035f73631208426f61744c6973740a100a035f736918
    b3ffffffffffffffff0112035f767318fbd095ffbc311293010a090a025f6f12036170700a0f0a0466617265
    2900000000000029400a0c0a05726174696f25cdcccc3d0a110a047069657212094bc3b66c6e202233220a3b
    0a056974656d73321e320e0a076974656d5f69641203422d31320c0a087175616e7469747918023212320e0a
    076974656d5f69641203422d3278041209626f6f6b5f626f617418e8d795ffbc3128034a036e65771a1108f0
    8195ffbc3112035f69641a03752d371a1008f08195ffbc3112056b6e6f747320092088f795ffbc312880d095
    ffbc314203696f734a0431372e3160786a096170705f73746f72657211636f6d2e6578616d706c652e626f61
    7473820103342e31a20304473131309508070000001203656e64
    """)

  /// The same, packed by zlib with fixed codes.
  private static let packed = bytes(
    """
    1f8b0800000000000203e33ac6c4c12864cdc5c5c5149f2fc492585a92cfc5cfc51c5f9c2cc4e1949f58e293
    595cc2250012c894d8fc1f0a188598e3cb8a257e5f98fa7f8fa1d064462e4eb06ee6c48202a06696b4c4a254
    4d0630d074e0e2e1622d4a2cc9cc573d7be68c2d9720174b41666a9110a7f7e16d39790a4ac64a5cd65cac99
    25a9b9c54672467c5cec20667c668a10b393aea1110f17476169625e496649a5049391109abc51058b106752
    7e7e767c12d0a5122fae839ca3c1ecc59c975a2e25c8f1a111ec3c66a06a29e6525d73290198106b765e7e49
    b102a742c777b09606b0479c9833f38bbd580ccdf50c132ab238819e892f2ec92f4a2d124ccecfd54bad48cc
    2dc849d5035955dcc4c86ca267b88899c5ddd0d0602a073bd0a742cca97929003c38080b4e010000
    """)

  private static let decoded = """
    1 {
      1: 1
      2 {
        1 {
          1: "_o"
          2: "auto"
        }
        1 {
          1: "_sc"
          2: "BoatList"
        }
        1 {
          1: "_si"
          3: 18446744073709551539
        }
        2: "_vs"
        3: 1700000000123
      }
      2 {
        1 {
          1: "_o"
          2: "app"
        }
        1 {
          1: "fare"
          5: 0x4029000000000000
        }
        1 {
          1: "ratio"
          4: 0x3dcccccd
        }
        1 {
          1: "pier"
          2: "K\\303\\266ln \\"3\\""
        }
        1 {
          1: "items"
          6 {
            6 {
              1: "item_id"
              2: "B-1"
            }
            6 {
              1: "quantity"
              3: 2
            }
          }
          6 {
            6 {
              1: "item_id"
              2: "B-2"
            }
            15: 4
          }
        }
        2: "book_boat"
        3: 1700000001000
        5: 3
        9: "new"
      }
      3 {
        1: 1699999990000
        2: "_id"
        3: "u-7"
      }
      3 {
        1: 1699999990000
        2: "knots"
        4: 9
      }
      4: 1700000005000
      5: 1700000000000
      8: "ios"
      9: "17.1"
      12: 120
      13 {
        12: 0x65726f74735f7070
      }
      14: "com.example.boats"
      16: "4.1"
      52: "G110"
      130: 0x00000007
    }
    2: "end"

    """

  private static func bytes(_ hex: String) -> [UInt8] {
    BaseEncoding.base16.bytes(of: hex.filter { !$0.isWhitespace }) ?? []
  }

  private static func record(of bytes: [UInt8]) -> PhoneRecord? { PhoneRecord(uploadIn: bytes) }

  /// Everything that is read of an upload, a line each.
  private static func lines(of record: PhoneRecord?) -> [String] {
    guard let record else { return [] }
    return record.uploads.flatMap { upload in
      upload.fields.elements.filter { $0.value.isScalar }.map {
        "\($0.key) \(JSONWriter.write($0.value))"
      } + upload.properties.elements.map { "\($0.key)=\(JSONWriter.write($0.value))" }
    }
      + record.events.map {
        "\($0.event.name) \($0.time?.wall(inYear: 0).milliseconds ?? 0) \($0.event.count ?? 0) "
          + JSONWriter.write(.map($0.event.parameters))
      } + record.unknownFields.elements.map { "\($0.key): \(JSONWriter.write($0.value))" }
      + record.flaws.map { "\($0.kind.rawValue) \($0.sentence)" }
  }

  private static let whole = [
    "protocol_version 1", "upload_timestamp_millis 1700000005000",
    "start_timestamp_millis 1700000000000", "platform \"ios\"", "os_version \"17.1\"",
    "time_zone_offset_minutes 120", "app_store \"app_store\"", "app_id \"com.example.boats\"",
    "app_version \"4.1\"", "consent_signals \"G110\"", "_id=\"u-7\"", "knots=9",
    "screen_view 1700000000123 0 {\"firebase_event_origin\": \"auto\", "
      + "\"firebase_screen_class\": \"BoatList\", \"firebase_screen_id\": -77}",
    "book_boat 1700000001000 3 {\"firebase_event_origin\": \"app\", \"fare\": 12.5, "
      + "\"ratio\": 0.1, \"pier\": \"Köln \\\"3\\\"\", \"items\": [{\"item_id\": \"B-1\", "
      + "\"quantity\": 2}, {\"item_id\": \"B-2\"}]}",
    "1.130: 7", "1.2.9: \"new\"", "1.2.1.6.15: 4", "2: \"end\"",
  ]

  @Test(arguments: [body, packed, Array(decoded.utf8)])
  func anUploadOfAnotherEncoderIsReadInEachForm(_ bytes: [UInt8]) {
    #expect(Self.lines(of: Self.record(of: bytes)).sorted() == Self.whole.sorted())
  }

  @Test func codesOfItsOwnUnpack() {
    let text = """
      H4sIAAAAAAACA32SPY7UQBCFxa/AGRM5fAcYrVh+JZuQe4wKXENZ6u2xqksWk5FwhCUj4RIkhBwAIkKyDUmQyBC8nh\
      lCLFmyu1z9vu73qnl/+8611aa521zf7FY3ZJqa583NaVRfPQtIjoSEcNVQQZ6Fb5WiUcxYhBb4WlVnwYDRFBMARejqVt\
      JXm/vtmy+Xfz6d/wfg3F46ClpQNzxmFAhZGYMiFwprYCpivbIliTrXDpFSjoDz9uu3BQClvdSt+6lYCR6NF8gSIWEHDg\
      GH4sgPy+HAFh7ee+AIeNB++L4EyDmBxiDGsfRuWu+OkEKbZp41tKNdQmpYZe3XCRZBi/QEeNj+vFoAIGq3W6626hgzhZ\
      PTA9WRuaxDDy4J5sEZUZKomCw6yQnwqP38YwEQmDsXQ82QLOHxBrGCmFCFUVNGtlTYsnZaVWrryKAQR8Dj9vLXAmCNgN\
      UctdqufKqC7ml71t7VVDqAKTnzH9iliXeIrWg+TdGT9ur3AsAO06nYFk4QovPRrE817WDZ+ZflmdQ9Z4tujTSHmQnwz6\
      Kn7ce37wjwey93F2f6Wi6mpGcvdhLlL5J3kwMgAwAA
      """
    let bytes = BaseEncoding.base64.bytes(of: text) ?? []
    let record = Self.record(of: bytes)
    #expect(record?.events.map(\.event.name) == (0..<8).map { "leg_\($0)" })
    #expect(
      record?.events[7].event.parameters["pier"]?.text?.hasPrefix("hreetee fstrt t:rihh") == true)
    #expect(record?.flaws.isEmpty == true)
    // Where a bit is wrong, it is said.
    for place in stride(from: 20, to: bytes.count, by: 7) {
      var broken = bytes
      broken[place] ^= 0x10
      let flaws = Self.record(of: broken)?.flaws ?? []
      #expect(flaws.contains { $0.kind == .brokenUpload }, "\(place)")
    }
  }

  /// What is whole of a cut upload is shown, and it is said that the rest is lost.
  @Test(arguments: [body, packed, Array(decoded.utf8)])
  func anUploadIsCutAtEachByte(_ bytes: [UInt8]) {
    let events = Self.record(of: bytes)?.events.map(\.event) ?? []
    #expect(events.count == 2)
    var counts: Set<Int> = []
    for count in 0..<bytes.count {
      guard let record = Self.record(of: Array(bytes[..<count])) else { continue }
      let shown = record.events.map(\.event)
      counts.insert(shown.count)
      #expect(shown == Array(events.prefix(shown.count)), "\(count)")
      let isWhole = record.unknownFields["1.130"] != nil
      #expect(isWhole || record.flaws.contains { $0.kind == .brokenUpload }, "\(count)")
    }
    #expect(counts == [0, 1, 2])
  }

  @Test func anUploadThatUnpacksToTooMuchIsNotRead() {
    let record = PhoneRecord(uploadIn: Self.packed, limit: 300)
    #expect(record?.events.isEmpty == true)
    #expect(record?.flaws.map(\.sentence).joined().contains("more than 300 bytes") == true)
    #expect(PhoneRecord(uploadIn: Self.packed, limit: 334)?.events.count == 2)
  }

  /// A packed file has members, one after the other; zeros fill a block up, anything else is named.
  @Test(
    arguments: [
      (packed, 4, nil), ([0, 0, 0], 2, nil), (Array("end".utf8), 2, "follows the packed body"),
      (Array(packed.dropLast(9)), 4, "is cut"),
      ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0], 2, "is damaged"),
    ] as [([UInt8], Int, String?)])
  func whatFollowsAPackedBody(_ rest: [UInt8], _ count: Int, _ fault: String?) {
    let record = Self.record(of: Self.packed + rest)
    let sentences = record?.flaws.map(\.sentence) ?? []
    #expect(record?.uploads.count == (fault == "is damaged" ? 0 : count / 2))
    #expect(sentences.joined().contains(fault ?? "") && sentences.isEmpty == (fault == nil))
  }

  /// The views of mitmproxy, and what a view has lost.
  @Test(arguments: [
    (
      "[message]  1\n[uint32]   1.1      1\n[message]  1.2\n[message]  1.2.1\n"
        + "[string]   1.2.1.1  fare\n[fixed64]  1.2.1.5  4623226492472524800\n"
        + "[string]   1.2.2    sail\n[uint64]   1.2.3    1700000000123\n[message]  1.13\n"
        + "[fixed64]  1.13.12  7310027691118260336\n", "sail {\"fare\": 12.5} app_store", 0
    ),
    (
      "POST /a\n\n1:\n  1: 1  # !sint: -1\n  2:\n    1:\n    - 1: fare\n"
        + "      5: !fixed64 12.5  # u64: 4623226492472524800\n    - 1: bare\n    2: sail\n"
        + "    3: 1700000000123\n  13: app_store\n",
      "sail {\"fare\": 12.5, \"bare\": null} app_store", 1
    ),
    (
      "1 {\n  1: 1\n  2 {\n    1 {\n      1: fare\n      2 {\n        }\n        5: 825241649\n"
        + "      }\n    }\n    2: sail\n    3: 1700000000123\n  }\n  13 {\n"
        + "    12: 7310027691118260336\n  }\n}\n", "sail {\"fare\": \"\u{FFFD}-1001\"} app_store", 1
    ),
  ])
  func viewsOfMitmproxyAreRead(_ text: String, _ expected: String, _ lost: Int) {
    let record = Self.record(of: Array(text.utf8))
    let event = record?.events.first?.event
    let store = record?.uploads.first?.fields["app_store"]?.text ?? ""
    #expect(
      "\(event?.name ?? "") \(JSONWriter.write(.map(event?.parameters ?? [:]))) \(store)"
        == expected)
    #expect(record?.flaws.map(\.kind) == Array(repeating: .lostValue, count: lost))
  }

  // MARK: In a log

  private static let dump = """
    05-02 12:18:29.017 162 164 V FA-SVC: Uploading data. app, uncompressed size, data: com.a.b, 99,
    05-02 12:18:29.017  162  164 V FA-SVC  : batch {
    05-02 12:18:29.017  162  164 V FA-SVC  :   bundle {
    05-02 12:18:29.017  162  164 V FA-SVC  :     protocol_version: 1
    05-02 12:18:29.018  170  171 I Other   : something
    05-02 12:18:29.017  162  164 V FA-SVC  :     limited_ad_tracking: false
    05-02 12:18:29.017  162  164 V FA-SVC  :     event {
    05-02 12:18:29.017  162  164 V FA-SVC  :       name: screen_view(_vs)
    05-02 12:18:29.017  162  164 V FA-SVC  :       timestamp_millis: 1714645100500
    05-02 12:18:29.017  162  164 V FA-SVC  :       param {
    05-02 12:18:29.017  162  164 V FA-SVC  :         name: ga_screen_class(_sc)
    05-02 12:18:29.017  162  164 V FA-SVC  :         string_value: Boats
    05-02 12:18:29.017  162  164 V FA-SVC  :       }
    05-02 12:18:29.017  162  164 V FA-SVC  :       param {
    05-02 12:18:29.017  162  164 V FA-SVC  :         name: fare
    05-02 12:18:29.017  162  164 V FA-SVC  :         string_value:
    05-02 12:18:29.017  162  164 V FA-SVC  :         double_value: 12.5
    05-02 12:18:29.017  162  164 V FA-SVC  :       }
    05-02 12:18:29.017  162  164 V FA-SVC  :     }
    05-02 12:18:29.017  162  164 V FA-SVC  :   }
    05-02 12:18:29.017  162  164 V FA-SVC  : } // End-of-batch
    05-02 12:18:29.018 162 164 V FA-SVC: Successful upload. Got network response. code, size: 204, 0

    """

  @Test func theLogOfAnUploadHasItsEvents() {
    let read = PhoneLogTests.record(of: Self.dump)
    #expect(
      Self.lines(of: read) == [
        "protocol_version 1", "limited_ad_tracking 0",
        "screen_view 1714645100500 0 {\"firebase_screen_class\": \"Boats\", \"fare\": 12.5}",
      ])
    // The next line says whether the server took it.
    #expect(read.events.map(\.event.stages) == [[.uploaded, .delivered]])
    let failed = Self.dump.replacing(
      "Successful upload. Got network response. code, size: 204, 0",
      with: "Network upload failed. Will retry later. code, error: 500, java.io.IOException")
    #expect(
      PhoneLogTests.record(of: failed).events.map(\.event.stages) == [[.uploaded, .undelivered]])
    let cut = PhoneLogTests.record(of: String(Self.dump.prefix(900)))
    #expect(cut.events.isEmpty && cut.flaws.map(\.kind) == [.brokenUpload])
  }

  /// The line that logged an event and the upload that has it are one event, unless their clocks
  /// differ by more than a zone.
  @Test(arguments: [("12:18:21", 1), ("09:48:19", 1), ("12:10:20", 2)])
  func anEventThatWasLoggedAndUploadedIsOne(_ clock: String, _ count: Int) {
    let line =
      "05-02 \(clock).400  162  164 V FA      : Logging event (FE): screen_view(_vs), "
      + "Bundle[{ga_screen_class(_sc)=Boats, fare=12.5}]\n"
    let read = PhoneLogTests.record(of: line + Self.dump)
    #expect(read.events.count == count)
    #expect(read.events.last?.event.stages.contains(.uploaded) == true)
    // What is logged later was not in that upload.
    #expect(PhoneLogTests.record(of: Self.dump + line).events.count == 2)
  }

  // MARK: In a capture

  /// Firebase sends what a server did not take again: one event, and delivered in the end.
  @Test func anUploadThatIsSentAgainHasTheSameEvents() {
    var record = PhoneRecord()
    let text = BaseEncoding.base64.text(of: Self.packed) ?? ""
    for (number, status) in [(1, 503), (2, 204)] {
      record.take(
        upload: text, isBase64: true, number: number,
        PhoneUpload.Request(host: "app-measurement.com", status: status))
    }
    #expect(
      record.events.count == 2 && record.uploads.map(\.request?.isDelivered) == [false, true])
    #expect(record.events.allSatisfy { $0.event.stages.contains(.delivered) })
    #expect(record.flaws.map(\.kind) == [.sdkRemark] && record.flaws[0].lines == [1])
  }

  /// The bodies of a capture, as programs save them.
  @Test func bodiesAreFoundAsTheyAreSaved() {
    let latin1 = String(String.UnicodeScalarView(Self.packed.map { Unicode.Scalar($0) }))
    let base64 = BaseEncoding.base64.text(of: Self.body) ?? ""
    let rows: [(String, Bool, String)] = [
      (latin1, false, ""), (base64, true, ""), (base64, false, ""),
      ("", false, "no body"), ("\u{1F}\u{FFFD}\u{8}", false, "bytes are lost"),
      ("<html>", false, "not an upload"), ("AAAA", true, "not an upload"),
    ]
    for (text, isBase64, fault) in rows {
      var record = PhoneRecord()
      record.take(
        upload: text, isBase64: isBase64, number: 4, PhoneUpload.Request(host: nil, status: nil))
      #expect(record.events.count == (fault.isEmpty ? 2 : 0), "\(text)")
      #expect(record.flaws.map(\.sentence).joined().contains(fault), "\(text)")
      #expect(record.flaws.isEmpty == fault.isEmpty, "\(text)")
    }
  }
}
