import OrderedCollections
import TagInspection
import TagRuntime

/// In what a phone departs from what its container must make, or in what its log is not the usual
/// one though all is well.
package enum PlantedDeviation: String, Sendable, CaseIterable {
  case nothing, value, missing, extra, twice, swapped, tracker, late, ahead, refused, fault
  case justAhead = "0.2 s ahead"
  case retried = "tried again"
  case cutStart = "cut at its start"
  case cutEnd = "cut at its end"

  /// The time in milliseconds after which a hit is late.
  private static let lateMilliseconds: Int64 = 305_000

  /// Plants it.
  ///
  /// - Returns: whether there is a place for it where nobody could take it for something else.
  func plant(in phone: inout LoggedPhone, _ console: PhoneConsole, _ draws: inout Draws) -> Bool {
    let isSecond = phone.generation == .firebase
    let hits = phone.moments.indices.filter { phone.moments[$0].hit != nil }
    guard !hits.isEmpty else { return false }
    let place = draws.pick(hits)
    // The requests of a phone have the hits once more.
    let keepsRequests: [Self] = [.nothing, .refused, .retried, .fault]
    if !keepsRequests.contains(self) {
      for index in phone.moments.indices {
        if case .request = phone.moments[index].kind { phone.moments[index].isWritten = false }
      }
    }
    switch self {
    case .nothing: return true
    case .value: return isSecond && phone.change(place, &draws)
    case .tracker:
      return (isSecond || phone.goesOn(behind: place))
        && phone.change(place, "&tid", to: "UA-99-9")
    case .missing:
      // Where the log ends nobody knows what it would have shown.
      guard isSecond ? phone.isLastOfItsKind(place) : phone.hasSibling(place),
        phone.goesOn(behind: place)
      else { return false }
      phone.moments[place].isWritten = false
      phone.moments[place].findings = [.init(state: .missing)]
      return true
    case .extra: return phone.addHit(like: place, with: "nobody")
    // Without times it may belong to the next event.
    case .twice: return isSecond && console.hasTimes && phone.addHit(like: place)
    case .swapped, .late, .ahead, .justAhead:
      return isSecond && move(place, hits, in: &phone, console)
    case .refused: return console.showsRequests && phone.refuse(place)
    case .retried: return console.showsRequests && phone.retry(place)
    case .fault: return phone.addFault(at: place, console.platform, &draws)
    case .cutStart, .cutEnd:
      guard isSecond, phone.moments[place].cause < place, phone.isLastOfItsKind(place) else {
        return false
      }
      // Nobody who has not seen them knows the user properties that later hits have.
      if self == .cutStart, phone.moments[..<place].contains(where: \.isProperty) { return false }
      phone.cut(at: place, isStart: self == .cutStart)
      return true
    }
  }

  /// Moves a hit to another time.
  private func move(
    _ place: Int, _ hits: [Int], in phone: inout LoggedPhone, _ console: PhoneConsole
  ) -> Bool {
    let event = phone.time(ofCause: place)
    var moment = phone.moments[place]
    if self == .swapped {
      guard let next = phone.next(hits, after: place) else { return false }
      moment.time = phone.moments[next].time + .milliseconds(20)
      moment.findings = [.init(state: .differs, words: "made after the hit of event")]
      guard moment.time - event < .milliseconds(Self.lateMilliseconds - 5000) else { return false }
    } else if self == .late {
      moment.time = moment.time + .milliseconds(Self.lateMilliseconds)
      let isLast = hits.allSatisfy { $0 <= place || phone.moments[$0].time > moment.time }
      moment.findings = [.init(state: .differs, words: "after its event")]
      guard console.hasTimes, isLast else { return false }
    } else {
      guard console.hasTimes, place != hits.last else { return false }
      let ahead = self == .justAhead ? 200 : console.hasMilliseconds ? 1000 : 2000
      moment.time = event - .milliseconds(ahead)
      if self == .ahead { moment.findings = [.init(state: .surplus), .init(state: .missing)] }
    }
    phone.moments[place] = moment
    return true
  }
}

extension LoggedPhone.Moment {
  /// Sets a field of its hit; false if it has no such field.
  mutating func set(_ code: String, _ value: String) -> Bool {
    guard case .hit(var hit) = kind, case .analytics(var fields) = hit.kind else { return false }
    guard fields[code] != nil, fields[code] != value else { return false }
    fields[code] = value
    hit.kind = .analytics(fields: fields)
    kind = .hit(hit)
    return true
  }
}

extension LoggedPhone {
  /// Whether the same push makes another hit.
  func hasSibling(_ place: Int) -> Bool {
    moments.indices.contains {
      $0 != place && moments[$0].cause == moments[place].cause && moments[$0].hit != nil
    }
  }

  /// Whether no later hit has the same fields, which could be taken for it.
  func isLastOfItsKind(_ place: Int) -> Bool {
    !moments[(place + 1)...].contains { $0.hit?.kind == moments[place].hit?.kind }
  }

  func time(ofCause place: Int) -> WallTime { moments[moments[place].cause].time }

  func goesOn(behind place: Int) -> Bool {
    moments.contains { $0.hit != nil && $0.time - moments[place].time > .seconds(10) }
  }

  /// The next hit of another event with other fields; nil if a hit between them has the same.
  func next(_ hits: [Int], after place: Int) -> Int? {
    let next = hits.first { $0 > place && moments[$0].cause != moments[place].cause }
    guard let next else { return nil }
    let cause = moments[next].cause
    let isAlike = hits.contains {
      moments[$0].cause == cause && moments[$0].hit?.kind == moments[place].hit?.kind
    }
    return isAlike ? nil : next
  }

  /// Changes some field of a hit that a tag sets.
  mutating func change(_ place: Int, _ draws: inout Draws) -> Bool {
    guard case .analytics(let fields)? = moments[place].hit?.kind else { return false }
    let codes = Array(fields.keys).filter { $0.hasPrefix("&") && !["&t", "&tid"].contains($0) }
    return !codes.isEmpty && change(place, draws.pick(codes), to: "other \(draws.below(9))")
  }

  mutating func change(_ place: Int, _ code: String, to value: String) -> Bool {
    guard moments[place].set(code, value) else { return false }
    if generation == .firebase {
      moments[place].findings = [
        Finding(state: .differs, words: "\(code.dropFirst()) is \"\(value)\"")
      ]
    } else {
      // No tag makes it; what its push makes besides tells that it is missing.
      moments[place].findings = [Finding(state: .surplus)]
      if hasSibling(place) { moments[place].findings.append(Finding(state: .missing)) }
    }
    return true
  }

  private func requests(of place: Int) -> [Int] {
    moments.indices.filter {
      if case .request(let request, 200?) = moments[$0].kind {
        request.hits.contains { $0.hit == moments[place].hit }
      } else {
        false
      }
    }
  }

  /// Adds a hit that no tag makes: the same once more, or with another value.
  mutating func addHit(like place: Int, with value: String? = nil) -> Bool {
    var moment = moments[place]
    guard var hit = moment.hit else { return false }
    hit.created = hit.created + .milliseconds(50)
    hit.numbers?.cacheBuster &+= 1000
    moment.kind = .hit(hit)
    moment.time = moment.time + .milliseconds(50)
    moment.findings = [Finding(state: .surplus)]
    if let value, !moment.set("&cd12", value) { return false }
    moments.append(moment)
    return true
  }

  /// Adds a line that names a fault.
  mutating func addFault(at place: Int, _ platform: Platform, _ draws: inout Draws) -> Bool {
    let faults = ConsoleLine.all.filter {
      $0.isFault && $0.generation == generation && $0.platform == platform && $0.level == .error
        && !($0.code?.hasPrefix("any-") ?? false)
    }
    guard !faults.isEmpty else { return false }
    var moment = moments[place]
    (moment.kind, moment.findings) = (.fault(draws.pick(faults)), [])
    moments.append(moment)
    hasFault = true
    return true
  }

  /// The collector refuses the hits of a request.
  mutating func refuse(_ place: Int) -> Bool {
    // An answer is that of all requests before it that have none.
    let isOpen = moments.contains { moment in
      if case .request(_, nil) = moment.kind { true } else { false }
    }
    guard !isOpen, let sent = requests(of: place).first,
      case .request(let request, _) = moments[sent].kind
    else { return false }
    moments[sent].kind = .request(request, status: 404)
    for other in moments.indices
    where request.hits.contains(where: { $0.hit == moments[other].hit }) {
      moments[other].findings = [Finding(state: .differs, words: "LOST: the answer is 404")]
    }
    hasFault = true
    return true
  }

  /// Nobody answers the first time.
  mutating func retry(_ place: Int) -> Bool {
    guard let sent = requests(of: place).first, case .request(let request, _) = moments[sent].kind
    else { return false }
    var first = moments[sent]
    first.kind = .request(request, status: nil)
    moments[sent].time = first.time + .milliseconds(300)
    moments.insert(first, at: sent)
    return true
  }

  /// Cuts the log between an event and a hit of it: what is only outside cannot be seen.
  mutating func cut(at place: Int, isStart: Bool) {
    for other in moments.indices {
      let isOfCause = moments[other].cause == moments[place].cause
      let isOutside = isStart == (other < place)
      if isOutside { moments[other].isWritten = false }
      if isOutside && (isStart || !isOfCause) || isStart && isOfCause {
        moments[other].findings = []
      }
      if isOfCause, isStart != isOutside, moments[other].hit != nil || moments[other].isMade {
        moments[other].findings = [Finding(state: .hidden)]
      }
    }
  }
}
