package import OrderedCollections
import TagRuntime

/// The address of a pixel, split into the part before the query, and the keys of the query.
package enum PixelAddress {
  /// The code of the part before the query.
  package static let base = "url"
  /// The prefix of a query key's name in its code.
  static let keyPrefix = "?"

  /// Returns the decoded parts of an address by their codes: the host with the path under `url`,
  /// without the scheme and in lower case, and each key of the query under its name after a `?`. If
  /// a key occurs twice, the first counts.
  ///
  /// - Complexity: O(n) in the length of the address.
  package static func fields(of url: String) -> OrderedDictionary<String, String> {
    var fields: OrderedDictionary<String, String> = [base: place(of: url)]
    for parameter in QueryParameter.all(inURL: url) {
      let code = keyPrefix + parameter.name
      if fields[code] == nil { fields[code] = parameter.value }
    }
    return fields
  }

  /// Returns the part before the query unchanged, without the scheme.
  package static func written(_ url: String) -> Substring {
    withoutScheme(url).prefix { $0 != "?" && $0 != "#" }
  }

  /// Returns the host in lower case and the path: "ads.example.com/conversion".
  static func place(of url: String) -> String {
    let place = written(url)
    let host = place.prefix { $0 != "/" }
    let path = place[host.endIndex...]
    return host.lowercased() + (path.isEmpty ? "/" : path)
  }

  static func withoutScheme(_ url: String) -> Substring {
    guard let scheme = url.firstRange(of: "//"),
      url[..<scheme.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || $0 == ":" })
    else { return url[...] }
    return url[scheme.upperBound...]
  }

  /// Returns the decoded text of a part of a query.
  static func decoded(_ text: String) -> String {
    // The name of a parameter ends at its first "=".
    text.split(separator: "=", omittingEmptySubsequences: false).map { part in
      QueryParameter.all(inQuery: String(part)).first?.name ?? ""
    }.joined(separator: "=")
  }
}

/// The request of a pixel tag, as far as its container determines it: the parts of the address with
/// the variables in them.
///
/// Source: LegacySDK §11.4, Formats §2.7.
struct PixelShape: Sendable {
  /// The parts by their codes, in the order of the address.
  private(set) var fields: [(code: String, value: CompiledExpression)] = []
  /// Whether a variable may add further keys.
  private(set) var isOpen = false
  /// The key of the random number that prevents cached answers; nil for none.
  private(set) var cacheBuster: String?
  /// Whether the host is in the container, and not in a variable.
  private(set) var hasHost = false

  /// Reads the shape of a tag; nil for one without an address.
  init?(of tag: CompiledFunction, in container: CompiledContainer) {
    guard tag.id == TagFunction.pixel.id, let url = tag.parameters["url"] else { return nil }
    var reader = Reader(container)
    reader.read(url)
    reader.finish()
    guard !reader.base.isEmpty else { return nil }
    fields = [(PixelAddress.base, Reader.joined(reader.base))]
    hasHost = reader.hasHost
    for pair in reader.pairs { add(pair.key, pair.value) }
    isOpen = reader.isOpen
    if let more = tag.parameters["additional_params"] { add(more) }
    let busts = tag.parameters["cache_buster"]?.constantValue
    if busts.flatMap({ ValueConversion.boolean($0) }) ?? false {
      let name = tag.parameters["cache_buster_value"]?.constantText ?? ""
      cacheBuster = PixelAddress.keyPrefix + (name.isEmpty ? TagFunction.cacheBuster : name)
    }
  }

  private mutating func add(_ key: String, _ value: CompiledExpression) {
    let code = PixelAddress.keyPrefix + key
    if !fields.contains(where: { $0.code == code }) { fields.append((code, value)) }
  }

  /// Adds the keys of `additional_params`, a list of maps.
  private mutating func add(_ more: CompiledExpression) {
    switch more {
    case .constant(let resolved):
      for map in resolved.value?.elements ?? [] { add(map: .constant(.value(map))) }
    case .list(let maps):
      for map in maps { add(map: map) }
    default: isOpen = true
    }
  }

  private mutating func add(map: CompiledExpression) {
    switch map {
    case .constant(let resolved):
      for (key, value) in (resolved.value?.members ?? [:]).elements {
        add(key, .constant(.value(value)))
      }
    case .map(let entries):
      for entry in entries {
        if let key = entry.key.constantText { add(key, entry.value) } else { isOpen = true }
      }
    default: isOpen = true
    }
  }

  /// Splits an address into its parts at the signs that separate them.
  private struct Reader {
    let container: CompiledContainer
    var base: [CompiledExpression] = []
    var pairs: [(key: String, value: CompiledExpression)] = []
    var isOpen = false
    var hasHost = false
    private var isInQuery = false
    private var isOver = false
    private var key = ""
    private var value: [CompiledExpression]?
    private var isUnnamed = false

    init(_ container: CompiledContainer) { self.container = container }

    mutating func read(_ expression: CompiledExpression) {
      if isOver { return }
      if let constant = container.constant(expression) {
        take(ValueConversion.text(constant))
      } else if case .template(let parts) = expression {
        for part in parts { read(part) }
      } else {
        take(expression)
      }
    }

    /// Records a part that is known only in a run.
    private mutating func take(_ part: CompiledExpression) {
      guard isInQuery else { return base.append(part) }
      if value == nil { isUnnamed = true } else { value?.append(Self.unescaped(part)) }
    }

    /// Returns the value before its escaping: a captured one is decoded.
    private static func unescaped(_ part: CompiledExpression) -> CompiledExpression {
      if case .escaped(let inner, _) = part { inner } else { part }
    }

    private mutating func take(_ text: String) {
      var rest = text.prefix { $0 != "#" }
      isOver = rest.endIndex < text.endIndex
      if !isInQuery {
        let place = rest.prefix { $0 != "?" }
        takePlace(String(place))
        rest = rest[place.endIndex...]
        guard !rest.isEmpty else { return }
        isInQuery = true
        rest = rest.dropFirst()
      }
      while !rest.isEmpty {
        let piece = rest.prefix { $0 != "&" && (value != nil || $0 != "=") }
        takeOfQuery(String(piece))
        rest = rest[piece.endIndex...]
        guard let sign = rest.popFirst() else { return }
        if sign == "&" { endPair() } else { value = [] }
      }
    }

    private mutating func takePlace(_ text: String) {
      guard base.isEmpty else { return base.append(.constant(.value(.string(text)))) }
      let place = PixelAddress.withoutScheme(text)
      let host = place.prefix { $0 != "/" }
      hasHost = !host.isEmpty && host.endIndex < place.endIndex
      let lower = hasHost ? host.lowercased() + place[host.endIndex...] : String(place)
      if !place.isEmpty { base.append(.constant(.value(.string(lower)))) }
    }

    private mutating func takeOfQuery(_ text: String) {
      guard !text.isEmpty else { return }
      let decoded = PixelAddress.decoded(text)
      if value == nil {
        key += decoded
      } else {
        value?.append(.constant(.value(.string(decoded))))
      }
    }

    private mutating func endPair() {
      if isUnnamed {
        isOpen = true
      } else if !key.isEmpty {
        pairs.append((key, Self.joined(value ?? [])))
      }
      (key, value, isUnnamed) = ("", nil, false)
    }

    /// Joins parts into one expression; the result is a text if all of them are.
    static func joined(_ parts: [CompiledExpression]) -> CompiledExpression {
      let texts = parts.compactMap(\.constantText)
      guard texts.count == parts.count else { return .template(parts) }
      return .constant(.value(.string(texts.joined())))
    }

    /// Ends the last part of the address.
    mutating func finish() {
      if isInQuery { endPair() }
      guard !hasHost, base.count == 1, case .constant? = base.first,
        let host = base[0].constantText, !host.isEmpty, !host.contains("/")
      else { return }
      // An address without a path requests the root.
      base[0] = .constant(.value(.string(host.lowercased() + "/")))
      hasHost = true
    }
  }
}
