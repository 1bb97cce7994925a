internal import CommandShell
internal import CommandSpec
internal import FocusLinks
internal import HexText
internal import NDEF

/// What is to be written, as the command line says it.
struct WriteOrder: Sendable {
  static let link = Operand<String>(.text("URL"), "the link to write", count: .optional)
  static let profile = Option(
    "profile", value: .text("PROFILE", wordList: "profiles"), "writes the link that starts this profile")
  static let file = Option("file", value: .file(), "writes the message in this file (binary or hex)")
  static let hex = Option("hex", value: .text("HEX"), "writes this message")
  static let aar = Option("aar", value: .text("PACKAGE"), "adds the Android app to open")

  /// The octets of the message.
  let message: [UInt8]
  /// The link in it, where it is one.
  let uri: String?
  /// What devices will do with it, and what to know before.
  let forecast: LinkForecast
  let table: RouteTable

  /// Reads it; exactly one source must be named.
  init(_ context: CommandContext) throws(CommandFailure) {
    let said = context.invocation
    let table = try LinkTable.table(context)
    let named = [
      said[Self.link] != nil, said[Self.profile] != nil, said[Self.file] != nil, said[Self.hex] != nil,
    ].count { $0 }
    guard named == 1 else {
      throw CommandFailure(
        .usage, kind: named == 0 ? "nothing-to-write" : "too-much-to-write",
        what: named == 0 ? "nothing to write" : "more than one thing to write", at: .text("keytool write"),
        advice: "name one: a link, --profile, --file or --hex")
    }
    let message: NDEFMessage
    if let digits = said[Self.hex] {
      message = try Self.message(in: hexOctets(ofLine: Array(digits.utf8)))
    } else if let name = said[Self.file] {
      message = try Self.message(inFile: try context.read(file: name), name)
    } else {
      message = NDEFMessage(try Self.records(said, table))
    }
    let forecast = LinkForecaster(table: table).forecast(records: message.records)
    self.init(message: message.encoded(), uri: forecast.uri, forecast: forecast, table: table)
  }

  private init(message: [UInt8], uri: String?, forecast: LinkForecast, table: RouteTable) {
    self.message = message
    self.uri = uri
    self.forecast = forecast
    self.table = table
  }

  /// The message in a file: as it is, as hex digits, or in the dump of a card.
  private static func message(inFile content: [UInt8], _ name: String) throws(CommandFailure) -> NDEFMessage {
    let octets = try octetsOrDigits(content)
    if (try? NDEFMessage(decoding: octets)) == nil, let dump = try recognized(content, named: name) {
      return try message(in: dump.message(named: name))
    }
    return try message(in: octets)
  }

  private static func message(in octets: [UInt8]) throws(CommandFailure) -> NDEFMessage {
    do throws(NDEFError) { return try NDEFMessage(decoding: octets) } catch { throw .noMessage(error) }
  }

  private static func records(_ said: Invocation, _ table: RouteTable) throws(CommandFailure) -> [NDEFRecord] {
    let uri: String
    if let profile = said[profile] {
      do throws(PrintError) {
        uri = try table.print(.start(profile: profile, minutes: nil, task: nil), as: .web)
      } catch {
        throw CommandFailure(
          .usage, kind: "bad-profile", what: "no link can carry this profile", at: .text("--profile \(profile)"),
          advice: "use its id, such as work")
      }
    } else {
      uri = said[link] ?? ""
    }
    do throws(PayloadFault) {
      var records = [try URIRecord(uri).record]
      if let package = said[aar] { records.append(try AndroidApplication(package).record) }
      return records
    } catch {
      throw .refused(error, in: uri)
    }
  }
}
