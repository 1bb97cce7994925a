internal import CommandShell
internal import Phones
internal import ServiceContract

/// Why taps of a paired phone may not arrive: the port, a firewall, the name, the address, the network.
struct PhoneExamination: Sendable {
  let system: SystemView
  /// The answer to `phone list`.
  let phones: JSONNode
  let addresses: [NetworkAddress]

  /// Returns nothing if no service runs, which other checks report, or if no phone is paired.
  static func findings(_ context: CommandContext, _ system: SystemView) -> [Finding] {
    guard let phones = try? ServiceCall(context).ask(PhoneRequests.list()) else { return [] }
    return PhoneExamination(system: system, phones: phones, addresses: ComputerNames.networkAddresses).findings()
  }

  /// Everything that was found, the most pressing first.
  func findings() -> [Finding] {
    guard phones["code"]?.isNull == false || !paired.isEmpty else { return [] }
    guard let port = phones["port"]?.integer else { return [notListening] }
    return Firewall(system: system, port: Int(port)).findings() + address() + name() + silence(port)
  }

  private var paired: [JSONNode] { (phones["phones"]?.array ?? []).filter { $0["revoked"]?.bool != true } }
  private var hosts: [String] { (phones["hosts"]?.array ?? []).compactMap(\.string) }
  private var hasAvahi: Bool { system.exists("/run/avahi-daemon/socket") }

  private var notListening: Finding {
    Finding(
      kind: "phone-port-taken", level: .problem, what: "phones are paired but nothing listens for them",
      meaning: "their taps do not arrive; end what uses their port, then: focuskey restart",
      fix: .byHand("sudo ss -ltnp"))
  }

  private func pairAgain(_ name: String?) -> Finding.Fix {
    .byHand("\(Environment.command) phone pair" + (name.map { " --name \(Environment.quoted($0))" } ?? ""))
  }

  /// Phones know this computer by addresses that it no longer has.
  private func address() -> [Finding] {
    let told = hosts.compactMap { NetworkAddress($0) }
    let hasName = hosts.contains { NetworkAddress($0) == nil }
    let isLoopback = told.contains { $0.octets == [127, 0, 0, 1] || $0.text == "::1" }
    guard !told.isEmpty, !hasName || !hasAvahi, !isLoopback, !told.contains(where: { addresses.contains($0) }) else {
      return []
    }
    let before = told.map(\.text).joined(separator: ", ")
    let now = addresses.isEmpty ? "no address" : addresses.map(\.text).joined(separator: ", ")
    return [
      Finding(
        kind: "phone-address-changed", level: .problem,
        what: "phones were told \(before), and this computer is now at \(now)",
        meaning: "taps do not arrive until the old address is back or the phone is paired again; "
          + "a fixed address in the router, or avahi, keeps this from happening",
        fix: pairAgain(paired.first?["phone"]?.string))
    ]
  }

  /// Nothing answers for this computer's name.
  private func name() -> [Finding] {
    let known = hosts.first { $0.hasSuffix(".local") }
    guard !hasAvahi else { return [] }
    return [
      Finding(
        kind: "phone-no-name", level: known == nil ? .note : .problem,
        what: known.map { "avahi is not running, so nothing answers for \($0)" }
          ?? "avahi is not running, so phones know this computer by its address only",
        meaning: known == nil
          ? "they do not find it any longer when the router gives it another address"
          : "phones that were told this name do not find this computer",
        fix: .byHand("sudo apt-get install avahi-daemon && \(Environment.command) phone pair"))
    ]
  }

  /// A phone that has not been heard from since it was paired.
  private func silence(_ port: Int64) -> [Finding] {
    let silent = paired.filter { $0["taps"]?.integer == 0 && $0["way"]?.string == "page" }
      .compactMap { $0["phone"]?.string }
    guard !silent.isEmpty, let host = hosts.first else { return [] }
    return [
      Finding(
        kind: "phone-never-tapped", level: .note, what: "no tap of \(silent.joined(separator: ", ")) has arrived yet",
        meaning: "if you tapped: guest networks keep devices apart (client isolation), so put both into the main one. "
          + "If the phone's browser shows \u{201C}Nothing here.\u{201D} at this address, the way is free",
        fix: .byHand("http://\(host):\(port)/"))
    ]
  }
}
