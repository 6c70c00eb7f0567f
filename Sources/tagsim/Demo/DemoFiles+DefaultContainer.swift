extension DemoFiles {
  /// The container in the app's bundle.
  static let defaultContainer = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>title_string</key>
      <string>Hello</string>
      <key>promo_rate</key>
      <real>0.15</real>
      <key>banner_size</key>
      <integer>50</integer>
    </dict>
    </plist>

    """#
}
