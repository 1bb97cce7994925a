package import PhoneTaps

/// Makes requests that nobody's phone made, and knows without asking the judge for which reason each must be refused.
///
/// It holds the keys of two paired phones and of one that was revoked, as somebody would who recorded all that they
/// ever sent: what it replays and reorders is rightly proven.
package struct Forger {
  /// A request, when it comes, and the word for its refusal; `nil` if it is a phone's own and must be accepted.
  package struct Trial: Sendable {
    package let request: PhoneRequest
    package let now: PhoneMoment
    package let reason: String?
  }

  static let desk = "desk"
  private static let page = "anna"
  private static let shortcut = "iphone"
  private static let revoked = "bert"

  private let hashes: PhoneHashes
  private let keys: [String: [UInt8]] = [
    page: [UInt8](1...32), shortcut: [UInt8](repeating: 0xFF, count: 32), revoked: [UInt8](33...64),
  ]
  private var now = PhoneMoment(wall: 1_800_000_000, steady: 5000)
  private var counter: UInt64 = 0
  private var recorded: [(request: PhoneRequest, time: Int64)] = []

  /// A forger who works against ``phones``.
  package init(hashes: PhoneHashes) {
    self.hashes = hashes
  }

  /// Whom the requests are judged by, at the start.
  package var phones: PairedPhones {
    let all = [(Self.page, Phone.Way.page, false), (Self.shortcut, .shortcut, false), (Self.revoked, .page, true)]
    return PairedPhones(
      desk: Self.name(Self.desk),
      phones: all.map { name, way, isRevoked in
        Phone(name: Self.name(name), way: way, key: keys[name] ?? [], isRevoked: isRevoked, pairedAt: now.wall)
      }, secret: [UInt8](repeating: 0xA5, count: 32))
  }

  private static func name(_ text: String) -> PhoneName { PhoneName(nearest: text, standIn: .phone) }

  /// The next request. One in fifty is a phone's own, so that it is seen that somebody is listened to.
  package mutating func next(_ chance: inout some RandomNumberGenerator) -> Trial {
    pass(Int64.random(in: 0...2, using: &chance))
    switch Int.random(in: 0..<50, using: &chance) {
    case 0: return own()
    case 1...8: return mutated(&chance)
    case 9...12: return repeated(&chance)
    case 13...16: return proven(by: Self.page, number: UInt64.random(in: 0...counter, using: &chance), off: 0)
    case 17...20: return stale(&chance)
    case 21...25: return ofStranger(&chance)
    case 26...28: return trial(tap(Self.revoked, "1", "\(now.wall)"), "revoked")
    case 29...33: return withAnotherKey(&chance)
    case 34...37: return oddlyWritten(&chance)
    case 38...43: return answered(&chance)
    default: return paired(&chance)
    }
  }

  private mutating func pass(_ seconds: Int64) {
    now.wall += seconds
    now.steady += seconds
  }

  // MARK: Taps

  private func code(_ key: [UInt8], _ text: String) -> String { hex(hashes.code(key, Array(text.utf8))) }

  private func tap(
    _ name: String, _ number: String, _ time: String, route: String = "/focus/work", key: [UInt8]? = nil
  ) -> PhoneRequest {
    let proof = code(key ?? keys[name] ?? [], "tap1|\(name)|\(Self.desk)|\(number)|\(time)|\(route)")
    return .tap(phone: name, number: number, time: time, route: route, proof: proof)
  }

  /// A tap that the phone makes.
  private mutating func own() -> Trial {
    let request = tap(Self.page, "\(counter + 1)", "\(now.wall)")
    let trial = judged(request, by: Self.page, time: now.wall, number: counter + 1)
    guard trial.reason == nil else { return trial }
    counter += 1
    if recorded.count > 400 { recorded.removeFirst(200) }
    recorded.append((request, now.wall))
    return trial
  }

  /// A tap of the page phone with a right proof: it is refused by its time or its number.
  private func proven(by name: String, number: UInt64, off seconds: Int64) -> Trial {
    let time = now.wall + seconds
    return judged(tap(name, "\(number)", "\(time)"), by: name, time: time, number: number)
  }

  private func judged(_ request: PhoneRequest, by name: String, time: Int64, number: UInt64) -> Trial {
    if abs(time - now.wall) > 90 { return trial(request, "stale") }
    return trial(request, number > counter ? nil : "replayed")
  }

  private mutating func repeated(_ chance: inout some RandomNumberGenerator) -> Trial {
    guard let old = recorded.randomElement(using: &chance) else { return own() }
    return judged(old.request, by: Self.page, time: old.time, number: 0)
  }

  private func stale(_ chance: inout some RandomNumberGenerator) -> Trial {
    let seconds = Int64.random(in: 91...1_000_000, using: &chance) * (Bool.random(using: &chance) ? 1 : -1)
    return proven(by: Self.page, number: counter + 1, off: seconds)
  }

  private mutating func ofStranger(_ chance: inout some RandomNumberGenerator) -> Trial {
    let name = ["", "Anna", "anna ", "ann", "annaa", "an\u{E4}", "desk", "%61nna"].randomElement(using: &chance) ?? ""
    return trial(tap(name, "\(counter + 1)", "\(now.wall)", key: keys[Self.page]), "unknown-phone")
  }

  private func withAnotherKey(_ chance: inout some RandomNumberGenerator) -> Trial {
    let names = [Self.page, Self.shortcut]
    let name = names.randomElement(using: &chance) ?? Self.page
    // The Shortcut's own key too: it proves answers to challenges, and no page.
    let key = name == Self.page ? (0..<32).map { _ in UInt8.random(in: 0...255, using: &chance) } : keys[name]
    return trial(tap(name, "\(counter + 1)", "\(now.wall)", key: key), "bad-proof")
  }

  /// What a page never writes, rightly proven.
  private func oddlyWritten(_ chance: inout some RandomNumberGenerator) -> Trial {
    let number = "\(counter + 1)"
    let odd = [
      "", "0\(number)", "+\(number)", "-1", "\(number).0", " \(number)", "99999999999999999999", "0x7", "\u{661}",
    ]
    let text = odd.randomElement(using: &chance) ?? ""
    let isNumber = Bool.random(using: &chance)
    let request = tap(Self.page, isNumber ? text : number, isNumber ? "\(now.wall)" : text)
    return trial(request, "bad-proof")
  }

  private mutating func mutated(_ chance: inout some RandomNumberGenerator) -> Trial {
    guard
      case .tap(let phone, var number, var time, var route, var proof) = tap(
        Self.page, "\(counter + 1)", "\(now.wall)")
    else { return own() }
    switch Int.random(in: 0..<4, using: &chance) {
    case 0: number = spoilt(number, &chance)
    case 1: time = spoilt(time, &chance)
    case 2: route = spoilt(route, &chance)
    default: proof = spoilt(proof, &chance)
    }
    return trial(.tap(phone: phone, number: number, time: time, route: route, proof: proof), "bad-proof")
  }

  // MARK: Challenges and codes

  private func answered(_ chance: inout some RandomNumberGenerator) -> Trial {
    let challenge = hex((0..<16).map { _ in UInt8.random(in: 0...255, using: &chance) })
    let (key, route) = (text(of: keys[Self.shortcut] ?? []), "/focus/work")
    let inner = hex(hashes.digest(Array("\(key)\(challenge)\(route)".utf8)))
    let proof = hex(hashes.digest(Array("\(key)\(inner)".utf8)))
    guard Bool.random(using: &chance) else {
      return trial(
        .answer(phone: Self.shortcut, challenge: challenge, route: route, proof: spoilt(proof, &chance)), "bad-proof")
    }
    // Nobody gave this challenge.
    let request = PhoneRequest.answer(phone: Self.shortcut, challenge: challenge, route: route, proof: proof)
    return trial(request, "replayed")
  }

  /// The code of a phone that is paired, of one that was revoked and of one that nobody invited.
  private func paired(_ chance: inout some RandomNumberGenerator) -> Trial {
    let names = [(Self.page, "used"), (Self.shortcut, "used"), (Self.revoked, "revoked"), ("nobody", "unknown-phone")]
    let (name, reason) = names.randomElement(using: &chance) ?? (Self.page, "used")
    let (nonce, box) = (String(repeating: "0a", count: 16), String(repeating: "5c", count: 32))
    let proof = code(keys[name] ?? [], "pair1|\(name)|\(Self.desk)|\(nonce)|\(box)")
    return trial(.pair(phone: name, nonce: nonce, box: box, proof: proof), reason)
  }

  private func trial(_ request: PhoneRequest, _ reason: String?) -> Trial {
    Trial(request: request, now: now, reason: reason)
  }
}
