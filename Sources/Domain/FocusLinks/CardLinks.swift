import NDEF

/// The links on a card as iPhones and Android phones see them.
struct CardLinks {
  struct Link {
    let uri: String
    let record: Int
  }

  /// Links in plain URI records: what an iPhone looks at.
  private(set) var plain: [Link] = []
  /// Links in plain URI records and Smart Posters: what this computer looks at.
  private(set) var all: [Link] = []
  private(set) var androidRecord: String?
  private(set) var findings: [LinkFinding] = []
  private let records: [NDEFRecord]
  private let contents: [RecordContent]

  init(_ records: [NDEFRecord]) {
    self.records = records
    contents = records.map { record in record.content }
    for (index, content) in contents.enumerated() { look(at: content, index) }
    judgeOrder()
  }

  var hasManyRecords: Bool { records.count > 1 }

  private mutating func look(at content: RecordContent, _ index: Int) {
    switch content {
    case .uri(let record) where Self.isEmpty(record.uri):
      findings.append(LinkFinding(.emptyLink, record: index))
    case .smartPoster(let poster) where Self.isEmpty(poster.uri.uri):
      findings.append(LinkFinding(.emptyLink, record: index))
    case .uri(let record):
      plain.append(Link(uri: record.uri, record: index))
      all.append(Link(uri: record.uri, record: index))
      judgePrefix(of: record.uri, index)
    case .smartPoster(let poster): all.append(Link(uri: poster.uri.uri, record: index))
    case .androidApplication(let application): if androidRecord == nil { androidRecord = application.package }
    case .malformed(.uri, _), .malformed(.smartPoster, _): findings.append(LinkFinding(.malformedURI, record: index))
    default: break
    }
  }

  /// Whether a URI leads nowhere: it is empty, or only a prefix such as `https://`.
  private static func isEmpty(_ uri: String) -> Bool {
    uri.isEmpty || URIPrefix.text(of: URIPrefix.longest(of: uri.utf8.span)) == uri
  }

  private mutating func judgePrefix(of uri: String, _ index: Int) {
    guard let code = records[index].payload.first else { return }
    if !URIPrefix.codes.contains(code) { findings.append(LinkFinding(.reservedPrefix(code), record: index)) }
    let fitting = URIPrefix.longest(of: uri.utf8.span)
    if code == 0, fitting != 0 {
      findings.append(LinkFinding(.spelledOutPrefix(saves: URIPrefix.text(of: fitting).utf8.count), record: index))
    }
  }

  private mutating func judgeOrder() {
    var isFirstAbsolute = false
    switch contents.first {
    case .androidApplication: findings.append(LinkFinding(.androidRecordFirst, record: 0))
    case .absoluteURI:
      isFirstAbsolute = true
      findings.append(LinkFinding(.absoluteURI, record: 0))
    default: break
    }
    if let first = plain.first {
      if first.record > 0 { findings.append(LinkFinding(.linkNotFirst, record: first.record)) }
      if plain.count > 1 { findings.append(LinkFinding(.moreLinks(plain.count - 1))) }
    } else if let poster = all.first {
      findings.append(LinkFinding(.smartPosterOnly, record: poster.record))
    } else if !isFirstAbsolute, !findings.contains(where: { [.malformedURI, .emptyLink].contains($0.kind) }) {
      findings.append(LinkFinding(.noLink(radio ?? offer)))
    }
    if let radio, !all.isEmpty || isFirstAbsolute { findings.append(LinkFinding(.offerBeforeLink(radio))) }
  }

  /// What Android's dispatcher looks for before any link: a Bluetooth device or a handover to one, then a Wi-Fi network
  /// in any record.
  private var radio: AndroidOffer? {
    let hasBluetooth = contents.contains { Self.isBluetooth($0) }
    switch contents.first {
    case .bluetooth, .bluetoothLowEnergy: return .bluetooth
    case .handover(let handover) where handover.role == .select && hasBluetooth: return .bluetooth
    default: break
    }
    let networks = contents.contains { content in
      if case .wiFi(let configuration) = content { !configuration.credentials.isEmpty } else { false }
    }
    return networks ? .wiFi : nil
  }

  private static func isBluetooth(_ content: RecordContent) -> Bool {
    switch content {
    case .bluetooth, .bluetoothLowEnergy: true
    default: false
    }
  }

  /// What Android does with record 1 if it isn't a link, or with the app that the card names.
  private var offer: AndroidOffer? {
    if androidRecord != nil { return .app }
    guard case .media(let type) = contents.first else { return nil }
    // Parameters do not count, nor does case.
    let plain = type.lowercased().prefix { $0 != ";" && $0 != " " }
    return ["text/vcard", "text/x-vcard"].contains(plain) ? .contact : nil
  }

  /// The URI that Android's dispatcher makes its intent from: record 1 alone decides.
  private var dispatched: String? {
    switch contents.first {
    case .uri(let record):
      // A reserved code, or nothing after the code, is not a URI to Android.
      (records[0].payload.first.map { code in URIPrefix.codes.contains(code) } ?? false)
        && records[0].payloadLength >= 2
        ? record.uri : nil
    case .smartPoster(let poster): poster.uri.uri
    case .absoluteURI(let uri): uri
    // Android makes a link of these octets too, control characters and all.
    case .malformed(.uri, let fault): Self.unchecked(records[0].payload, fault)
    default: nil
    }
  }

  private static func unchecked(_ payload: [UInt8], _ fault: PayloadError) -> String? {
    guard case .controlCharacter = fault.cause, let code = payload.first, URIPrefix.codes.contains(code) else {
      return nil
    }
    return URIPrefix.text(of: code) + String(decoding: payload.dropFirst(), as: UTF8.self)
  }

  private var firstIsWebLink: Bool {
    guard radio == nil, let dispatched else { return false }
    return ["http", "https"].contains(URIParts(dispatched).scheme)
  }

  /// Whether an Android Application Record would spare the question that Android asks about the link.
  var lacksAndroidRecord: Bool {
    if case .malformed = contents.first { return false }
    return androidRecord == nil && firstIsWebLink
  }

  /// What Android does: a network or a device is asked about first; a package that is named starts without a question;
  /// a web link is asked about; other links and contacts go to an app that takes them.
  var android: LinkOutcome {
    if radio != nil { return .asks }
    if offer != nil { return .opens }
    guard let dispatched else { return .nothing }
    if firstIsWebLink { return .asks }
    return URIParts(dispatched).scheme.isEmpty ? .nothing : .opens
  }
}
