internal import CommandShell
internal import Octets
internal import ServiceContract

/// Makes the written card a key of the service that runs here.
struct KeyRegistration: Sendable {
  private static let key = Option("key", value: .text("ID"), "register the card as this key")
  private static let may = Option(
    "may", value: .choice("WHAT", of: ["start", "stop", "break", "switch", "visit"]),
    "what the key may do (all of these)",
    mayRepeat: true)
  private static let proof = Option(
    "proof", value: .choice("HOW", of: ["uid", "counter", "sun"]), "how taps are proven (default: uid or sun)")

  static var options: [any Argument] { [key, may, proof] }

  let id: String
  private let roles: [String]
  private let proof: String?
  private let service: ServiceBeside

  /// Reads the options; `nil` if no key is named.
  init?(_ context: CommandContext, cards: Int, _ order: WriteOrder) throws(Failure) {
    let said = context.invocation
    guard let id = said[Self.key] else {
      guard said.all(Self.may).isEmpty, said[Self.proof] == nil else {
        throw Failure(
          .usage, kind: "no-key", what: "this option needs --key", at: .text("--may, --proof"),
          advice: "name it with --key")
      }
      return nil
    }
    guard cards == 1 else {
      throw Failure(
        .usage, kind: "one-key-many-cards", what: "one key is one card", at: .text("--batch with --key"),
        advice: "write them one by one")
    }
    if said[Self.proof] == "counter", order.mirror?.counter != true {
      throw Failure(
        .usage, kind: "no-counter", what: "the card's tap counter would stay off", at: .text("--proof counter"),
        advice: "add --mirror counter or --mirror uid,counter")
    }
    if said[Self.proof] == "sun", order.signature == nil {
      throw Failure(
        .usage, kind: "not-signed", what: "the card would not sign its taps", at: .text("--proof sun"),
        advice: "add --sign")
    }
    self.id = id
    roles = said.all(Self.may)
    proof = said[Self.proof] ?? (order.signature == nil ? nil : "sun")
    service = ServiceBeside(CardOptions.service(context))
  }

  var mayStop: Bool { roles.isEmpty || roles.contains("stop") }

  /// Makes sure, before a card is touched, that the service is there and the id is free.
  func checkID() throws(Failure) {
    guard try ServiceBeside.keys(in: service.settings()).contains(where: { $0["id"]?.string == id }) else { return }
    throw Failure(
      .no, kind: "key-exists", what: "a key with this name is already registered", at: .text("--key \(id)"),
      advice: "name another, or first: focuskey key remove \(id)")
  }

  /// Makes sure, before a card is written, that it is not a key yet and that there is a service to register it with.
  func checkCard(_ uid: [UInt8]) throws(Failure) {
    try checkID()
    let digits = HexText.text(of: uid, uppercase: true)
    let keys = ServiceBeside.keys(in: try service.settings())
    guard let other = keys.first(where: { $0["uid"]?.string == digits }) else { return }
    let name = other["id"]?.string ?? "another"
    throw Failure(
      .no, kind: "card-registered", what: "the card is already registered as \(name)", at: .text(digits),
      advice: "write it without --key, or first: focuskey key remove \(name)")
  }

  /// Registers a written card; the service checks all of its settings and changes all or nothing.
  func register(_ uid: [UInt8]) throws(Failure) {
    do throws(Failure) { try addKey(uid) } catch {
      throw Failure(
        error.exitCode, kind: error.kind, what: "the card was written but not registered: \(error.what)",
        at: .text(HexText.text(of: uid, uppercase: true)),
        advice: "then repeat the command: \(error.advice)")
    }
  }

  private func addKey(_ uid: [UInt8]) throws(Failure) {
    var key: JSONObject = ["id": .string(id), "uid": .string(HexText.text(of: uid, uppercase: true))]
    if !roles.isEmpty { key["may"] = JSONValue(roles) }
    if let proof { key["proof"] = .string(proof) }
    try service.add(key)
  }
}
