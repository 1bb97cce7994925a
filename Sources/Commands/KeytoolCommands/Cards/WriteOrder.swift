internal import CommandShell
internal import FocusLinks
internal import NDEF
internal import Octets
internal import TagFormats

struct WriteOrder: Sendable {
  static let link = Operand<String>(.text("URL"), "the link to write", count: .optional)
  static let profile = Option(
    "profile", value: .text("PROFILE", wordList: "profiles"), "write the link that starts this profile")
  static let task = Option("task", value: .text("TASK"), "write the link that works on this task")
  static let file = Option("file", value: .file(), "write this file's message (binary, hex, dump)")
  static let hex = Option("hex", value: .text("HEX"), "write this message")
  static let aar = Option("aar", value: .text("PACKAGE"), "add the Android app to open")

  static let mirror = Option(
    "mirror", value: .choice("WHAT", of: ["uid", "counter"]),
    "add the card's UID or counter when read", mayRepeat: true)

  static let sign = Flag("sign", "let an NTAG DNA or DESFire sign taps")
  static let lrp = Flag("lrp", "switch an NTAG 424 to LRP first")

  let message: [UInt8]
  /// What the card should put into the message, and where.
  let mirror: Mirror?
  /// Where it should sign; `nil` if it should not.
  let signature: Signature?
  /// The link in the message, if there is one.
  let uri: String?
  let forecast: LinkForecast
  let table: RouteTable

  /// Which of UID and counter a card puts into its message.
  struct Mirror: Sendable {
    let uid: Bool
    let counter: Bool
    /// Where in the message its digits begin.
    let offset: Int
    let placeholder: String

    /// Whether a message that was read is the written one with this card's own digits in it.
    func shows(_ contents: CardContents, over written: [UInt8]) -> Bool {
      guard var octets = contents.message.octets, octets.count == written.count else { return false }
      let range = offset..<offset + placeholder.utf8.count
      let digits = octets[range]
      octets.replaceSubrange(range, with: placeholder.utf8)
      let number = MirrorOverlay.digits(of: contents.uid)
      let isCounter = digits.suffix(6).allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
      return octets == written && (!uid || digits.starts(with: number)) && (!counter || isCounter)
    }
  }

  /// Exactly one source must be named. `inLRPMode`: a card in LRP mode needs more room to sign.
  init(_ context: CommandContext, inLRPMode: Bool = false) throws(Failure) {
    let said = context.invocation
    let table = try LinkTable.table(context)
    let named = [
      said[Self.link] != nil, said[Self.profile] != nil || said[Self.task] != nil, said[Self.file] != nil,
      said[Self.hex] != nil,
    ].count { $0 }
    let signs = said[Self.sign]
    guard named == 1 else {
      throw Failure(
        .usage, kind: named == 0 ? "nothing-to-write" : "too-much-to-write",
        what: named == 0 ? "nothing to write" : "more than one thing to write", at: .text("keytool write"),
        advice: "name one: a link, --profile, --task, --file or --hex")
    }
    let wanted = said.all(Self.mirror)
    guard !signs || wanted.isEmpty && said[Self.file] == nil && said[Self.hex] == nil else {
      throw Failure(
        .usage, kind: "sign-needs-link", what: "only a link without a mirror can be signed", at: .text("--sign"),
        advice: "name a link, --profile or --task, and leave --mirror out")
    }
    guard signs || !said[Self.lrp] else {
      throw Failure(
        .usage, kind: "not-signed", what: "LRP is a way of signing", at: .text("--lrp"), advice: "add --sign")
    }
    let (showsUID, showsCounter) = (wanted.contains("uid"), wanted.contains("counter"))
    let placeholder = LinkMirror.placeholder(uid: showsUID, counter: showsCounter)
    let message: NDEFMessage
    if let digits = said[Self.hex] {
      message = try Self.message(in: hexOctets(ofLine: Array(digits.utf8)))
    } else if let name = said[Self.file] {
      message = try Self.message(inFile: try context.read(file: name), name)
    } else {
      message = NDEFMessage(
        try Self.records(said, table) { uri in
          signs
            ? LinkSignature.link(uri, inLRPMode: inLRPMode) : placeholder.map { LinkMirror.link(uri, with: $0) } ?? uri
        })
    }
    let forecast = LinkForecaster(table: table).forecast(records: message.records)
    if let link = said[Self.link], !said[writeForce] { try Self.refuseFaults(of: link, forecast, table) }
    let octets = message.encoded()
    signature = signs ? Signature(in: octets, inLRPMode: inLRPMode) : nil
    self.message = octets
    self.uri = forecast.uri
    self.forecast = forecast
    self.table = table
    mirror = try placeholder.map { digits throws(Failure) in
      let field = Array("\(LinkMirror.name)=\(digits)".utf8)
      guard let start = octets.indices.first(where: { octets[$0...].starts(with: field) }) else {
        throw Failure(
          .badData, kind: "no-place-for-digits", what: "the message has no place for the card's digits",
          at: .text("--mirror"), advice: "let its link end with \(LinkMirror.name)=\(digits)")
      }
      return Mirror(
        uid: showsUID, counter: showsCounter, offset: start + field.count - digits.utf8.count, placeholder: digits)
    }
  }

  /// Refuses a link that nothing can follow, before a card is needed.
  private static func refuseFaults(of link: String, _ forecast: LinkForecast, _ table: RouteTable) throws(Failure) {
    if let dot = link.firstIndex(of: "."), !link[..<dot].contains(where: { ":/ ".contains($0) }) {
      throw Failure(
        .badData, kind: "no-scheme", what: "the scheme is missing", at: .text(link),
        advice: "did you mean https://\(link)?")
    }
    for finding in forecast.findings {
      switch finding.kind {
      case .faultyLink(let error):
        let failure = Failure.about(error, in: forecast.uri ?? link, table)
        throw Failure(
          .badData, kind: failure.kind, what: failure.what, at: failure.place,
          advice: "\(failure.advice); or add --force", details: failure.details)
      case .emptyLink, .unescaped, .controlCharacter:
        throw Failure(
          .badData, kind: finding.name, what: "no phone follows this link: \(finding.message(in: table))",
          at: .text(link), advice: "or add --force")
      default: break
      }
    }
  }

  /// What is written, in a few words: the link, or else the first record.
  var words: String {
    if let uri { return oneLine(uri) }
    return (try? NDEFMessage(decoding: message))?.records.first?.words ?? bytes(message.count)
  }

  /// The message in a file: as it is, as hex digits, or in the dump of a card.
  private static func message(inFile content: [UInt8], _ name: String) throws(Failure) -> NDEFMessage {
    let octets = try octetsOrDigits(content)
    if (try? NDEFMessage(decoding: octets)) == nil, let dump = try recognized(content, named: name) {
      return try message(in: dump.message(named: name))
    }
    return try message(in: octets)
  }

  private static func message(in octets: [UInt8]) throws(Failure) -> NDEFMessage {
    return try renaming(Failure.noMessage, NDEFMessage(decoding: octets))
  }

  /// The link of a profile, of a task, or of a task in a profile: a card for a project.
  private static func link(_ profile: String?, _ task: String?) -> FocusLink? {
    switch (profile, task) {
    case (nil, nil): nil
    case (let profile, nil): .start(profile: profile, minutes: nil, task: nil)
    case (let profile?, let task?): .focus(profile: profile, task: task)
    case (nil, let task?): .start(profile: nil, minutes: nil, task: task)
    }
  }

  private static func records(
    _ said: Invocation, _ table: RouteTable, filledIn: (_ uri: String) -> String
  ) throws(Failure) -> [NDEFRecord] {
    let uri: String
    if let named = link(said[profile], said[task]) {
      do throws(PrintError) {
        uri = try table.print(named, as: .web)
      } catch {
        throw Failure(
          .usage, kind: "bad-profile", what: "no link can carry this",
          at: .text("--profile \(said[profile] ?? "") --task \(said[task] ?? "")"),
          advice: "use ids, such as --profile work --task next")
      }
    } else {
      uri = said[link] ?? ""
    }
    do throws(PayloadError) {
      var records = [try URIRecord(filledIn(uri)).record]
      if let package = said[aar] { records.append(try AndroidApplication(package).record) }
      return records
    } catch {
      throw .refused(error, in: uri)
    }
  }
}
