internal import CommandShell
internal import FocusLinks
internal import NDEF
internal import Octets
internal import ServiceContract
internal import SiteAssociation
internal import TagFormats

private let url = Operand<String>(
  .text("URL"), "the link; or the word card, for the card on a reader", count: .optional)
private let hex = Option("hex", value: .text("HEX"), "the card's message in hex, not a link")
private let capacity = Option(
  "capacity", value: .number("BYTES", in: 1...65_535), "the room on the card, in bytes")
private let aasa = Option("aasa", value: .file(), "judge by the site's association file")
private let app = Option("app", value: .text("ID"), "only ask about this app of that file")
private let lines = Flag("lines", "answer each line (hex or link) with JSON")

var linkCheckCommand: ProgramCommand {
  ProgramCommand(
    "check", "Show what devices do with a link",
    discussion: """
      Says what happens on an iPhone, on Android and on this computer when a card with the link, or with the whole message,
      is held to it, and what to know before it is written. Ends with 1 if something keeps it from working.

      $ keytool link check https://focuskey.app/focus/work
      $ keytool link check --hex d1011455 04666f6375736b65792e6170702f73746f70
      $ keytool link check card
      $ keytool link check --lines < messages.txt > forecasts.jsonl
      """, takes: [url, hex, capacity, aasa, app, lines, CardOptions.waiting, CardOptions.password, LinkTable.options]
  ) { context throws(Failure) in
    let said = context.invocation
    try context.usage { said throws(UsageError) in
      if said[hex] != nil, said[url] != nil { throw said.conflict("--hex", "URL") }
      if said[lines], said[hex] != nil { throw said.conflict("--lines", "--hex") }
      if said[lines], said[url] != nil { throw said.conflict("--lines", "URL") }
    }
    let forecaster = try forecaster(context)
    if said[lines] {
      return try context.answerEachLine { line throws(Failure) in
        ForecastAnswer(try forecaster.forecast(line: line, capacity: said[capacity]), in: forecaster.table).json
      }
    }
    let forecast: LinkForecast
    if let digits = said[hex] {
      let records = try messageRecords(of: hexOctets(ofLine: Array(digits.utf8)))
      forecast = forecaster.forecast(records: records, capacity: said[capacity])
    } else if said[url] == "card" {
      forecast = try await CardReaders.use(context) { station throws(Failure) in
        try forecaster.forecast(of: try await station.read(password: try CardOptions.password(context)).contents)
      }
    } else {
      let text = try context.usage { said throws(UsageError) in try said.require(url) }
      forecast = forecaster.forecast(uri: text, capacity: said[capacity])
    }
    try context.answer(ForecastAnswer(forecast, in: forecaster.table))
    return forecast.findings.contains { finding in finding.level == .error } ? .no : .done
  }
}

extension LinkForecaster {
  /// A link has a colon and letters other than hex digits; a message in hex has neither.
  fileprivate func forecast(line: [UInt8], capacity: Int?) throws(Failure) -> LinkForecast {
    let text = String(decoding: line, as: UTF8.self)
    if text.includes("://") || text.hasPrefix("tel:") || text.hasPrefix("mailto:") {
      return forecast(uri: text, capacity: capacity)
    }
    return forecast(records: try messageRecords(of: hexOctets(ofLine: line)), capacity: capacity)
  }

  fileprivate func forecast(of card: CardContents) throws(Failure) -> LinkForecast {
    guard let octets = card.message.octets else {
      throw Failure(
        .no, kind: "no-message", what: "there is no message on this card", at: .text(HexText.text(of: card.uid)),
        advice: "write one with: keytool write")
    }
    return forecast(records: try messageRecords(of: octets), capacity: card.capacity)
  }
}

/// Returns a forecaster for the given file, or else for the one that the routes generate.
private func forecaster(_ context: CommandContext) throws(Failure) -> LinkForecaster {
  let table = try LinkTable.table(context)
  guard let name = context.invocation[aasa] else { return LinkForecaster(table: table) }
  let report = AssociationReport(reading: try context.read(file: name))
  guard report.root != nil else {
    throw Failure(
      .badData, kind: "not-an-association-file", what: "not an association file", at: .text(name),
      advice: "see keytool aasa validate \(name)")
  }
  let (links, app) = (report.links, context.invocation[app])
  return LinkForecaster(table: table) { uri in
    guard let address = WebAddress(uri) else { return nil }
    return switch links.decision(for: address, app: app).outcome {
    case .match: .taken
    case .excluded: .excluded
    case .noMatch: .notTaken
    }
  }
}

private func messageRecords(of octets: [UInt8]) throws(Failure) -> [NDEFRecord] {
  return try renaming(Failure.noMessage, NDEFMessage(decoding: octets).records)
}

private struct ForecastAnswer: PrintedAnswer {
  private let forecast: LinkForecast
  private let table: RouteTable

  init(_ forecast: LinkForecast, in table: RouteTable) {
    self.forecast = forecast
    self.table = table
  }

  var json: JSONValue { forecast.json(in: table) }

  var text: String {
    var lines: [String] = []
    if let uri = forecast.uri { lines.append(oneLine(uri)) }
    lines.append("iPhone with the app     \(forecast.iPhone.words)")
    lines.append("iPhone without the app  \(forecast.iPhoneWithoutApp.words)")
    lines.append("Android                 \(forecast.android.words)")
    lines.append("this computer           \(forecast.desktop == .opens ? "FocusKey acts" : "nothing happens")")
    for finding in forecast.findings {
      let place = finding.record.map { record in "record \(record + 1): " } ?? ""
      lines.append("\(finding.level.rawValue): \(place)\(oneLine(finding.message(in: table)))")
    }
    lines += forecast.androidRules.map { "note: \($0.message) (\(AndroidTagRule.basis))" }
    return lines.joined(separator: "\n")
  }
}

extension LinkOutcome {
  var words: String {
    switch self {
    case .opens: "an app opens it"
    case .browser: "the browser shows the page"
    case .asks: "the phone asks first"
    case .nothing: "nothing happens"
    }
  }
}
