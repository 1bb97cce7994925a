internal import FocusWire

/// The session's inbox for requests: a command goes in, and its outcome becomes the answer.
package struct SessionInbox: Sendable {
  package let engine: FocusEngine
  private let lookAtGates: @Sendable (Settings?) async -> Void

  /// `lookAtGates` finds out what gates can be passed with here, for these or the set settings.
  package init(_ engine: FocusEngine, lookAtGates: @escaping @Sendable (Settings?) async -> Void = { _ in }) {
    self.engine = engine
    self.lookAtGates = lookAtGates
  }

  package func submit(_ command: Command) async throws(Failure) -> JSONValue {
    var settings: Settings?
    if case .configure(let wanted) = command { settings = wanted }
    await lookAtGates(settings)
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

  /// The engine's answer as it goes over the socket.
  package func json(of answer: EngineAnswer) async throws(Failure) -> JSONValue {
    switch answer {
    case .failed(let fault): throw fault.failure
    case .stopping: throw .stopping
    case .decided(.refused(let refusal), _):
      let snapshot = await engine.snapshot
      throw .refused(refusal, snapshot.machine.settings, at: snapshot.now.wall)
    case .decided(_, let events):
      let settings = await engine.snapshot.machine.settings
      return [
        "ok": true, "events": .array(events.map { $0.json(in: settings.zone) }),
        "message": .string(events.toTell.compactMap { $0.sentence(settings) }.joined(separator: " ")),
      ]
    }
  }

  /// Looks up again what gates can be passed with.
  package func refreshGates() async { await lookAtGates(nil) }
}

extension Signature where repeat each Value: Sendable {
  /// A line of a feature's table: makes a command of the values and submits it to the session.
  package func submits(
    to inbox: SessionInbox, _ command: @escaping @Sendable (repeat each Value) -> Command
  ) -> Request {
    answer { (_, value: repeat each Value) async throws(Failure) in
      try await inbox.submit(command(repeat each value))
    }
  }
}

extension [Event] {
  /// The events to report; if the session ended, not that its question timed out.
  fileprivate var toTell: [Event] {
    guard contains(where: { $0.body.map { if case .sessionEnded = $0 { true } else { false } } ?? false }) else {
      return self
    }
    return filter { event in
      if case .questionAnswered(.timeout, _)? = event.body { false } else { true }
    }
  }
}

extension Event {
  fileprivate var body: Fact.Body? {
    if case .recorded(let fact) = kind { fact.body } else { nil }
  }
}
