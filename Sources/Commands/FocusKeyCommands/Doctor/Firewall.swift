internal import LinuxRuntime

/// Finds firewalls that may drop taps, from their configuration files; only root sees the rules.
struct Firewall: Sendable {
  let system: SystemView
  let port: Int

  func findings() -> [Finding] {
    if let ufw { return [ufw] }
    if let firewalld { return [firewalld] }
    return nftables.map { [$0] } ?? []
  }

  /// `isSeen` means that the rules could be read and lack the port.
  private func finding(_ name: String, isSeen: Bool, _ commands: [[String]], undo: [[String]]) -> Finding {
    Finding(
      kind: "phone-firewall", level: isSeen ? .problem : .note,
      what: isSeen ? "\(name) drops what comes to port \(port)" : "\(name) is on, and only root sees its rules",
      meaning: isSeen
        ? "taps of phones do not arrive" : "taps do not arrive unless a rule lets port \(port) in, as this one does",
      fix: .commands(commands, undo: undo))
  }

  /// ufw: anybody can read whether it is on, but only root can read its rules.
  private var ufw: Finding? {
    guard system.lines("/etc/ufw/ufw.conf").contains(where: { $0.lowercased() == "enabled=yes" }),
      !system.lines("/etc/default/ufw").contains(where: { $0.uppercased() == "DEFAULT_INPUT_POLICY=\"ACCEPT\"" })
    else { return nil }
    let rules = system.lines("/etc/ufw/user.rules")
    let isOpen = rules.contains { line in
      line.hasPrefix("### tuple ### allow ") && line.split(separator: " ").contains { $0 == "\(port)" }
    }
    guard !isOpen else { return nil }
    return finding(
      "ufw", isSeen: !rules.isEmpty, [["ufw", "allow", "\(port)/tcp"]],
      undo: [["ufw", "delete", "allow", "\(port)/tcp"]])
  }

  /// firewalld (Fedora, openSUSE): the default zone's file names the ports.
  private var firewalld: Finding? {
    guard system.exists("/etc/systemd/system/dbus-org.fedoraproject.FirewallD1.service") else { return nil }
    let setting = "DefaultZone="
    let zone = system.lines("/etc/firewalld/firewalld.conf").first { $0.hasPrefix(setting) }
      .map { String($0.dropFirst(setting.count)) }
    let files = ["/etc", "/usr/lib"].map { "\($0)/firewalld/zones/\(zone ?? "public").xml" }
    let lines = files.map { system.lines($0) }.first { !$0.isEmpty } ?? []
    let isOpen = lines.contains { $0.includes("port=\"\(port)\"") || $0.includes("target=\"ACCEPT\"") }
    guard !isOpen else { return nil }
    let rule = "--add-port=\(port)/tcp"
    let reload = ["firewall-cmd", "--reload"]
    return finding(
      "firewalld", isSeen: zone != nil && !lines.isEmpty, [["firewall-cmd", "--permanent", rule], reload],
      undo: [["firewall-cmd", "--permanent", "--remove-port=\(port)/tcp"], reload])
  }

  /// nftables rules that are loaded at boot: an input chain that drops what it does not accept.
  private var nftables: Finding? {
    guard system.exists("/etc/systemd/system/sysinit.target.wants/nftables.service") else { return nil }
    let lines = system.lines("/etc/nftables.conf")
    guard let chain = InputChain(lines), chain.drops else {
      return lines.isEmpty ? finding("nftables", isSeen: false, rule(in: InputChain.usual), undo: []) : nil
    }
    guard !chain.names(port) else { return nil }
    return finding("nftables", isSeen: true, rule(in: chain.place), undo: [])
  }

  private func rule(in place: [String]) -> [[String]] {
    [["nft", "insert", "rule"] + place + ["tcp", "dport", "\(port)", "accept"]]
  }
}

/// The first chain in an nft(8) file that filters incoming packets.
private struct InputChain {
  /// Family, table and chain, as a command names them.
  let place: [String]
  /// Whether packets that no rule accepts are dropped.
  let drops: Bool
  private let rules: [String]

  static let usual = ["inet", "filter", "input"]

  init?(_ lines: [String]) {
    var table = ["inet", "filter"]
    var chain = ""
    var found: (place: [String], rules: [String])?
    for line in lines {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "{" || $0 == ";" }).map(String.init)
      if words.first == "table" { table = words.count > 2 ? Array(words[1...2]) : ["ip"] + words.dropFirst() }
      if words.first == "chain", words.count > 1 {
        if found != nil { break }
        chain = words[1]
      }
      if found == nil, line.includes("hook input") { found = (table + [chain], []) }
      if found != nil, !(words.first?.hasPrefix("#") ?? true) { found?.rules.append(line) }
    }
    guard let found else { return nil }
    place = found.place
    rules = found.rules
    drops = rules.contains { line in
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ";" || $0 == "}" })
      return line.includes("policy drop") || words == ["drop"] || words.first == "reject"
    }
  }

  /// Whether an accepting rule names the port, alone, in a list or in a range.
  func names(_ port: Int) -> Bool {
    rules.contains { line in
      guard line.includes("accept"), line.includes("dport") else { return false }
      return line.split(whereSeparator: { !$0.isNumber && $0 != "-" }).contains { word in
        let ends = word.split(separator: "-").compactMap { Int($0) }
        return ends.count == 2 ? ends[0]...max(ends[0], ends[1]) ~= port : ends == [port]
      }
    }
  }
}
