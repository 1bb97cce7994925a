package import FeaturePorts
internal import FocusWire

package struct StatusParts: Sendable {
  /// Asks the shield's layers for their state, for the engine's snapshot.
  package var lookAtShield: @Sendable () async -> Void = {}
  package var phoneReaders: @Sendable () async -> [JSONValue] = { [] }
  /// Checks the log, and returns what was last done to it while the service had it open.
  package var logIncident: @Sendable () async -> LogIncident? = { nil }
  /// The state of the connection to the home's broker; `nil` if none is configured.
  package var homeLine: @Sendable () async -> JSONValue? = { nil }
  package var sync: @Sendable () -> JSONValue = { SyncPorts().state() }
  package var tray: @Sendable () async -> TrayState = { .off }
  package var nightPictures: @Sendable () async -> JSONValue = { [] }
  /// Where the pages are; `null` if the service serves none.
  package var dashboard: @Sendable () -> JSONValue = { .null }

  package init() {}
}

package struct SessionStatus: Sendable {
  let inbox: SessionInbox
  let names: ReaderNames
  let parts: StatusParts
  let loop: EventLoop

  package init(_ inbox: SessionInbox, _ names: ReaderNames, _ parts: StatusParts, on loop: EventLoop) {
    self.inbox = inbox
    self.names = names
    self.parts = parts
    self.loop = loop
  }

  private var engine: FocusEngine { inbox.engine }

  package func json() async -> JSONValue {
    await parts.lookAtShield()
    await inbox.refreshGates()
    let snapshot = await engine.snapshot
    let phones = await parts.phoneReaders()
    let status = snapshot.machine.status(at: snapshot.now).json(
      in: snapshot.machine.settings.zone, shield: .array(snapshot.shield.layers.map(\.json)),
      readers: .array(snapshot.readers.map(json) + phones))
    guard case .object(var members) = status else { return status }
    members["blocking"] = snapshot.shield.summary.json
    members["paths"] = snapshot.shield.paths.map { $0.json } ?? .null
    members["log"] = await parts.logIncident()?.json(in: snapshot.machine.settings.zone) ?? ["state": "ok"]
    members["mqtt"] = await parts.homeLine() ?? .null
    members["sync"] = parts.sync()
    members["night_pictures"] = await parts.nightPictures()
    members["tray"] = .string(await parts.tray().rawValue)
    members["dashboard"] = parts.dashboard()
    return .object(members)
  }

  /// A reader by the person's name, with its kind and, if they said so, what its taps may mean.
  private func json(_ reader: ReaderState) -> JSONValue {
    let device = names.device(of: reader.reader)
    let role = names.role(of: reader.reader)
    return .members([
      "name": .string(reader.reader.name), "backend": .string(reader.reader.backend),
      "state": .string(reader.state.rawValue),
      "device": device == reader.reader ? nil : .string(device.name),
      "role": role == .any ? nil : .string(role.rawValue),
    ])
  }

  package func events() -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task(executorPreference: loop) {
      let zone = await engine.snapshot.machine.settings.zone
      for await notice in await engine.notices() {
        switch notice {
        case .happened(let event): continuation.yield(event.json(in: zone).octets)
        case .logFailed(let fault): continuation.yield(fault.failure.answer.octets)
        case .shieldChanged: continuation.yield(await shieldNews(in: zone).octets)
        case .stateChanged: break
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return lines
  }

  private func shieldNews(in zone: CivilZone) async -> JSONValue {
    let snapshot = await engine.snapshot
    return [
      "at": .string(ISO8601.text(snapshot.now.wall, in: zone)), "event": "shield-changed",
      "blocking": snapshot.shield.summary.json, "shield": .array(snapshot.shield.layers.map(\.json)),
    ]
  }
}

extension LogIncident {
  fileprivate func json(in zone: CivilZone) -> JSONValue {
    let kept: String? =
      switch outcome {
      case .restored(let path): path
      case .rebuilt(let path): path
      case .away, .failed, .incomplete: nil
      }
    return [
      "state": .string(word), "cause": .string(cause.rawValue), "text": .string(sentence),
      "at": .string(ISO8601.text(at, in: zone)), "kept": JSONValue(kept),
    ]
  }
}

extension ShieldSummary {
  fileprivate var json: JSONValue {
    ["state": .string(word), "text": .string(sentence), "fix": JSONValue(fix)]
  }
}

extension ShieldLayer {
  fileprivate var json: JSONValue {
    .members(["layer": .string(layer), "state": .string(state.rawValue), "why": why.map(JSONValue.string)])
  }
}

extension PathsReport {
  fileprivate var json: JSONValue {
    [
      "state": .string(word),
      "browsers": .array(browsers.map { ["name": .string($0.name), "state": .string($0.state.rawValue)] }),
      "otherwise": .string(otherwise), "text": .string(sentence),
    ]
  }
}
