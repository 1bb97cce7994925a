internal import CommandShell
internal import FocusLinks
internal import Octets
internal import ServiceContract
internal import Spelling

/// What a card will start, in the person's own words, and how it can also end it.
struct CardPurpose: Sendable {
  /// The profile that the link names.
  private let profile: String
  /// What the person calls the profile.
  private let name: String
  /// Whether no tap ends its sessions.
  private let endsByItself: Bool
  /// The command that was given, as it can be repeated.
  private let command: String
  private let service: ServiceBeside
  /// Whether a service runs with which cards can be registered.
  let isRunning: Bool

  /// `nil` for a card that starts nothing. An unknown profile is reported before a card is needed.
  init?(_ context: CommandContext, _ order: WriteOrder) throws(Failure) {
    switch order.forecast.link {
    case .start(let named?, minutes: _, task: _): profile = named
    case .focus(let named, task: _): profile = named
    default: return nil
    }
    service = ServiceBeside(CardOptions.service(context))
    let settings = try service.settingsIfRunning()
    isRunning = settings != nil
    let known = settings?["profiles"]?.array ?? []
    let own = meant(by: profile, among: known, id: { $0["id"]?.string }, name: { $0["name"]?.string })
    name = own?["name"]?.string ?? profile
    endsByItself = own?["end"]?.string == "timer"
    let said = context.invocation
    let source =
      said[WriteOrder.profile].map { "--profile \($0)" + (said[WriteOrder.task].map { " --task \($0)" } ?? "") }
      ?? "'\(said[WriteOrder.link] ?? "URL")'"
    command = "keytool write \(source)\(said[WriteOrder.sign] ? " --sign" : "") --key NAME"
    guard isRunning, own == nil, !said[writeForce] else { return }
    let names = known.compactMap { $0["id"]?.string }
    let near = nearestWord(to: profile, among: names)
    throw Failure(
      .no, kind: "unknown-profile", what: "there is no profile “\(profile)”", at: .text("keytool write"),
      advice: near.map { "did you mean \($0)?" } ?? "there is \(names.joined(separator: ", ")); or add --force")
  }

  /// Returns the key that the card already is; `nil` if it is not one.
  func key(of uid: [UInt8]) throws(Failure) -> (id: String, mayStop: Bool)? {
    guard isRunning, let settings = try service.settingsIfRunning() else { return nil }
    let digits = HexText.text(of: uid, uppercase: true)
    guard let key = ServiceBeside.keys(in: settings).first(where: { $0["uid"]?.string == digits }),
      let id = key["id"]?.string
    else { return nil }
    return (id, key["may"]?.array?.contains { $0.string == "stop" } ?? true)
  }

  /// Registers a card under the typed name, with the right to stop, and returns its id.
  func register(_ uid: [UInt8], as typed: String, proof: String?) throws(Failure) -> String {
    let taken = Set(ServiceBeside.keys(in: try service.settings()).compactMap { $0["id"]?.string })
    let plain = Self.id(of: typed)
    var id = plain
    var number = 2
    while taken.contains(id) {
      id = "\(plain)-\(number)"
      number += 1
    }
    var key: JSONObject = ["id": .string(id), "uid": .string(HexText.text(of: uid, uppercase: true))]
    if typed != id { key["name"] = .string(typed) }
    if let proof { key["proof"] = .string(proof) }
    try service.add(key)
    return id
  }

  /// Makes an id of a name: lower-case letters and digits, with a hyphen between words.
  private static func id(of name: String) -> String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let id = words.joined(separator: "-").prefix(32)
    return id.isEmpty ? "card" : String(id)
  }

  func sentence(mayStop: Bool) -> String {
    if endsByItself { return "It starts \(name), which ends when its time is over." }
    if mayStop { return "It starts \(name). A second tap asks whether to end it." }
    return isRunning
      ? "It starts \(name). To end it by tap too: \(command)"
      : "It starts \(name). To end it by tap too, run focuskey up, then: \(command)"
  }
}
