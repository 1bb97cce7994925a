internal import ControlSocket
internal import FocusEngine
internal import FocusHistory
internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import FocusWire
internal import HookRunner
internal import Hooks
internal import JSONText
internal import LinuxRuntime
internal import ServiceContract
internal import Spelling
internal import SystemShield

/// Answers what is asked on the control socket. Who speaks here is the local user: the socket lets nobody else in.
struct ControlAPI: Sendable {
  let engine: FocusEngine
  let archive: any SessionArchive
  let links: RouteTable
  let booth: SimulatedTaps?
  let loop: EventLoop
  let leases: ReaderLeases
  let shield: SystemShield
  let renewal: LogSwap
  let access: DashboardAccess
  let hooks: HookRunner
  let names: ReaderNames
  let counted: CountedCards

  /// The reply to one line.
  func reply(to line: [UInt8]) async -> ControlReply {
    let request: ControlRequest
    do throws(RequestError) {
      request = try Self.request(in: line)
    } catch {
      // Rubbish is answered once; what follows it cannot be trusted to be lines.
      return .farewell(error.json.octets)
    }
    if request == .subscribe { return .stream(events()) }
    if case .leaseReader(let name) = request { return .stream(leases.lend(name)) }
    do throws(RequestError) {
      if case .writeCard(let link) = request { return .stream(try await writeCard(link)) }
      return .line(try await answer(request).octets)
    } catch {
      return .line(error.json.octets)
    }
  }

  private static func request(in line: [UInt8]) throws(RequestError) -> ControlRequest {
    guard !line.isEmpty else { throw .tooLong }
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(line).root } catch { throw .notJSON(error) }
    do throws(JSONShapeError) { return try ControlRequest(root) } catch { throw .notUnderstood(error) }
  }

  private func answer(_ request: ControlRequest) async throws(RequestError) -> JSONValue {
    switch request {
    case .status: return await status()
    case .start(let profile, let minutes, let task, let inMinutes):
      let ask = StartRequest(
        profile: profile.map { ProfileID($0) }, minutes: minutes, task: task, inMinutes: inMinutes)
      return try await carry(.ask(.start(ask), by: .localUser))
    case .stop: return try await carry(.ask(.stop, by: .localUser))
    case .confirm: return try await carry(.confirm)
    case .keep: return try await carry(.keep)
    case .takeBreak(let minutes): return try await carry(.ask(.takeBreak(minutes: minutes), by: .localUser))
    case .resume: return try await carry(.ask(.resume, by: .localUser))
    case .extend(let minutes): return try await carry(.extend(minutes: minutes))
    case .emergency(let sentence): return try await carry(.emergency(sentence: sentence))
    case .open(let url): return try await open(url)
    case .tap(let tap): return try await self.tap(tap)
    case .history(let since, let until, let profile): return try await history(since, until, profile)
    case .statistics: return try await statistics()
    case .attempt(let attempt):
      let page = access.address.map { JSONValue.string(ShieldSite.address(of: attempt, dashboard: $0)) }
      return .members(["ok": true, "closed": .bool(shield.note(attempt)), "page": page])
    case .keepPromise(let attempt): return try await carry(.keepPromise(attempt))
    case .settings: return await settings()
    case .listed(let listing): return await listed(listing)
    case .sessions(let limit, let before, let since, let until, let profile):
      return try await sessions(limit, before: before, since, until, profile)
    case .days(let since, let until): return try await days(since, until)
    case .dashboard: return try dashboard()
    case .explainLink(let association, let url, let domain, let app):
      return LinkExplainer(table: links).answer(association: association, url: url, domain: domain, app: app)
    case .configure(let settings): return try await configure(settings)
    case .recoveryCode: return try await makeRecoveryCode()
    case .recover(let code): return try await carry(.recover(digest: RecoveryCode.digest(of: code)))
    case .replaceLog(let draft): return try await renew(.replacement(draft))
    case .forget: return try await renew(.nothing)
    case .subscribe, .leaseReader, .writeCard: return [:]
    }
  }

  func carry(_ command: Command) async throws(RequestError) -> JSONValue {
    try await told(engine.submit(command))
  }

  /// The answer to a command, as it goes over the socket.
  private func told(_ answer: EngineAnswer) async throws(RequestError) -> JSONValue {
    switch answer {
    case .failed(let fault): throw .log(fault)
    case .stopping: throw .stopping
    case .decided(.refused(let refusal), _):
      throw .refused(refusal, await engine.snapshot.machine.settings)
    case .decided(_, let events):
      let settings = await engine.snapshot.machine.settings
      return [
        "ok": true, "events": .array(events.map { $0.json(in: settings.zone) }),
        "message": .string(events.compactMap { $0.sentence(settings) }.joined(separator: " ")),
      ]
    }
  }
}

// MARK: The single requests

extension ControlAPI {
  func status() async -> JSONValue {
    let snapshot = await engine.snapshot
    let status = snapshot.machine.status(at: snapshot.now).json(
      in: snapshot.machine.settings.zone, shield: .array(snapshot.shield.map(\.json)),
      readers: .array(snapshot.readers.map(json)))
    guard case .object(var members) = status else { return status }
    members["dashboard"] =
      access.port.map { port in ["port": JSONValue(port), "url": JSONValue(access.address)] } ?? .null
    return .object(members)
  }

  /// Only links that mean something here go on cards; keytool says the rest.
  private func writeCard(_ url: String) async throws(RequestError) -> AsyncStream<[UInt8]> {
    _ = try await link(url)
    return try CardWriter().write(url)
  }

  private func dashboard() throws(RequestError) -> JSONValue {
    guard let link = access.makeLink() else { throw .noDashboard }
    return ["ok": true, "url": .string(link), "message": .string(link)]
  }

  /// A reader by the person's name, with what it is and what its taps may mean where the person said so.
  private func json(_ standing: ReaderState) -> JSONValue {
    let device = names.device(of: standing.reader)
    let role = names.role(of: standing.reader)
    return .members([
      "name": .string(standing.reader.name), "backend": .string(standing.reader.backend),
      "state": .string(standing.state.rawValue),
      "device": device == standing.reader ? nil : .string(device.name),
      "role": role == .any ? nil : .string(role.rawValue),
    ])
  }

  /// A link that is no key: it may start or tighten, the machine sees to that.
  private func open(_ url: String) async throws(RequestError) -> JSONValue {
    let link = try await link(url)
    guard case .own(let own) = link else { return try await carry(.ask(Intent(link) ?? .status, by: .soft)) }
    guard links.route(of: link)?.whenSoft == .acts else { throw .wantsCard(route: own.route) }
    let snapshot = await engine.snapshot
    hooks.call(
      for: HookEvent(
        own, text: url, by: .soft, at: snapshot.now.wall, in: snapshot.machine.settings.zone))
    return Self.called(own)
  }

  /// The answer where a link of the person's own was followed.
  private static func called(_ link: OwnLink) -> JSONValue {
    ["ok": true, "events": [], "message": .string("\(link.route): what the configuration says is done.")]
  }

  private func link(_ url: String) async throws(RequestError) -> FocusLink {
    do throws(LinkError) {
      return try links.parse(url)
    } catch {
      let profiles = await engine.snapshot.machine.settings.profiles.map(\.id.text)
      throw .link(error.advice(in: links, profiles: profiles), url: url)
    }
  }

  private func tap(_ tap: ControlRequest.SimulatedTap) async throws(RequestError) -> JSONValue {
    guard let booth else { throw .noSimulatedReader }
    let card: (link: String?, uid: [UInt8])
    switch tap {
    case .lift:
      await booth.lift()
      return ["ok": true, "events": [], "message": "The card is taken away."]
    case .uid(let uid): card = (nil, uid)
    case .link(let link, let uid): card = (link, uid ?? simulatedUID(for: link))
    case .key(let name):
      let key = try await key(name)
      card = (key.link, key.uid?.octets ?? simulatedUID(for: name))
    }
    let answer: EngineAnswer
    do throws(SimulatedTaps.TapError) {
      answer = try await booth.tap(link: card.link, uid: card.uid)
    } catch {
      throw .card(error)
    }
    let told = try await told(answer)
    // The machine has nothing to say about a link that asks nothing of it.
    if case .decided(.nothing, let events) = answer, events.isEmpty, let text = card.link,
      case .own(let own)? = try? links.parse(text)
    {
      return Self.called(own)
    }
    return told
  }

  private func key(_ name: String) async throws(RequestError) -> Key {
    let keys = await engine.snapshot.machine.settings.keys
    guard let key = keys.first(where: { $0.id.text == name }) else {
      throw .unknownKey(name, nearest: nearestWord(to: name, among: keys.map(\.id.text)))
    }
    return key
  }

  private func history(_ since: Int64?, _ until: Int64?, _ profile: String?) async throws(RequestError) -> JSONValue {
    let zone = await engine.snapshot.machine.settings.zone
    do throws(LogError) {
      let sessions = try await archive.sessions(
        since: since.map { Timestamp(milliseconds: $0) }, until: until.map { Timestamp(milliseconds: $0) },
        profile: profile.map { ProfileID($0) })
      return ["ok": true, "sessions": .array(sessions.map { $0.json(in: zone) })]
    } catch {
      throw .log(error)
    }
  }

  /// What happens from now on, as lines.
  private func events() -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task(executorPreference: loop) {
      let zone = await engine.snapshot.machine.settings.zone
      for await notice in await engine.notices() {
        switch notice {
        case .happened(let event): continuation.yield(event.json(in: zone).octets)
        case .logFailed(let fault): continuation.yield(RequestError.log(fault).json.octets)
        case .stateChanged: break
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return lines
  }
}

extension ShieldLayer {
  fileprivate var json: JSONValue {
    .members(["layer": .string(layer), "state": .string(state.rawValue), "why": why.map(JSONValue.string)])
  }
}
