package import FocusEngine
package import FocusWire
internal import LandingPages
internal import Learning
internal import LinuxRuntime
package import LoopbackHTTP

/// Answers where a distraction was: the page of the shield, and the door that closed sites lead to in browsers that
/// follow the desktop's proxy setting.
package struct ShieldSite: Sendable {
  let engine: FocusEngine
  /// The next of the person's cards, as `cards` answers.
  let nextCard: @Sendable (Timestamp) async -> JSONValue?
  /// The profiles and the allowances that block a site, by its lists and all.
  let blockers: @Sendable (String) -> [String]
  let isBlocked: @Sendable (Attempt) -> Bool
  let lists: any ListBook
  let appName: @Sendable (String) -> String
  private let offered = OfferedCards()

  package init(
    engine: FocusEngine, nextCard: @escaping @Sendable (Timestamp) async -> JSONValue? = { _ in nil },
    blockers: @escaping @Sendable (String) -> [String] = { _ in [] },
    isBlocked: @escaping @Sendable (Attempt) -> Bool = { _ in false }, lists: any ListBook = NoLists(),
    appName: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.lists = lists
    self.engine = engine
    self.nextCard = nextCard
    self.blockers = blockers
    self.isBlocked = isBlocked
    self.appName = appName
  }

  /// The page's address for a thing, from the dashboard's.
  static func address(of attempt: Attempt, dashboard: String) -> String {
    dashboard + ShieldPage.path.dropFirst() + "?" + attempt.kind.word + "=" + escaped(attempt.name)
  }

  /// The answer to a request for the page. Sending the promise back changes nothing that a session holds to, so that it
  /// needs no token; the server's gate keeps other sites' pages from doing it. A visit opens something: it needs one.
  func answer(to request: HTTPRequest, mayChange: Bool) async -> HTTPAnswer {
    let asked = Self.attempt(in: request)
    switch request.method {
    case .get, .head: break
    case .post:
      if let ticket = Self.field("ticket", in: request) { return await answered(ticket, asked, request) }
      if Self.field("visit", in: request) != nil { return await visit(asked, mayChange: mayChange) }
      // The rules about breaks say whether there is one; the page then shows what came of it.
      if Self.field("break", in: request) != nil {
        if mayChange { _ = await engine.submit(.ask(.takeBreak(minutes: nil), by: .localUser)) }
        return Self.redirect(to: asked.map { Self.address(of: $0, dashboard: "/") } ?? ShieldPage.path)
      }
      _ = await engine.submit(.keepPromise(asked))
      let target = asked.map { Self.address(of: $0, dashboard: "/") + "&kept" } ?? ShieldPage.path + "?kept"
      return HTTPAnswer(status: 303, type: "text/plain; charset=utf-8", body: [], headers: [("Location", target)])
    case .put, .delete, .connect:
      var refusal = HTTPAnswer.plain(405, "This page accepts only GET, HEAD and POST.")
      refusal.headers.append(("Allow", "GET, HEAD, POST"))
      return refusal
    }
    let standing = await standing(of: asked)
    let offer = await offer(in: standing, isTooSoon: request.query("soon") != nil)
    let snapshot = await engine.snapshot
    let isVisited = snapshot.machine.status(at: snapshot.now).visit.map { $0.thing.name == asked?.name } ?? false
    let page = ShieldPage(
      thing: asked.flatMap { thing($0, isVisited: isVisited) }, standing: standing,
      isKept: request.query("kept") != nil, offer: offer,
      visit: await visitOffer(of: asked, in: standing, mayChange: mayChange),
      rest: mayChange ? await rest(in: standing) : nil
    ).page(target: asked.map { Self.address(of: $0, dashboard: "/") } ?? ShieldPage.path)
    // Without its own address in the request, a form of this page looks like one of another site's, and is refused.
    let referrer = (name: "Referrer-Policy", value: "same-origin")
    return HTTPAnswer(
      status: page.status, type: page.type, body: page.body,
      headers: [
        referrer, ("Cache-Control", "no-store"),
        ("Refresh", "\(await pace(standing, offer))"),
      ])
  }

  /// The answer at the door: the script to anyone who asks for it by its name, the shield to everybody else.
  ///
  /// - Parameters:
  ///   - report: is told what was asked for.
  ///   - proxyScript: gives the script if it is at that path now.
  ///   - dashboard: the dashboard's address; `nil` where there is none.
  package static func answerAtDoor(
    report: (Attempt) -> Bool, proxyScript: (String) -> String?, to request: HTTPRequest, dashboard: String?
  ) -> HTTPAnswer {
    if let script = proxyScript(request.target) {
      return HTTPAnswer(
        status: 200, type: "application/x-ns-proxy-autoconfig", body: Array(script.utf8),
        headers: [("Cache-Control", "no-store")])
    }
    guard let host = host(askedFor: request) else { return .plain(404, "Not found.") }
    let asked = Attempt(kind: .site, name: host)
    _ = report(asked)
    // Only a page can be shown in a page's place; a picture or an encrypted connection just fails.
    let isPage = request.method == .get && request.header("accept")?.includes("text/html") == true
    guard isPage, let dashboard else { return .plain(403, "\(host) is blocked.") }
    return HTTPAnswer(
      status: 303, type: "text/plain; charset=utf-8", body: [],
      headers: [("Location", address(of: asked, dashboard: dashboard)), ("Cache-Control", "no-store")])
  }

  private static func redirect(to target: String) -> HTTPAnswer {
    HTTPAnswer(status: 303, type: "text/plain; charset=utf-8", body: [], headers: [("Location", target)])
  }

  /// The break that would be granted now, if nothing has to be done for it before.
  private func rest(in standing: ShieldPage.Standing) async -> String? {
    guard case .closed = standing else { return nil }
    let snapshot = await engine.snapshot
    return snapshot.machine.status(at: snapshot.now).breakOffer
  }

  // MARK: A card in place of the distraction

  private func offer(in standing: ShieldPage.Standing, isTooSoon: Bool) async -> ShieldPage.Offer? {
    guard case .closed = standing else { return nil }
    guard case .object(let answer)? = await nextCard(await engine.snapshot.now.wall),
      case .array(let cards) = answer["cards"] ?? .null, case .object(let card)? = cards.first,
      case .string(let deck)? = card["deck"], case .string(let id)? = card["id"],
      case .string(let title)? = card["title"], case .string(let content)? = card["content"]
    else { return nil }
    guard offered.mayOffer else { return .enough }
    return .card(title: title, content: content, ticket: offered.show(deck: deck, card: id), isTooSoon: isTooSoon)
  }

  /// Handles what somebody says of the card that a page showed them.
  private func answered(_ ticket: String, _ asked: Attempt?, _ request: HTTPRequest) async -> HTTPAnswer {
    var target = asked.map { Self.address(of: $0, dashboard: "/") } ?? ShieldPage.path
    if let offer = offered.take(ticket), let grade = Self.field("grade", in: request).flatMap({ Int($0) }) {
      let took = (ContinuousClock.now - offer.since).wholeMilliseconds
      if took < CardShowing.least {
        target += asked == nil ? "?soon" : "&soon"
      } else {
        let card = CardID(deck: offer.deck, card: offer.card)
        _ = await engine.submit(.learned([.reviewed(card, Grade(rawValue: grade) ?? .again, took: took)]))
        offered.noteLearned()
      }
    }
    return HTTPAnswer(status: 303, type: "text/plain; charset=utf-8", body: [], headers: [("Location", target)])
  }

  /// A field of a form: letters and digits only, as ours are.
  private static func field(_ name: String, in request: HTTPRequest) -> String? {
    guard request.body.count <= 4096 else { return nil }
    for pair in String(decoding: request.body, as: UTF8.self).split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }

  /// How soon the page looks again: a session that has just begun blocks in a moment.
  private func pace(_ standing: ShieldPage.Standing, _ offer: ShieldPage.Offer?) async -> Int {
    let snapshot = await engine.snapshot
    if standing == .notBlocked, let began = snapshot.machine.status(at: snapshot.now).startedAt,
      snapshot.now.wall.milliseconds - began.milliseconds < 10_000
    {
      return 1
    }
    return offer == nil ? ShieldPage.pace : ShieldPage.pace * 10
  }

  private func standing(of asked: Attempt?) async -> ShieldPage.Standing {
    let snapshot = await engine.snapshot
    let settings = snapshot.machine.settings
    let status = snapshot.machine.status(at: snapshot.now)
    let names = asked?.kind == .site ? blockers(asked?.name ?? "") : []
    let usedUp = Self.usedUp(asked, by: names, status, settings)
    switch status.state {
    case .idle: return usedUp.map { .usedUp($0) } ?? .idle
    case .onBreak: return usedUp.map { .usedUp($0) } ?? .onBreak
    case .focusing:
      if let until = Self.visited(asked, status, settings.zone) { return .visited(until: until) }
      // Anybody can make a link to this page: it says of nothing that it is blocked which is not.
      if let asked, !isBlocked(asked) { return .notBlocked }
      // What the session leaves open is open after ten jumping jacks, session or not.
      if let usedUp, names == [usedUp.allowance] { return .usedUp(usedUp) }
      let place = settings.profiles.firstIndex { $0.policy.profile == status.profile }
      let name = place.map { settings.profiles[$0].policy.name }
      return .closed(
        profile: name ?? status.profile?.text ?? "", place: place ?? 0, left: status.remaining.map(spokenTimeLeft),
        promise: settings.promise, usedUp: usedUp)
    }
  }

  /// What a page calls a thing: its name, where it is blocked, visited or one word. Everything else would be somebody's
  /// own sentence on a page of ours.
  private func thing(_ asked: Attempt, isVisited: Bool) -> String? {
    let isName = asked.name.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isName || isVisited || isBlocked(asked) else { return nil }
    return asked.kind == .app && isBlocked(asked) ? appName(asked.name) : asked.name
  }

  /// What is said of a thing that an allowance blocks.
  ///
  /// - Parameter names: what blocks it, where that is known; then nothing else is held against it.
  private static func usedUp(
    _ asked: Attempt?, by names: [String], _ status: Status, _ settings: Settings
  ) -> ShieldPage.UsedUp? {
    let known = status.allowances.first { $0.state == .shut && names.contains($0.name) }
    let isAlone = names.isEmpty && status.state != .focusing
    guard let one = known ?? (isAlone ? status.usedUp(asked, settings) : nil) else { return nil }
    return ShieldPage.UsedUp(
      allowance: one.name,
      until: one.waitsUntil.map { clockTime($0, in: settings.zone) } ?? one.openingTime(in: settings.zone),
      ways: one.offers.map { ShieldPage.Way(words: $0.sentence, command: $0.command) },
      isWaiting: one.waitsUntil != nil)
  }

  private static func attempt(in request: HTTPRequest) -> Attempt? {
    for kind in Attempt.Kind.allCases {
      // A name is short; what is longer is nothing that could be closed.
      if let name = request.query(kind.word), !name.isEmpty, name.utf8.count <= 253 {
        return Attempt(kind: kind, name: name)
      }
    }
    return nil
  }

  /// The host that a browser asked a proxy for (RFC 9112 3.2.2 and 3.2.3).
  private static func host(askedFor request: HTTPRequest) -> String? {
    var authority = request.target[...]
    if request.method != .connect {
      guard authority.hasPrefix("http://") else { return nil }
      authority = authority.dropFirst(7).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }
    if let user = authority.lastIndex(of: "@") { authority = authority[authority.index(after: user)...] }
    let host = authority.prefix { $0 != ":" }
    return host.isEmpty ? nil : String(host)
  }

  private static func escaped(_ name: String) -> String {
    name.utf8.map { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        String(UnicodeScalar(octet))
      default: "%" + (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
