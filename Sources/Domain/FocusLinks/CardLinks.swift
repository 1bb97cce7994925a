import NDEF

/// The links on a card as the two kinds of phones see them.
struct CardLinks {
  struct Link {
    let uri: String
    let record: Int
  }

  /// Links in plain URI records: what an iPhone looks at.
  private(set) var plain: [Link] = []
  /// Links in plain URI records and Smart Posters: what this computer looks at.
  private(set) var all: [Link] = []
  /// The package of the first Android Application Record.
  private(set) var androidRecord: String?
  /// What the records themselves have to say.
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
    } else if !isFirstAbsolute, !findings.contains(where: { finding in finding.kind == .malformedURI }) {
      findings.append(LinkFinding(.noLink))
    }
  }

  /// The URI that Android's dispatcher makes its intent from: record 1 alone decides.
  private var dispatched: String? {
    switch contents.first {
    case .uri(let record):
      // A reserved code, or nothing behind the code, is no URI to Android.
      (records[0].payload.first.map { code in URIPrefix.codes.contains(code) } ?? false)
        && records[0].payloadLength >= 2
        ? record.uri : nil
    case .smartPoster(let poster): poster.uri.uri
    case .absoluteURI(let uri): uri
    default: nil
    }
  }

  /// Whether Android's intent is a web link.
  var firstIsWebLink: Bool {
    guard let dispatched else { return false }
    return ["http", "https"].contains(URIParts(dispatched).scheme)
  }

  /// What Android does: a package that is named starts without a question; a web link is asked about; other links go to
  /// whoever takes them.
  var android: LinkOutcome {
    if androidRecord != nil { return .opens }
    guard let dispatched else { return .nothing }
    if firstIsWebLink { return .asks }
    return URIParts(dispatched).scheme.isEmpty ? .nothing : .opens
  }
}
