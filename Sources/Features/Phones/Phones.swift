internal import DesktopBus
package import FeaturePorts
package import Languages
package import PhoneDoor
internal import PhoneTaps
internal import ProofOfTap
internal import QRCodes

package enum PhoneRequests {
  package static let pair = Signature(
    "phone-pair", "Invite a phone by a code that pairs once, or pair a Shortcut at once", .optional(.text("name")),
    .texts("hosts").or([]), .optional(.whole("port", in: 1...Int(UInt16.max))), .truth("shortcut").or(false),
    .truth("picture").or(false))
  package static let list = Signature(question: "phones", "The paired phones")
  package static let revoke = Signature("phone-revoke", "Refuse a phone's taps from now on", .text("name"))
}

package struct Phones: Sendable {
  let door: PhoneDoor
  let site: String
  let zone: CivilZone
  let network: NetworkAnnouncement

  /// `site` is the host that phone codes lead to; `speech` is the language of an accepting phone.
  package init(
    of home: Home, _ configuration: ServiceConfiguration.PhonePlace, site: String, on loop: EventLoop,
    _ words: ServiceLog, speech: @escaping @Sendable (_ accepted: String?) -> Speech
  ) {
    network = .ofPhones(on: loop)
    door = .make(of: home, configuration, on: loop, announcing: network, now: words.now, words, speech: speech)
    self.site = site
    zone = words.zone
  }

  /// Listens; `act` carries out taps of paired phones, `actSigned` what cards signed.
  package func open(_ act: @escaping PhoneDoor.Act, actSigned: @escaping PhoneDoor.ActSigned) async {
    await door.open(act, actSigned: actSigned)
  }

  package func close() async { await door.close() }

  package var arePaired: Bool { get async { await !door.phones.isEmpty } }

  package var requests: [Request] {
    [
      PhoneRequests.pair.answer { _, name, hosts, port, isShortcut, wantsPicture throws(Failure) in
        try await pair(
          Invitation(name: name, hosts: hosts, port: port, isShortcut: isShortcut, wantsPicture: wantsPicture))
      },
      PhoneRequests.list.answer { _ in await list() },
      PhoneRequests.revoke.answer { _, name throws(Failure) in try await revoke(name) },
    ]
  }

  private struct Invitation {
    var name: String?
    /// Where the phone reaches this computer, by name or address; found if none are given.
    var hosts: [String]
    var port: Int?
    /// Whether it is a Shortcut, whose key the person carries over.
    var isShortcut: Bool
    var wantsPicture: Bool
  }

  private func pair(_ invitation: Invitation) async throws(Failure) -> JSONValue {
    let name: PhoneName
    if let wish = invitation.name {
      guard let usable = PhoneName(wish) else {
        throw Failure(
          .badData, "bad-phone", "this is not a name for a phone", at: wish,
          advice: "use 1 to 24 letters, digits and hyphens")
      }
      name = usable
    } else {
      name = .phone
    }
    var hosts: [String] = []
    for host in invitation.hosts {
      // An address is written as browsers write it, so that it is known again in their requests.
      let host = NetworkAddress(host)?.inLinks ?? host
      guard PairingLink.isHost(host) else {
        throw Failure(
          .badData, "bad-phone", "this is not a host", at: host, advice: "give a name or an address, without a port")
      }
      hosts.append(host)
    }
    if hosts.isEmpty { hosts = await foundHosts }
    // Without a network for now: as it was told before.
    if hosts.isEmpty { hosts = await door.hosts }
    guard !hosts.isEmpty else {
      throw .noPhoneDoor("this computer is in no network: connect it, or name it with --host")
    }
    let port = invitation.port.map { UInt16(truncatingIfNeeded: $0) }
    do throws(PhoneDoorError) {
      if invitation.isShortcut { return shortcut(try await door.admit(name, hosts: hosts, port: port)) }
      var (code, closes) = try await door.invite(name, hosts: hosts, port: port)
      code.site = site
      let until = ISO8601.text(Timestamp(milliseconds: closes * 1000), in: zone)
      var answer: JSONObject = [
        "ok": true, "link": .string(code.text), "expires_at": .string(until), "phone": .string(code.phone.text),
        "message": .string("Scan this code with \(code.phone.text) within 5 minutes."),
      ]
      if invitation.wantsPicture {
        answer["picture"] = QRCode(code.text).map { ["size": JSONValue($0.size), "path": .string($0.path)] } ?? .null
      }
      return .object(answer)
    } catch {
      throw .noPhoneDoor(error.sentence)
    }
  }

  private func shortcut(_ code: PairingLink) -> JSONValue {
    var code = code
    code.site = site
    let place = "http://\(code.hosts.first ?? ""):\(code.port)"
    return [
      "ok": true, "link": .string(code.text), "expires_at": .null, "phone": .string(code.phone.text),
      "key": .string(code.keyText), "challenge": .string("\(place)/challenge"), "tap": .string("\(place)/tap"),
      "message": .string("Paste this key into the Shortcut. It is not shown again: \(code.keyText)"),
    ]
  }

  private func list() async -> JSONValue {
    let phones = await door.phones
    let lines = phones.map { phone in
      "\(phone.name.text)  \(phone.isRevoked ? "revoked" : "paired")  \(phone.way.rawValue)"
    }
    return [
      "ok": true, "message": .string(lines.isEmpty ? "No phone is paired." : lines.joined(separator: "\n")),
      "phones": .array(
        phones.map { phone in
          [
            "phone": .string(phone.name.text), "way": .string(phone.way.rawValue), "revoked": .bool(phone.isRevoked),
            "paired_at": .string(ISO8601.text(Timestamp(milliseconds: phone.pairedAt * 1000), in: zone)),
            "taps": .integer(Int64(clamping: phone.counter)),
          ]
        }),
      "port": await door.openPort.map { .integer(Int64($0)) } ?? .null, "hosts": JSONValue(await door.hosts),
      "code": await door.openCode.map { name, closes in
        let until = ISO8601.text(Timestamp(milliseconds: closes * 1000), in: zone)
        return ["phone": .string(name.text), "expires_at": .string(until)]
      } ?? .null,
    ]
  }

  package func readers() async -> [JSONValue] {
    let (names, areHeard) = await door.readers
    return names.map { name in
      ["name": .string(name.text), "backend": "phone", "state": areHeard ? "ready" : "lost"]
    }
  }

  private func revoke(_ name: String) async throws(Failure) -> JSONValue {
    guard let known = PhoneName(name) else { throw .unknownPhone(name) }
    let wasThere = try await renaming(
      { (error: PhoneDoorError) in Failure.noPhoneDoor(error.sentence) }, awaiting: await door.revoke(known))
    guard wasThere else { throw .unknownPhone(name) }
    return ["ok": true, "phone": .string(name), "message": .string("\(name) was revoked. Its taps are refused.")]
  }

  /// How phones reach this computer: by name where something answers for it, and by address.
  private var foundHosts: [String] {
    get async {
      let name = await network.hostName() ?? ComputerNames.multicastName
      return (name.map { [$0] } ?? []) + ComputerNames.addresses
    }
  }
}

extension Failure {
  fileprivate static func unknownPhone(_ name: String) -> Failure {
    Failure(.noInput, "unknown-phone", "there is no phone with that name", at: name, advice: "see: focuskey phone list")
  }

  fileprivate static func noPhoneDoor(_ why: String) -> Failure {
    Failure(.unavailable, "no-phone-door", "phones cannot be heard", advice: why)
  }
}

extension NetworkAnnouncement {
  static func ofPhones(on loop: EventLoop) -> NetworkAnnouncement {
    NetworkAnnouncement(
      loop: loop, address: BusSignals.Bus.systemAddress { Environment[$0] },
      name: "FocusKey on \(PhoneName(nearest: ComputerNames.host, standIn: .computer).text)", type: "_focuskey._tcp")
  }
}

extension PhoneDoor {
  static func make(
    of home: Home, _ configuration: ServiceConfiguration.PhonePlace, on loop: EventLoop,
    announcing network: NetworkAnnouncement, now: @escaping @Sendable () -> Moment, _ words: ServiceLog,
    speech: @escaping @Sendable (_ accepted: String?) -> Speech
  ) -> PhoneDoor {
    let path = "\(home.stateFolder)/phones.json"
    let fresh = PhoneBook(
      desk: PhoneName(nearest: ComputerNames.host, standIn: .computer),
      port: configuration.port ?? usualPort)
    var book = fresh
    do throws(PhoneDoorError) {
      book = try PhoneBook.read(path) ?? fresh
    } catch {
      words.write(.warning, error.sentence)
    }
    return PhoneDoor(
      loop: loop, path: path, book: book, addresses: configuration.addresses,
      Parts(
        now: { PhoneMoment(now()) }, chance: SystemRandom.octets,
        hashes: PhoneHashes(code: { HMACSHA256.code(of: $1, key: $0) }, digest: SHA256.digest(of:)),
        warn: { words.write(.warning, $0) },
        announce: { [loop] port in
          Task(executorPreference: loop) { await network.set(port) }
        }, speech: speech))
  }
}

extension PhoneMoment {
  fileprivate init(_ moment: Moment) {
    self.init(wall: moment.wall.milliseconds / 1000, steady: moment.steady / 1000)
  }
}
