import Glibc
import JSONText
import LinuxRuntime
import PhoneForgeries
import PhoneTaps
import ProofOfTap
import TLSSite
import TestSupport

/// A million requests that no phone made, against the judge of taps, with real proofs: forged, replayed, reordered,
/// stale, mutated and proven with the wrong key. None is accepted, and each is refused by its reason.
func phoneForgeries(_ isShort: Bool) throws -> String {
  let hashes = PhoneHashes(code: { HMACSHA256.code(of: $1, key: $0) }, digest: SHA256.digest(of:))
  var forger = Forger(hashes: hashes)
  var phones = forger.phones
  var chance = SeededGenerator(seed: 0x5048_4F4E)
  var reasons: [String: Int] = [:]
  var forged = 0
  let chances = [UInt8](repeating: 7, count: 4)
  while forged < (isShort ? 50_000 : 1_000_000) {
    let trial = forger.next(&chance)
    let verdict = phones.judge(trial.request, at: trial.now, chance: chances, hashes)
    let reason = if case .refused(let refusal) = verdict { refusal.reason } else { nil as String? }
    try hold(reason == trial.reason, "\(trial): \(verdict)")
    if trial.reason != nil { forged += 1 }
    reasons[trial.reason ?? "a phone's own", default: 0] += 1
  }
  let counts = reasons.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  return "\(forged) forged requests, 0 accepted: \(counts)"
}

/// A phone in a real browser taps a card a thousand times: no tap is lost, and none counts twice.
func phoneTaps(_ isShort: Bool) throws -> String {
  try blocking { try await tapsOfAPhone(isShort ? 20 : 1000) }
}

private func tapsOfAPhone(_ count: Int) async throws -> String {
  let port = try FreePort.take()
  let phone = try await PhoneRehearsal(port: port)
  let page = try await phone.browser.page()
  try await page.call("Page.navigate", ["url": .string(try phone.code())])
  try hold(await phone.answer(on: page)?.mark == "paired", "the phone was not paired")
  let clock = ContinuousClock()
  var times: [Duration] = []
  for number in 1...count {
    let began = clock.now
    let answer = try await phone.tap("/status", on: page)
    times.append(clock.now - began)
    try hold(answer?.mark == "done", "tap \(number): \(String(describing: answer))")
  }
  let counted = try phone.said("phone", "list")?["phones"]?.array?.first?["taps"]?.integer
  try hold(counted == Int64(count), "\(count) taps were made and \(counted ?? -1) counted")
  return
    "\(count) taps, each answered and counted once; from the card's page to the answer \(times.sorted()[count / 2])"
}
