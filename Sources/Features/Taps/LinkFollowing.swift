package import FeaturePorts
package import FocusLinks
package import Hooks
internal import Octets
internal import Spelling

package struct LinkFollowing: Sendable {
  private let inbox: SessionInbox
  private let links: RouteTable
  private let hand: (any SimulatedHand)?
  private let callHooks: @Sendable (HookEvent) -> Void
  private let homeFolder: String?

  /// - Parameters:
  ///   - links: the links that are FocusKey's here.
  ///   - hand: the hand at the simulated reader; `nil` without such a reader.
  ///   - callHooks: calls the hooks for an event.
  ///   - homeFolder: the folder that a person named for the service; `nil` for the usual ones.
  package init(
    _ inbox: SessionInbox, _ links: RouteTable, hand: (any SimulatedHand)?,
    callHooks: @escaping @Sendable (HookEvent) -> Void, homeFolder: String? = nil
  ) {
    self.inbox = inbox
    self.links = links
    self.hand = hand
    self.callHooks = callHooks
    self.homeFolder = homeFolder
  }

  private var engine: FocusEngine { inbox.engine }

  /// - Parameter lend: lends the readers with this in their name, or all, until the stream is let go.
  package func requests(lend: @escaping @Sendable (_ part: String?) -> AsyncStream<[UInt8]>) -> [Request] {
    [
      TapRequests.open.answer { _, url throws(Failure) in try await open(url) },
      TapRequests.tap.answer { _, card throws(Failure) in try await tap(card) },
      TapRequests.card.answer { _, blank throws(Failure) in
        let seen = try await present.card(orPutBlank: blank)
        let card: JSONValue? = seen.map { seen in
          ["uid": .string(HexText.text(of: seen.uid, uppercase: true)), "chip": .string(seen.chip)]
        }
        return ["ok": true, "card": card ?? .null]
      },
      TapRequests.exchange.answer { _, uid, frame throws(Failure) in
        let reply = try await present.exchange(frame: frame, with: uid)
        return ["ok": true, "answer": .string(reply.word), "hex": .string(HexText.text(of: reply.octets))]
      },
      TapRequests.release.answer { _ throws(Failure) in
        try await present.release()
        return ["ok": true]
      },
      TapRequests.lease.stream { _, part in lend(part) },
      TapRequests.write.stream { _, link throws(Failure) in try await write(link) },
      TapRequests.explain.answer { _, file, url, domain, app in
        LinkExplainer(table: links).answer(association: file, url: url, domain: domain, app: app)
      },
    ]
  }

  private var present: any SimulatedHand {
    get throws(Failure) {
      guard let hand else {
        throw Failure(
          .unavailable, "no-simulated-reader", "this service has no simulated reader",
          advice: "start it with: focuskey serve --reader simulated")
      }
      return hand
    }
  }

  /// Follows a link that is not a key, as a phone or a browser hands it in.
  @Sendable package func follow(_ url: String) async -> LinkAnswer {
    do throws(Failure) {
      let answer = try await open(url)
      guard case .object(let members) = answer, case .string(let text)? = members["message"] else {
        return LinkAnswer(isDone: true, text: "")
      }
      return LinkAnswer(isDone: true, text: text)
    } catch {
      return LinkAnswer(isDone: false, text: error.sentence)
    }
  }

  /// Opens a link that is not a key: it may start or tighten, which the machine ensures.
  private func open(_ url: String) async throws(Failure) -> JSONValue {
    let link = try await link(url)
    if link == .learn {
      return ["ok": true, "events": [], "message": "To learn, open the dashboard's Learn page or run: focuskey learn"]
    }
    guard case .own(let own) = link else { return try await inbox.submit(.ask(Intent(link) ?? .status, by: .soft)) }
    guard links.route(of: link)?.whenSoft == .acts else {
      throw Failure(
        .no, "wants-card", "this link works only from a card", at: own.route,
        advice: "hold the card to the reader, or allow it in config.json5 with whenSoft: \"acts\"")
    }
    let snapshot = await engine.snapshot
    callHooks(
      HookEvent(
        own, text: url, by: .soft, at: snapshot.now.wall, in: snapshot.machine.settings.zone))
    return Self.confirmation(of: own)
  }

  private static func confirmation(of link: OwnLink) -> JSONValue {
    ["ok": true, "events": [], "message": .string("\(link.route): done.")]
  }

  private func link(_ url: String) async throws(Failure) -> FocusLink {
    do throws(LinkError) {
      return try links.parse(url)
    } catch {
      let profiles = await engine.snapshot.machine.settings.profiles.map(\.id.text)
      let advice = error.advice(in: links, profiles: profiles)
      throw Failure(.badData, advice.kind, advice.what, at: url, advice: advice.advice)
    }
  }

  /// Only links that mean something here go on cards; keytool says the rest.
  private func write(_ url: String) async throws(Failure) -> AsyncStream<[UInt8]> {
    _ = try await link(url)
    let readers = await engine.snapshot.readers
    let isSimulated = !readers.isEmpty && readers.allSatisfy { $0.reader.backend == "simulated" }
    return try CardWriter(folder: homeFolder, isSimulated: isSimulated).write(url)
  }

  private func tap(_ tap: SimulatedTap) async throws(Failure) -> JSONValue {
    let hand = try present
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
    let reply = try await inbox.json(of: answer)
    // The machine has nothing to say about a link that asks nothing of it.
    if case .decided(.nothing, let events) = answer, events.isEmpty, let text = card.link,
      case .own(let own)? = try? links.parse(text)
    {
      return Self.confirmation(of: own)
    }
    return reply
  }

  private func key(_ name: String) async throws(Failure) -> Key {
    let keys = await engine.snapshot.machine.settings.keys
    guard let key = keys.first(where: { $0.id.text == name }) else {
      let nearest = nearestWord(to: name, among: keys.map(\.id.text))
      throw Failure(
        .noInput, "unknown-key", "there is no key with that name", at: name,
        advice: nearest.map { "did you mean \($0)?" } ?? "see: focuskey key list")
    }
    return key
  }
}
