/// What the privileged helper holds of the order in force, as far as this service knows: pure and total.
///
/// The helper holds an order for one lease at a time, under a stamp. Nothing but a renewal by that stamp shows that it
/// still does: what is heard beside that (a helper came, one went) only makes the lease ask again.
struct HelperLease: Equatable, Sendable {
  enum State: Equatable, Sendable {
    case none
    /// Something is ordered, and no helper has accepted it yet.
    case ordered(until: Int64?)
    case held(Hold)
    /// The helper refused, with that word.
    case refused(String, until: Int64?)
    /// The helper had the order in force, and somebody removed it early.
    case taken(until: Int64?)
  }

  struct Hold: Equatable, Sendable {
    var stamp: Int64
    var until: Int64?
    var since: Int64
    /// When the helper last confirmed the order.
    var renewed: Int64
  }

  enum Command: Equatable, Sendable {
    case order(until: Int64?)
    case lift
    /// It is time to renew.
    case turn
    case helperChanged
    case placed(Placement)
    case renewed(Renewal)
  }

  enum Placement: Equatable, Sendable {
    case stamped(Int64)
    case refused(String)
    case unanswered
  }

  enum Renewal: Equatable, Sendable {
    case held
    /// The helper holds another order, or none.
    case lost
    case gone
    /// A helper is there and did not answer in time.
    case late
    /// A helper is there but has no room for questions, which says nothing about its orders.
    case crowded
  }

  enum Action: Equatable, Sendable {
    case place
    case renew(stamp: Int64)
    case lift
    /// Say that somebody took the order away, and that it is in force again.
    case reportTaken
  }

  /// How long the helper keeps an order that is not renewed, in milliseconds.
  let length: Int64
  /// How long it holds one that is renewed.
  let longest: Int64
  /// The word for a refusal that soon passes.
  let crowded: String
  /// How many milliseconds a helper may be silent before its order counts as lost.
  static let patience: Int64 = 5000

  private(set) var state = State.none

  init(length: Int64, longest: Int64, crowded: String) {
    self.length = length
    self.longest = longest
    self.crowded = crowded
  }

  var isHeld: Bool { if case .held = state { true } else { false } }

  /// `nil` unless the helper holds the order.
  var stamp: Int64? { if case .held(let hold) = state { hold.stamp } else { nil } }

  var refusal: String? { if case .refused(let word, _) = state { word } else { nil } }

  /// `now` is on the clock that counts through suspend; returns what must be done, in order.
  mutating func handle(_ command: Command, at now: Int64) -> [Action] {
    switch (state, command) {
    case (_, .order(let until)):
      state = .ordered(until: until)
      return [.place]
    case (_, .lift):
      state = .none
      return [.lift]
    case (.none, _): return []

    case (.ordered, .turn), (.ordered, .helperChanged), (.taken, .turn), (.taken, .helperChanged): return [.place]
    case (.ordered(let until), .placed(.stamped(let stamp))), (.refused(_, let until), .placed(.stamped(let stamp))):
      state = .held(Hold(stamp: stamp, until: until, since: now, renewed: now))
      return []
    case (.taken(let until), .placed(.stamped(let stamp))):
      state = .held(Hold(stamp: stamp, until: until, since: now, renewed: now))
      return [.reportTaken]
    // For want of room it is not refused for long, and what was taken stays taken until it is back.
    case (.taken, .placed(.refused(crowded))): return []
    case (.ordered(let until), .placed(.refused(let word))), (.taken(let until), .placed(.refused(let word))),
      (.refused(_, let until), .placed(.refused(let word))):
      state = .refused(word, until: until)
      return []
    case (.refused(_, let until), .placed(.unanswered)):
      state = .ordered(until: until)
      return []
    case (.ordered, .placed(.unanswered)), (.taken, .placed(.unanswered)), (.ordered, .renewed), (.taken, .renewed),
      (.refused, .renewed):
      return []
    // What the helper refuses for what it says is refused again, but perhaps not by another helper.
    case (.refused(let word, _), .turn): return word == crowded ? [.place] : []
    case (.refused, .helperChanged): return [.place]

    case (.held(let hold), .turn), (.held(let hold), .helperChanged): return [.renew(stamp: hold.stamp)]
    case (.held(var hold), .renewed(.held)):
      hold.renewed = now
      state = .held(hold)
      return []
    case (.held(let hold), .renewed(.late)) where now < hold.renewed + Self.patience: return []
    case (.held(let hold), .renewed(.crowded)) where now < hold.renewed + length: return []
    case (.held(let hold), .renewed(.late)), (.held(let hold), .renewed(.lost)), (.held(let hold), .renewed(.gone)),
      (.held(let hold), .renewed(.crowded)):
      state = isDue(hold, at: now) ? .taken(until: hold.until) : .ordered(until: hold.until)
      return [.place]
    case (.held, .placed): return []
    }
  }

  /// Whether the helper would hold the order now, had nobody interfered.
  private func isDue(_ hold: Hold, at now: Int64) -> Bool {
    now < hold.renewed + length && now < hold.until ?? .max && now < hold.since + longest
  }
}
