public import NDEF

/// Says what devices will do with a link or a card, and why.
///
/// The rules are those that Apple documents for background tag reading and that Android's dispatcher follows; where
/// both are silent, what was seen.
public struct LinkForecaster: Sendable {
  /// The routes and hosts that are ours.
  public let table: RouteTable
  /// What the association file of the link's site says; `nil` for a link that no known file is about.
  private let claim: @Sendable (_ uri: String) -> SiteClaim?

  /// Makes a forecaster for the file that is generated from the table: it takes every path of a route, on our hosts.
  public init(table: RouteTable) {
    self.table = table
    claim = { uri in table.generatedClaim(on: uri) }
  }

  /// Makes a forecaster for a given association file.
  ///
  /// - Parameters:
  ///   - table: the routes and hosts that are ours.
  ///   - claim: what the file says about a link of `http` or `https`; `nil` if the file is of another site.
  public init(table: RouteTable, claim: @escaping @Sendable (_ uri: String) -> SiteClaim?) {
    self.table = table
    self.claim = claim
  }

  /// What becomes of a card that holds this link and nothing else.
  public func forecast(uri: String, capacity: Int? = nil) -> LinkForecast {
    guard let record = try? URIRecord(uri).record else {
      return LinkForecast(
        iPhone: .nothing, iPhoneWithoutApp: .nothing, android: .nothing, desktop: .nothing,
        findings: [LinkFinding(.controlCharacter)], link: nil, uri: uri)
    }
    return forecast(records: [record], capacity: capacity)
  }

  /// What becomes of a card with these records.
  ///
  /// - Parameters:
  ///   - records: the records of the message.
  ///   - capacity: how many octets of message the card holds, where that is known.
  public func forecast(records: [NDEFRecord], capacity: Int? = nil) -> LinkForecast {
    let card = CardLinks(records)
    var findings = card.findings
    if let capacity {
      let octets = NDEFMessage(records).encoded().count
      if octets > capacity { findings.append(LinkFinding(.tooLarge(octets: octets, capacity: capacity))) }
    }
    var iPhone = LinkOutcome.nothing
    var withoutApp = LinkOutcome.nothing
    if let first = card.plain.first {
      let forecast = iPhoneForecast(first.uri)
      (iPhone, withoutApp) = (forecast.withApp, forecast.withoutApp)
      findings += forecast.findings.map { kind in LinkFinding(kind, record: card.hasManyRecords ? first.record : nil) }
    }
    for link in card.all {
      findings += findingsInText(of: link.uri).map { kind in
        LinkFinding(kind, record: card.hasManyRecords ? link.record : nil)
      }
    }
    if card.lacksAndroidRecord { findings.append(LinkFinding(.noAndroidRecord)) }
    let ours = desktopLink(in: card, &findings)
    findings.sort { one, other in one.level.order < other.level.order }
    return LinkForecast(
      iPhone: iPhone, iPhoneWithoutApp: withoutApp, android: card.android, desktop: ours == nil ? .nothing : .opens,
      findings: findings, link: ours, uri: card.plain.first?.uri)
  }

  // MARK: iPhone

  private func iPhoneForecast(
    _ uri: String
  ) -> (withApp: LinkOutcome, withoutApp: LinkOutcome, findings: [LinkFinding.Kind]) {
    let parts = URIParts(uri)
    switch parts.scheme {
    case "http", "https":
      let host = (parts.host ?? "").lowercased()
      if KnownLinks.maps.contains(host) { return (.asks, .asks, []) }
      if parts.userInfo != nil { return (.browser, .browser, []) }
      if KnownLinks.isShortener(host) { return (.browser, .browser, [.shortener(host)]) }
      switch claim(uri) {
      case .taken: return (.opens, .browser, [])
      case .excluded: return (.browser, .browser, [.excluded])
      case .notTaken: return (.browser, .browser, [.notAssociated])
      case nil: return (.browser, .browser, table.hosts.contains(host) ? [] : [.foreignHost(host)])
      }
    case let scheme where KnownLinks.offeredByIPhone.contains(scheme): return (.asks, .asks, [])
    case let scheme where KnownLinks.seenOnIPhone.contains(scheme): return (.opens, .opens, [.schemeUnpromised(scheme)])
    case let scheme: return (.nothing, .nothing, [.schemeNotOnIPhone(scheme)])
    }
  }

  // MARK: This computer

  /// The link that the service would follow: the first that is ours (records that are not ours are kept and passed
  /// over).
  private func desktopLink(in card: CardLinks, _ findings: inout [LinkFinding]) -> FocusLink? {
    for candidate in card.all {
      let record = card.hasManyRecords ? candidate.record : nil
      do throws(LinkError) {
        let link = try parse(candidate.uri)
        let form: LinkForm = URIParts(candidate.uri).scheme == RouteTable.scheme ? .scheme : .web
        if let canonical = try? table.print(link, as: form), canonical != candidate.uri,
          canonical != MirroredValues(in: candidate.uri).rest
        {
          // Hosts are ours in any order; printing knows the first only.
          if !table.hosts.dropFirst().contains(URIParts(candidate.uri).host ?? "") {
            findings.append(LinkFinding(.notCanonical(canonical), record: record))
          }
        }
        return link
      } catch {
        guard !error.isForeign else { continue }
        // What is wrong with any link was said already.
        switch error.cause {
        case .insecureScheme, .illegalCharacter: break
        default: findings.append(LinkFinding(.faultyLink(error), record: record))
        }
        return nil
      }
    }
    return nil
  }

  /// Reads a link as the service does: what the card itself fills in is not part of the request.
  private func parse(_ uri: String) throws(LinkError) -> FocusLink {
    do throws(LinkError) {
      return try table.parse(uri)
    } catch {
      let rest = MirroredValues(in: uri).rest
      guard rest != uri, let link = try? table.parse(rest) else { throw error }
      return link
    }
  }

  // MARK: The text of a link

  private func findingsInText(of uri: String) -> [LinkFinding.Kind] {
    let parts = URIParts(uri)
    var kinds: [LinkFinding.Kind] = []
    if parts.scheme == "http", parts.host.map({ host in !KnownLinks.maps.contains(host) }) ?? true {
      kinds.append(.insecure)
    }
    let isASCII = { (text: String) in text.utf8.allSatisfy { octet in octet < 0x80 } }
    if let host = parts.host {
      let normal = parts.beginning.lowercased()
      if parts.userInfo != nil {
        kinds.append(.userInfo)
      } else if normal != parts.beginning {
        kinds.append(.capitals(normal: normal))
      }
      if !isASCII(host) { kinds.append(.unicodeHost) }
    }
    if !isASCII(parts.path + (parts.query ?? "")) { kinds.append(.unicodePath) }
    if uri.utf8.contains(where: { octet in octet < 0x20 || octet == 0x7F }) {
      kinds.append(.controlCharacter)
    } else if uri.utf8.contains(where: { octet in !LinkOctets.mayStand(octet) }) {
      kinds.append(.unescaped)
    }
    for item in parts.queryItems where KnownLinks.looksSecret(name: item.name, value: item.value) {
      kinds.append(.secret(item.name))
    }
    return kinds
  }
}

extension RouteTable {
  /// What the association file that is generated from this table says about a link; `nil` for other sites.
  ///
  /// Devices compare the escaped form, letter by letter; a slash at the end means nothing to them, several count as
  /// one.
  func generatedClaim(on uri: String) -> SiteClaim? {
    let parts = URIParts(uri)
    guard parts.scheme == "https" || parts.scheme == "http", let host = parts.host, hosts.contains(host.lowercased())
    else { return nil }
    let segments = parts.path.split(separator: "/")
    let taken = routes.contains { route in
      route.path.segments.count == segments.count
        && zip(route.path.segments, segments).allSatisfy { pattern, segment in
          guard case .word(let word) = pattern else { return true }
          return segment.utf8.elementsEqual(word.utf8)
        }
    }
    return taken ? .taken : .notTaken
  }
}
