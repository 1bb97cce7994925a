internal import DesktopBus
internal import FocusSession
internal import JSONText
internal import LinuxRuntime
internal import PhoneDoor
internal import PhoneTaps
internal import ProofOfTap
internal import ServiceAPI
internal import ServiceContract

/// The phones of a service, as the control socket asks for them.
struct Phones: PhoneKeeper {
  let door: PhoneDoor
  let site: String
  let zone: CivilZone
  let network: NetworkAnnouncement

  func pair(_ invitation: ControlRequest.PhoneInvitation) async throws(PhoneKeeperError) -> JSONValue {
    let name: PhoneName
    if let wish = invitation.name {
      guard let usable = PhoneName(wish) else {
        throw .notUsable("this is not a name for a phone", at: wish, advice: "use 1 to 24 letters, digits and hyphens")
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
        throw .notUsable("this is not a host", at: host, advice: "give a name or an address, without a port")
      }
      hosts.append(host)
    }
    if hosts.isEmpty { hosts = await foundHosts }
    // Without a network for now: as it was told before.
    if hosts.isEmpty { hosts = await door.hosts }
    guard !hosts.isEmpty else {
      throw .impossible("this computer is in no network: connect it, or name it with --host")
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
      throw .impossible(error.sentence)
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

  func list() async -> JSONValue {
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

  func readers() async -> [JSONValue] {
    let (names, areHeard) = await door.readers
    return names.map { name in
      ["name": .string(name.text), "backend": "phone", "state": areHeard ? "ready" : "lost"]
    }
  }

  func revoke(_ name: String) async throws(PhoneKeeperError) -> JSONValue {
    guard let known = PhoneName(name) else { throw .unknown(name) }
    let wasThere: Bool
    do throws(PhoneDoorError) { wasThere = try await door.revoke(known) } catch { throw .impossible(error.sentence) }
    guard wasThere else { throw .unknown(name) }
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

extension NetworkAnnouncement {
  /// What is told of the phones' port.
  static func ofPhones(on loop: EventLoop) -> NetworkAnnouncement {
    NetworkAnnouncement(
      loop: loop, address: BusSignals.Bus.systemAddress { Environment[$0] },
      name: "FocusKey on \(PhoneName(nearest: ComputerNames.host, standIn: .computer).text)", type: "_focuskey._tcp")
  }
}

extension PhoneDoor {
  /// The door of a home, with the phones that were paired there.
  static func make(
    on ground: Ground, announcing network: NetworkAnnouncement, now: @escaping @Sendable () -> Moment,
    _ words: ServiceLog
  ) -> PhoneDoor {
    let path = "\(ground.home.stateFolder)/phones.json"
    let fresh = PhoneBook(
      desk: PhoneName(nearest: ComputerNames.host, standIn: .computer),
      port: ground.configuration.phone.port ?? usualPort)
    var book = fresh
    do throws(PhoneBook.Unreadable) {
      book = try PhoneBook.read(path) ?? fresh
    } catch {
      words.write(.warning, "phones must be paired again: \(error.path) cannot be read: \(error.reason)")
    }
    return PhoneDoor(
      loop: ground.loop, path: path, book: book, addresses: ground.configuration.phone.addresses,
      Parts(
        now: { PhoneMoment(now()) }, chance: SystemRandom.octets,
        hashes: PhoneHashes(code: { HMACSHA256.code(of: $1, key: $0) }, digest: SHA256.digest(of:)),
        warn: { words.write(.warning, $0) },
        announce: { [loop = ground.loop] port in
          Task(executorPreference: loop) { await network.set(port) }
        }))
  }
}

extension PhoneMoment {
  fileprivate init(_ moment: Moment) {
    self.init(wall: moment.wall.milliseconds / 1000, steady: moment.steady / 1000)
  }
}
