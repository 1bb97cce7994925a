public import SessionTime

/// What a source says about the person and the computer now. It is never stored.
public enum GuardSignal: Equatable, Sendable {
  /// Something is in front.
  case front(Front)
  /// Nothing is in front, or nobody knows what: neither is held against anybody.
  case nothingInFront
  /// Somebody uses these on other screens of the same person, since then.
  case elsewhere([Front], since: Tick)
  /// There has been no input since then.
  case idle(since: Tick)
  /// There is input, at least since then.
  case input(since: Tick)
  /// The screen is locked, or no longer.
  case locked(Bool)
  /// The computer goes to sleep, or woke.
  case asleep(Bool)
  /// The key's card is on its reader, or not.
  case cardThere(Bool)
  /// It is loud in the room, or no longer.
  case loud(Bool)
  /// A player plays that is not the session's music, or none does.
  case playing(Bool)
  /// Another program records, as in a call, or none does.
  case call(Bool)
  /// A program keeps the screen on, as a film in a browser does, or none does.
  case keptAwake(Bool)
  /// A source watches whether there is input, or none does any more.
  case inputWatched(Bool)
}

/// An app in front, and the site that it shows.
public struct Front: Equatable, Sendable {
  /// The app by all its names, its desktop entry's id first.
  public var app: [String]
  /// The host of the page in front, where a browser tells.
  public var site: String?
  /// The lists that the app or the site is on, as far as the source of this knows them.
  public var categories: [String]

  /// An app in front.
  public init(app: [String], site: String? = nil, categories: [String] = []) {
    self.app = app
    self.site = site
    self.categories = categories
  }
}

/// What is work in a session: nothing else in front is.
public struct Work: Equatable, Sendable {
  /// Apps by their desktop entries' ids. Where there are none, nothing in front is judged.
  public var apps: [String]
  /// The domains that a profile allows with all their subdomains, `!` before exceptions; any where there are none.
  public var sites: [String]
  /// Apps of which the person said in this session that they were work.
  public var excusedApps: [String] = []
  /// Sites of which the person said so.
  public var excusedSites: [String] = []

  /// What is work.
  public init(apps: [String] = [], sites: [String] = []) {
    self.apps = apps
    self.sites = sites
  }

  /// Whether something in front is known not to be work.
  public func isOffTask(_ front: Front) -> Bool {
    guard !apps.isEmpty else { return false }
    let names = front.app.map { bare($0) }
    guard (apps + excusedApps).contains(where: { names.contains(bare($0)) }) else { return true }
    guard let site = front.site, !sites.isEmpty, !excusedSites.contains(site) else { return false }
    return !allows(site)
  }

  /// The same with what is in front counted as work.
  public func excusing(_ front: Front) -> Work {
    var more = self
    if let app = front.app.first, !more.excusedApps.contains(app) { more.excusedApps.append(app) }
    if let site = front.site, !more.excusedSites.contains(site) { more.excusedSites.append(site) }
    return more
  }

  /// The nearest named domain decides.
  private func allows(_ site: String) -> Bool {
    var rest = lowered(site)[...]
    while !rest.isEmpty {
      for entry in sites {
        let isException = entry.utf8.first == UInt8(ascii: "!")
        let name = lowered(isException ? String(entry.dropFirst()) : entry)
        if name[...] == rest { return !isException }
      }
      guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { return false }
      rest = rest[(dot + 1)...]
    }
    return false
  }

  private func lowered(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }

  /// Removes the ending of a desktop entry, which people and windows may write or leave out.
  private func bare(_ app: String) -> [UInt8] {
    let octets = Array(app.utf8)
    let ending = Array(".desktop".utf8)
    return octets.count > ending.count && octets.suffix(ending.count).elementsEqual(ending)
      ? Array(octets.dropLast(ending.count)) : octets
  }
}

/// What is known about the person and the computer: the last word of each source.
public struct Surroundings: Equatable, Sendable {
  /// What is in front.
  public private(set) var front: Front?
  /// What is in use on other screens of the same person.
  public private(set) var elsewhere: [Front] = []
  private var idleSince: Tick?
  private var inputSince: Tick?
  private var lockedSince: Tick?
  private var asleepSince: Tick?
  private var cardOffSince: Tick?
  private var loudSince: Tick?
  private var playingSince: Tick?
  private var keptAwakeSince: Tick?
  private var frontSince: Tick?
  /// Whether another program records.
  public private(set) var isCallOn = false
  /// Whether anybody would notice input. Without it nobody knows that the computer is at rest.
  public private(set) var isInputWatched = false

  /// A shorter pause between two inputs is a part of the use: who reads does not touch anything.
  public static let pause = Lapse.seconds(60)

  /// Nothing is known.
  public init() {}

  /// Takes in what a source says.
  public mutating func note(_ signal: GuardSignal, at now: Tick) {
    func since(_ isTrue: Bool, _ known: Tick?) -> Tick? { isTrue ? known ?? now : nil }
    switch signal {
    case .front(let next):
      front = next
      frontSince = now
    case .nothingInFront:
      front = nil
      frontSince = nil
    case .elsewhere(let fronts, _): elsewhere = fronts
    case .idle(let tick):
      isInputWatched = true
      idleSince = min(idleSince ?? tick, tick)
    case .input(let tick):
      isInputWatched = true
      if let idleSince, tick - idleSince >= Self.pause { inputSince = nil }
      idleSince = nil
      inputSince = min(inputSince ?? tick, tick)
    case .locked(let isTrue):
      if !isTrue, lockedSince != nil { restartInput(at: now) }
      lockedSince = since(isTrue, lockedSince)
    case .asleep(let isTrue):
      if !isTrue, asleepSince != nil { restartInput(at: now) }
      asleepSince = since(isTrue, asleepSince)
    case .cardThere(let isThere): cardOffSince = since(!isThere, cardOffSince)
    case .loud(let isTrue): loudSince = since(isTrue, loudSince)
    case .playing(let isTrue): playingSince = since(isTrue, playingSince)
    case .call(let isTrue): isCallOn = isTrue
    case .keptAwake(let isTrue): keptAwakeSince = since(isTrue, keptAwakeSince)
    case .inputWatched(let isTrue): isInputWatched = isTrue
    }
  }

  /// Everything that somebody looks at and uses: here, unless nobody is there, and on other screens.
  ///
  /// - Parameter pause: for how long after the last input somebody still looks.
  public func used(at now: Tick, pause: Lapse) -> [Front] {
    let isThere = lockedSince == nil && asleepSince == nil && restsAt(after: pause).map { now < $0 } ?? true
    return (isThere ? [front].compactMap { $0 } : []) + (asleepSince == nil ? elsewhere : [])
  }

  /// When nobody looks any more unless there is input before; `nil` while there is, and while a film plays.
  public func restsAt(after pause: Lapse) -> Tick? {
    playingSince == nil && keptAwakeSince == nil ? idleSince.map { $0 + pause } : nil
  }

  /// Who is there is there from now on, whatever was before.
  public mutating func restartInput(at now: Tick) {
    if inputSince != nil { inputSince = now }
  }

  /// Whether a cause is true, and since when, as far as the sources tell: `nil` where it is not, or nobody knows.
  ///
  /// - Parameters:
  ///   - work: what may be in front.
  ///   - watchesCard: whether the key's card has to lie on its reader.
  public func since(_ cause: Cause, work: Work, watchesCard: Bool) -> Tick? {
    switch cause {
    case .attempt: nil
    case .offTask: front.map { work.isOffTask($0) } ?? false ? frontSince : nil
    case .presence: watchesCard ? cardOffSince : nil
    case .away: earliest(idleSince, earliest(lockedSince, asleepSince))
    case .noise: loudSince
    case .media: playingSince
    case .using:
      // A film keeps a person awake without a key being touched.
      lockedSince != nil || asleepSince != nil
        ? nil : earliest(idleSince == nil ? inputSince : nil, earliest(playingSince, keptAwakeSince))
    }
  }

  private func earliest(_ one: Tick?, _ other: Tick?) -> Tick? {
    guard let one else { return other }
    return other.map { min(one, $0) } ?? one
  }
}
