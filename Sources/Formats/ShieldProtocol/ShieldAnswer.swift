/// One line from the privileged helper to the service.
package enum ShieldAnswer: Sendable, Equatable {
  package enum LayerState: String, Sendable {
    case up
    /// It could work, and nothing is ordered.
    case down
    case unavailable
  }

  /// A layer, its state by a probe, and why it is not in force.
  case layer(name: String, state: LayerState, why: String)
  /// The helper's clock that counts through suspend, in milliseconds.
  case clock(Int64)
  /// A request was done; the last line of its answer.
  case done
  /// An order is in force, and this is its stamp, by which it is renewed; the last line of its answer.
  case ordered(stamp: Int64)
  /// A request was refused, and one word says why; the last line of its answer.
  case refused(String)
  /// A connection was refused: its host, or `-` where it named none, and the entry that closed it, or `-`.
  case deniedSite(host: String, rule: String)
  /// A program was refused: its application and the process that asked.
  case deniedProgram(application: String, process: Int32)
  /// Somebody else changed a layer, and it was put back; or, for ``helper``, tried to take an order away, in vain.
  case repaired(layer: String)
  /// The layers have changed; a client that wants their state asks for it.
  case changed

  /// The word for the helper itself in place of a layer's name.
  package static let helper = "helper"

  /// The word of a refusal only because there are too many connections.
  package static let crowded = "too-many"

  /// The word of a refusal to those for whom nothing is ever blocked: root, the system's own accounts, and ids beyond
  /// those of a computer's people.
  package static let notAPerson = "not-a-person"

  /// Reads a line without its end; `nil` where it is none of these.
  package init?(line: ArraySlice<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map { String($0) }
    switch (words[0], words.count) {
    case ("layer", 3...):
      guard let state = LayerState(rawValue: words[2]) else { return nil }
      self = .layer(name: words[1], state: state, why: words.count > 3 ? words[3] : "")
    case ("clock", 2):
      guard let milliseconds = number(Array(words[1].utf8)[...]) else { return nil }
      self = .clock(milliseconds)
    case ("done", 1): self = .done
    case ("done", 2):
      guard let stamp = number(Array(words[1].utf8)[...]) else { return nil }
      self = .ordered(stamp: stamp)
    case ("refused", 2): self = .refused(words[1])
    case ("denied-site", 3): self = .deniedSite(host: words[1], rule: words[2])
    case ("denied-program", 3):
      guard let process = Int32(words[2]) else { return nil }
      self = .deniedProgram(application: words[1], process: process)
    case ("repaired", 2): self = .repaired(layer: words[1])
    case ("changed", 1): self = .changed
    default: return nil
    }
  }

  /// The line, without its end.
  package var line: String {
    switch self {
    case .layer(let name, let state, let why):
      why.isEmpty ? "layer \(name) \(state.rawValue)" : "layer \(name) \(state.rawValue) \(why)"
    case .clock(let milliseconds): "clock \(milliseconds)"
    case .done: "done"
    case .ordered(let stamp): "done \(stamp)"
    case .refused(let why): "refused \(why)"
    case .deniedSite(let host, let rule): "denied-site \(host) \(rule)"
    case .deniedProgram(let application, let process): "denied-program \(application) \(process)"
    case .repaired(let layer): "repaired \(layer)"
    case .changed: "changed"
    }
  }

  package var endsAnswer: Bool {
    switch self {
    case .done, .ordered, .refused: true
    case .layer, .clock, .deniedSite, .deniedProgram, .repaired, .changed: false
    }
  }
}
