import Glibc
import JSONText
import LinuxRuntime
import Octets
import ProofOfTap
import TestSupport

/// How long it takes from a phone's request until the session that it starts is on the disk: the answer comes after
/// that, and the service is killed with the answer, so that what was not on the disk would be lost.
func phoneStarts(_ isShort: Bool) throws -> String {
  try blocking { try await startsOfAPhone(isShort ? 3 : 100, mayTake: isShort ? nil : .milliseconds(10)) }
}

private func startsOfAPhone(_ count: Int, mayTake limit: Duration?) async throws -> String {
  let home = TemporaryFolder()
  try Files.replace(home("config.json5"), with: Array("{ port: 0 }".utf8))
  var service = try RunningService(home: home.path)
  func said(_ words: String...) throws -> JSONNode? {
    let outcome = try service.program.run(words + ["--json", "--home", home.path])
    return try? JSONDocument(Array(outcome.output.utf8)).root
  }
  let port = "\(try FreePort.take())"
  let link = try said("phone", "pair", "--name", "anna", "--host", "127.0.0.1", "--port", port)?["link"]?.string
  guard let phone = link.flatMap(SocketPhone.init(link:)) else { throw Broken("no code") }
  try hold(await phone.get(phone.pairing).contains("200"), "the phone was not paired")
  let clock = ContinuousClock()
  var times: [Duration] = []
  for number in 1...count {
    let target = phone.tap("/start?profile=work", encoded: "%2Fstart%3Fprofile%3Dwork", number: number)
    let began = clock.now
    let answer = await phone.get(target)
    times.append(clock.now - began)
    service.kill()
    try hold(answer.contains("data-result=\"done\""), "start \(number): \(answer)")
    service = try RunningService(home: home.path)
    try hold(try said("status")?["state"]?.string == "focusing", "start \(number) was answered and is not on the disk")
    service.kill()
    for name in try Files.names(inFolder: home.path) where name.hasPrefix("focuskey.sqlite") {
      try Files.remove(home(name))
    }
    service = try RunningService(home: home.path)
  }
  service.stop()
  let median = times.sorted()[count / 2]
  if let limit { try hold(median <= limit, "median \(median) of \(count) starts: more than \(limit)") }
  return "\(count) starts, each on the disk when it was answered; from request to answer median \(median)"
}

/// A phone that speaks over a socket of its own, as the page behind a card's link does.
private struct SocketPhone {
  private let parts: [String]
  private let port: UInt16
  private let own = [UInt8](repeating: 0x5C, count: 32)

  init?(link: String) {
    parts = link.split(separator: "#").last?.split(separator: "~").map(String.init) ?? []
    guard parts.count == 6, let port = UInt16(parts[3]) else { return nil }
    self.port = port
  }

  private func code(_ key: [UInt8], _ text: String) -> [UInt8] { HMACSHA256.code(of: Array(text.utf8), key: key) }

  var pairing: String {
    let (desk, name, nonce) = (parts[1], parts[4], String(repeating: "0f", count: 16))
    let key = Base64URLText.octets(of: parts[5]) ?? []
    let box = HexText.text(of: zip(own, code(key, "pair1-key|\(name)|\(desk)|\(nonce)")).map { $0 ^ $1 })
    let proof = HexText.text(of: code(key, "pair1|\(name)|\(desk)|\(nonce)|\(box)"))
    return "/pair?p=\(name)&o=\(nonce)&b=\(box)&m=\(proof)"
  }

  func tap(_ route: String, encoded: String, number: Int) -> String {
    let now = time(nil)
    let proof = HexText.text(of: code(own, "tap1|\(parts[4])|\(parts[1])|\(number)|\(now)|\(route)"))
    return "/tap?p=\(parts[4])&n=\(number)&t=\(now)&r=\(encoded)&m=\(proof)"
  }

  func get(_ target: String) async -> String { await Browser.get(target, port: port) }
}
