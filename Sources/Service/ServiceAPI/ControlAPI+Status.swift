internal import FeaturePorts
internal import FocusEngine
internal import FocusHistory
internal import FocusPorts
internal import FocusSession
internal import FocusWire
package import JSONText
internal import LinuxRuntime
internal import Requests
internal import ServiceContract

extension ControlAPI {
  /// The status of Contract.md, as it is now.
  package func status() async -> JSONValue {
    await ports.lookAtShield()
    await ports.lookAtGates(nil)
    let snapshot = await engine.snapshot
    let phones = await ports.phoneReaders()
    let status = snapshot.machine.status(at: snapshot.now).json(
      in: snapshot.machine.settings.zone, shield: .array(snapshot.shield.layers.map(\.json)),
      readers: .array(snapshot.readers.map(json) + phones))
    guard case .object(var members) = status else { return status }
    members["blocking"] = snapshot.shield.summary.json
    members["log"] = await ports.logIncident()?.json(in: snapshot.machine.settings.zone) ?? ["state": "ok"]
    members["mqtt"] = await ports.homeLine() ?? .null
    members["sync"] = ports.sync.state()
    members["night_pictures"] = await ports.nightPictures()
    members["tray"] = .string(await ports.tray().rawValue)
    members["dashboard"] =
      access.port.map { port in ["port": JSONValue(port), "url": JSONValue(access.address)] } ?? .null
    return .object(members)
  }

  /// A reader by the person's name, with what it is and what its taps may mean where the person said so.
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

  func dashboard() throws(Failure) -> JSONValue {
    guard let link = access.makeLink() else { throw .noDashboard }
    return ["ok": true, "url": .string(link), "message": .string(link)]
  }

  /// What happens from now on, as lines.
  func events() -> AsyncStream<[UInt8]> {
    let (lines, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let task = Task(executorPreference: loop) {
      let zone = await engine.snapshot.machine.settings.zone
      for await notice in await engine.notices() {
        switch notice {
        case .happened(let event): continuation.yield(event.json(in: zone).octets)
        case .logFailed(let fault): continuation.yield(Failure.log(fault).answer.octets)
        case .shieldChanged: continuation.yield(await shieldNews(in: zone).octets)
        case .stateChanged: break
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return lines
  }

  /// That the shield is not what it was, and how it is now.
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
