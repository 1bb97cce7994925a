/// Something that notices what a person does at this computer, by events alone: it costs nothing while nothing happens.
///
/// It says truthfully what it can see here and why not the rest. What it cannot see is never held against anybody.
package protocol SignalSource: Sendable {
  /// Starts to watch what is wanted and possible here; returns the state of each. Called once.
  func open(_ wanted: Set<SignalName>) async -> [SignalState]
  /// What is noticed from the start on; called only once. The stream ends after ``close()``.
  func signals() -> AsyncStream<SignalNews>
  func close() async
}

/// The signals, by the names that people switch them on with.
package enum SignalName: String, Sendable, Hashable, CaseIterable {
  case front
  case input
  case lock
  /// Whether it is loud in the room, and whether a call is on.
  case noise
  case media
  case card
}

/// What is noticed at one moment. It is never stored.
package enum Signal: Sendable, Equatable {
  case front(FrontApp)
  case nothingInFront
  case frontUnknown
  /// The browser in front shows a page of this host; `nil` where it shows none that counts.
  case site(String?)
  /// There has been no input since then, in milliseconds since the computer came up.
  case idle(since: Int64)
  case back
  case locked(Bool)
  case asleep(Bool)
  case loud(Bool)
  /// Another program records sound, as in a call, or none does.
  case call(Bool)
  /// The players that play, by their names on the bus.
  case playing([String])
  /// A program keeps the screen on, or none does.
  case keptAwake(Bool)
  case cardThere(Bool)

  package var name: SignalName {
    switch self {
    case .front, .nothingInFront, .frontUnknown, .site: .front
    case .idle, .back: .input
    case .locked, .asleep: .lock
    case .loud, .call: .noise
    case .playing, .keptAwake: .media
    case .cardThere: .card
    }
  }
}

package struct FrontApp: Sendable, Equatable {
  /// Its desktop entry's id, or what its window says where there is no entry.
  package var id: String
  /// All names by which a person may mean it: the id, its package's, and what its window says of itself.
  package var names: [String]
  package var process: Int32?

  package init(id: String, names: [String], process: Int32?) {
    self.id = id
    self.names = names
    self.process = process
  }
}

package enum SignalNews: Sendable, Equatable {
  /// Something was noticed, at this moment in milliseconds since the computer came up.
  case noticed(Signal, at: Int64)
  case state(SignalState)
}

package struct SignalState: Sendable, Equatable {
  package enum State: String, Sendable {
    case inForce = "in-force"
    /// Nothing needs it now.
    case off
    case unavailable
  }

  package var name: SignalName
  package var state: State
  /// What sees it, such as `x11` or `sway`; `nil` where nothing does.
  package var source: String?
  /// Why it is not seen, or what the source cannot tell, and what would change that.
  package var why: String?

  package init(_ name: SignalName, _ state: State, by source: String? = nil, why: String? = nil) {
    self.name = name
    self.state = state
    self.source = source
    self.why = why
  }
}
