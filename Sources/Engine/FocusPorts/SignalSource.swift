/// Something that notices what a person does at this computer, by events alone: it costs nothing while nothing happens.
///
/// It says truthfully what it can see here and why not the rest. What it cannot see is never held against anybody.
package protocol SignalSource: Sendable {
  /// Begins to watch as much of this as is possible here, and says of each whether it works. Called once.
  func open(_ wanted: Set<SignalName>) async -> [SignalState]
  /// What is noticed, from the start on. Asked for once; the stream ends after ``close()``.
  func signals() -> AsyncStream<SignalNews>
  /// Lets everything go.
  func close() async
}

/// The signals, by the names that people switch them on with.
package enum SignalName: String, Sendable, Hashable, CaseIterable {
  /// Which app is in front, and which site where a browser tells.
  case front
  /// Whether there is input.
  case input
  /// Whether the screen is locked, or the computer asleep.
  case lock
  /// Whether it is loud in the room, and whether a call is on.
  case noise
  /// Which players play.
  case media
  /// Whether the key's card is on its reader.
  case card
}

/// What is noticed at one moment. It is never stored.
package enum Signal: Sendable, Equatable {
  case front(FrontApp)
  /// Nothing is in front, as on an empty desktop.
  case nothingInFront
  /// It cannot be told what is in front.
  case frontUnknown
  /// The browser in front shows a page of this host; `nil` where it shows none that counts.
  case site(String?)
  /// There has been no input since then, in milliseconds since the computer came up.
  case idle(since: Int64)
  /// There is input again.
  case back
  /// The screen is locked, or no longer.
  case locked(Bool)
  /// The computer goes to sleep, or woke.
  case asleep(Bool)
  /// It is loud in the room, or no longer.
  case loud(Bool)
  /// Another program records sound, as in a call, or none does.
  case call(Bool)
  /// The players that play, by their names on the bus.
  case playing([String])
  /// A program keeps the screen on, or none does.
  case keptAwake(Bool)
  /// The key's card is on its reader, or was taken away.
  case cardThere(Bool)

  /// The name that it is switched on with.
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

/// An app that is in front: the id of its desktop entry, and every name that it also goes by.
package struct FrontApp: Sendable, Equatable {
  /// Its desktop entry's id, or what its window says where there is no entry.
  package var id: String
  /// All names by which a person may mean it: the id, its package's, and what its window says of itself.
  package var names: [String]
  /// Its process; `nil` where that is not told.
  package var process: Int32?

  /// An app by its names, the first of which is its id.
  package init(id: String, names: [String], process: Int32?) {
    self.id = id
    self.names = names
    self.process = process
  }
}

/// What a source tells.
package enum SignalNews: Sendable, Equatable {
  /// Something was noticed, at this moment in milliseconds since the computer came up.
  case noticed(Signal, at: Int64)
  /// A source came, or was lost.
  case state(SignalState)
}

/// How one signal is seen here.
package struct SignalState: Sendable, Equatable {
  /// Whether it is seen.
  package enum State: String, Sendable {
    /// A source watches.
    case inForce = "in-force"
    /// Nobody wants it now.
    case off
    /// It was wanted, and nothing here can see it.
    case unavailable
  }

  package var name: SignalName
  /// Whether it is seen.
  package var state: State
  /// What sees it, such as `x11` or `sway`; `nil` where nothing does.
  package var source: String?
  /// Why it is not seen, or what the source cannot tell, and what would change that.
  package var why: String?

  /// How a signal is seen.
  package init(_ name: SignalName, _ state: State, by source: String? = nil, why: String? = nil) {
    self.name = name
    self.state = state
    self.source = source
    self.why = why
  }
}
