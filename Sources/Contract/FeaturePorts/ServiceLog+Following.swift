internal import FocusWire

extension ServiceLog {
  /// Writes what the engine reports, until it stops.
  package func follow(_ engine: FocusEngine) async {
    let notices = await engine.notices(fromStart: true)
    var blocking: ShieldSummary?
    for await notice in notices {
      switch notice {
      case .happened(let event):
        let settings = await engine.snapshot.machine.settings
        let sentence = event.sentence(settings).map { ": \($0)" } ?? ""
        write(event.isNews ? .info : .debug, "\(event.name)\(sentence)", at: event.at)
      case .logFailed(let fault): write(.error, "nothing was done because the log cannot be written: \(fault.sentence)")
      case .shieldChanged:
        let summary = await engine.snapshot.shield.summary
        if summary != blocking { write(.info, "shield: \(summary.sentence)") }
        blocking = summary
      case .stateChanged: break
      }
    }
  }
}

extension Event {
  /// Whether people care about it, rather than needing it only to explain other news.
  fileprivate var isNews: Bool {
    switch kind {
    case .recorded, .refused, .noticed: true
    case .ring: false
    case .tapIgnored(let why, _, _): why != .stillThere
    }
  }
}
