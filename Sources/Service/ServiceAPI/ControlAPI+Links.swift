internal import FeaturePorts
internal import FocusEngine
internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import Hooks
internal import JSONText
internal import Octets
internal import Requests
internal import ServiceContract
internal import Spelling

// Links that are followed, written and tapped.

extension ControlAPI {
  /// A link that is not a key: it may start or tighten, the machine sees to that.
  func open(_ url: String) async throws(Failure) -> JSONValue {
    let link = try await link(url)
    if link == .learn {
      return ["ok": true, "events": [], "message": "To learn, open the dashboard's Learn page or run: focuskey learn"]
    }
    guard case .own(let own) = link else { return try await submit(.ask(Intent(link) ?? .status, by: .soft)) }
    guard links.route(of: link)?.whenSoft == .acts else { throw .wantsCard(route: own.route) }
    let snapshot = await engine.snapshot
    ports.callHooks(
      HookEvent(
        own, text: url, by: .soft, at: snapshot.now.wall, in: snapshot.machine.settings.zone))
    return Self.confirmation(of: own)
  }

  /// The answer where a link of the person's own was followed.
  private static func confirmation(of link: OwnLink) -> JSONValue {
    ["ok": true, "events": [], "message": .string("\(link.route): done.")]
  }

  private func link(_ url: String) async throws(Failure) -> FocusLink {
    do throws(LinkError) {
      return try links.parse(url)
    } catch {
      let profiles = await engine.snapshot.machine.settings.profiles.map(\.id.text)
      throw .link(error.advice(in: links, profiles: profiles), url: url)
    }
  }

  /// Only links that mean something here go on cards; keytool says the rest.
  func writeCard(_ url: String) async throws(Failure) -> AsyncStream<[UInt8]> {
    _ = try await link(url)
    let readers = await engine.snapshot.readers
    let isSimulated = !readers.isEmpty && readers.allSatisfy { $0.reader.backend == "simulated" }
    return try CardWriter(folder: ports.homeFolder, isSimulated: isSimulated).write(url)
  }

  func tap(_ tap: ControlRequest.SimulatedTap) async throws(Failure) -> JSONValue {
    guard let hand = ports.simulatedHand else { throw .noSimulatedReader }
    let card: (link: String?, uid: [UInt8])
    // A link that is named is on the card, whatever was written to it before.
    let asWritten = if case .link = tap { false } else { true }
    switch tap {
    case .lift:
      await hand.lift()
      return ["ok": true, "events": [], "message": "The card was removed from the reader."]
    case .uid(let uid): card = (nil, uid)
    case .link(let link, let uid): card = (link, uid ?? simulatedUID(for: link))
    case .key(let name):
      let key = try await key(name)
      card = (key.link, key.uid?.octets ?? simulatedUID(for: name))
    }
    let answer = try await hand.tap(link: card.link, uid: card.uid, asWritten: asWritten)
    let reply = try await json(of: answer)
    // The machine has nothing to say about a link that asks nothing of it.
    if case .decided(.nothing, let events) = answer, events.isEmpty, let text = card.link,
      case .own(let own)? = try? links.parse(text)
    {
      return Self.confirmation(of: own)
    }
    return reply
  }

  /// What keytool asks when it works with the card on the simulated reader.
  func simulatedCard(_ wish: ControlRequest.SimulatedCard) async throws(Failure) -> JSONValue {
    guard let hand = ports.simulatedHand else { throw .noSimulatedReader }
    switch wish {
    case .look(let orPutBlank):
      let seen = await hand.card(orPutBlank: orPutBlank)
      let card: JSONValue? = seen.map { seen in
        ["uid": .string(HexText.text(of: seen.uid, uppercase: true)), "chip": .string(seen.chip)]
      }
      return ["ok": true, "card": card ?? .null]
    case .exchange(let uid, let frame):
      let reply = await hand.exchange(frame: frame, with: uid)
      return ["ok": true, "answer": .string(reply.word), "hex": .string(HexText.text(of: reply.octets))]
    case .release:
      await hand.release()
      return ["ok": true]
    }
  }

  private func key(_ name: String) async throws(Failure) -> Key {
    let keys = await engine.snapshot.machine.settings.keys
    guard let key = keys.first(where: { $0.id.text == name }) else {
      throw .unknownKey(name, nearest: nearestWord(to: name, among: keys.map(\.id.text)))
    }
    return key
  }
}
