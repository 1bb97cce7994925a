package import ControlSocket
internal import FeaturePorts
package import FocusEngine
package import FocusLinks
package import FocusPorts
internal import FocusSession
internal import FocusWire
internal import JSONText
package import LinuxRuntime
package import Requests
package import ServiceContract

/// Answers what is asked on the control socket. Who speaks here is the local user: the socket lets nobody else in.
package struct ControlAPI: Sendable {
  let engine: FocusEngine
  let archive: any SessionArchive
  let links: RouteTable
  let names: ReaderNames
  let access: DashboardAccess
  let logSwap: LogSwap
  let ports: APIPorts
  let loop: EventLoop

  /// What can be asked of the features.
  package var requests: RequestTable { ports.requests }

  /// An API in front of an engine and its archive.
  ///
  /// - Parameters:
  ///   - links: the links that are FocusKey's here.
  ///   - names: what the person calls the readers.
  ///   - logSwap: is asked for another log.
  package init(
    engine: FocusEngine, archive: any SessionArchive, links: RouteTable, names: ReaderNames, access: DashboardAccess,
    logSwap: LogSwap, ports: APIPorts, loop: EventLoop
  ) {
    self.engine = engine
    self.archive = archive
    self.links = links
    self.names = names
    self.access = access
    self.logSwap = logSwap
    self.ports = ports
    self.loop = loop
  }

  /// The reply to one line.
  package func reply(to line: [UInt8]) async -> ControlReply {
    let request: ControlRequest
    do throws(Failure) {
      let root = try Self.document(line)
      if let reply = try await reply(to: root) { return reply }
      do throws(JSONShapeError) {
        request = try ControlRequest(root, others: ports.requests.names)
      } catch {
        throw .notUnderstood(error)
      }
    } catch {
      // Rubbish is answered once; what follows it cannot be trusted to be lines.
      return .farewell(error.answer.octets)
    }
    if request == .subscribe { return .stream(events()) }
    if request == .signals(follow: true) { return .stream(await signalLines()) }
    if case .leaseReader(let name) = request { return .stream(ports.lendReaders(name)) }
    if case .sensors(let request) = request { return .stream(ports.sensors(request)) }
    do throws(Failure) {
      if case .writeCard(let link) = request { return .stream(try await writeCard(link)) }
      return .line(try await answer(request).octets)
    } catch {
      return .line(error.answer.octets)
    }
  }

  private static func document(_ line: [UInt8]) throws(Failure) -> JSONNode {
    guard !line.isEmpty else { throw .tooLong }
    do throws(JSONError) { return try JSONDocument(line).root } catch { throw .notJSON(error) }
  }

  /// The reply of the feature that answers to the request's name; `nil` if none does.
  private func reply(to root: JSONNode) async throws(Failure) -> ControlReply? {
    guard let request = root["command"]?.string.flatMap({ ports.requests[$0] }) else { return nil }
    let deed: Request.Deed
    do throws(JSONShapeError) { deed = try request.deed(JSONItem(root)) } catch { throw .notUnderstood(error) }
    let asked = Asked(now: await engine.snapshot.now.wall, dashboard: access.address)
    do throws(Failure) {
      switch try await deed(asked) {
      case .value(let value): return .line(value.octets)
      case .stream(let lines): return .stream(lines)
      }
    } catch {
      return .line(error.answer.octets)
    }
  }

  private func answer(_ request: ControlRequest) async throws(Failure) -> JSONValue {
    switch request {
    case .status: return await status()
    case .start(let profile, let minutes, let task, let inMinutes):
      let ask = StartRequest(
        profile: profile.map { ProfileID($0) }, minutes: minutes, task: task, inMinutes: inMinutes)
      return try await submit(.ask(.start(ask), by: .localUser))
    case .stop: return try await submit(.ask(.stop, by: .localUser))
    case .confirm: return try await submit(.confirm)
    case .restore: return try await swapLog(for: .restored)
    case .confirmDone, .finishTask, .note, .forgetSession, .pledges, .settlePledge:
      return try await answerAboutTasks(request)
    case .keep: return try await submit(.keep)
    case .type(let sentence): return try await submit(.type(sentence))
    case .takeBreak(let minutes): return try await submit(.ask(.takeBreak(minutes: minutes), by: .localUser))
    case .resume: return try await submit(.ask(.resume, by: .localUser))
    case .extend(let minutes): return try await submit(.extend(minutes: minutes))
    case .override(let name): return try await submit(.override(name))
    case .emergency(let sentence): return try await submit(.emergency(sentence: sentence))
    case .open(let url): return try await open(url)
    case .tap(let tap): return try await self.tap(tap)
    case .simulatedCard(let wish): return try await simulatedCard(wish)
    case .history(let since, let until, let profile): return try await history(since, until, profile)
    case .statistics, .statisticsOf: return try await statistics(request)
    case .signals: return await signals()
    case .frontSite(let site):
      await ports.signals.noteSite(site)
      return ["ok": true]
    case .attempt(let attempt):
      let page = access.address.map { JSONValue.string(ShieldSite.address(of: attempt, dashboard: $0)) }
      return .members(["ok": true, "closed": .bool(ports.reportAttempt(attempt)), "page": page])
    case .keepPromise(let attempt): return try await submit(.keepPromise(attempt))
    case .learned(let facts): return try await submit(.learned(facts))
    case .moved(let set): return try await submit(.moved(set.kind, set.amount, set.trust, after: set.earlier))
    case .sync:
      await ports.sync.round()
      return ["ok": true, "sync": ports.sync.state()]
    case .household(let request): return try await household(request)
    case .feel(let eyes): return try await submit(.feel(eyes))
    case .say(let saying): return try await submit(saying.command)
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
    case .recover(let code): return try await submit(.recover(digest: RecoveryCode.digest(of: code)))
    case .replaceLog(let draft): return try await swapLog(for: .replacement(draft))
    case .forget: return try await swapLog(for: .nothing)
    case .subscribe, .leaseReader, .writeCard, .sensors: return [:]
    }
  }

  func submit(_ command: Command) async throws(Failure) -> JSONValue {
    var settings: Settings?
    if case .configure(let wanted) = command { settings = wanted }
    await ports.lookAtGates(settings)
    let answer = await engine.submit(command)
    // Asked again while the question is open, the machine has nothing to add; a person still wants to know when.
    if case .ask = command, case .decided(.nothing, let events) = answer, events.isEmpty {
      let snapshot = await engine.snapshot
      if let reminder = snapshot.machine.status(at: snapshot.now).questionReminder {
        return ["ok": true, "events": [], "message": .string(reminder)]
      }
    }
    return try await json(of: answer)
  }

  /// The answer to a command, as it goes over the socket.
  func json(of answer: EngineAnswer) async throws(Failure) -> JSONValue {
    switch answer {
    case .failed(let fault): throw .log(fault)
    case .stopping: throw .stopping
    case .decided(.refused(let refusal), _):
      let snapshot = await engine.snapshot
      throw .refused(refusal, snapshot.machine.settings, at: snapshot.now.wall)
    case .decided(_, let events):
      let settings = await engine.snapshot.machine.settings
      return [
        "ok": true, "events": .array(events.map { $0.json(in: settings.zone) }),
        "message": .string(events.compactMap { $0.sentence(settings) }.joined(separator: " ")),
      ]
    }
  }
}

extension ControlRequest.Saying {
  fileprivate var command: Command {
    switch self {
    case .excuse: .excuse
    case .snooze: .snooze
    case .hush: .hush
    case .bed: .bed
    case .up: .up
    }
  }
}
