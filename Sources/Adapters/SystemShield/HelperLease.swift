/// What the privileged helper holds of the order in force, as far as this service knows: pure and total.
///
/// The helper holds an order for one lease at a time, under a stamp. Nothing but a renewal by that stamp shows that it
/// still does: what is heard beside that (a helper came, one went) only makes the lease ask again.
struct HelperLease: Equatable, Sendable {
  /// How the order and the helper stand to each other.
  enum State: Equatable, Sendable {
    /// Nothing is ordered.
    case none
    /// Something is ordered until that time, and no helper has taken it yet.
    case ordered(until: Int64?)
    /// The helper holds the order.
    case held(Hold)
    /// The helper said no, by that word.
    case refused(String, until: Int64?)
    /// The helper held the order, and somebody took it away before its time.
    case taken(until: Int64?)
  }

  /// An order in force.
  struct Hold: Equatable, Sendable {
    /// By what it is renewed.
    var stamp: Int64
    /// When it ends by itself.
    var until: Int64?
    /// When it came in force.
    var since: Int64
    /// When the helper last said that it holds it.
    var renewed: Int64
  }

  /// What happens to a lease.
  enum Command: Equatable, Sendable {
    /// Something new is to be held until that time.
    case order(until: Int64?)
    /// Nothing is to be held any more.
    case lift
    /// It is time to renew.
    case turn
    /// A helper came or went.
    case helperChanged
    /// The helper's answer to the order.
    case placed(Placement)
    /// The helper's answer to a renewal.
    case renewed(Renewal)
  }

  /// What became of an order that was said to the helper.
  enum Placement: Equatable, Sendable {
    /// It is in force under that stamp.
    case stamped(Int64)
    /// The helper said no, by that word.
    case refused(String)
    /// Nobody answered.
    case unanswered
  }

  /// What became of a renewal.
  enum Renewal: Equatable, Sendable {
    /// The helper holds the order.
    case held
    /// The helper holds another order, or none.
    case lost
    /// No helper is there.
    case gone
    /// A helper is there and did not answer in time.
    case late
    /// A helper is there and has no room for questions, which says nothing of what it holds.
    case crowded
  }

  /// What has to be done.
  enum Action: Equatable, Sendable {
    /// Say the order to the helper.
    case place
    /// Ask the helper for another lease under that stamp.
    case renew(stamp: Int64)
    /// Have the helper end the order.
    case lift
    /// Say that somebody took the order away, and that it is in force again.
    case reportTaken
  }

  /// How long the helper holds an order that nobody renews, in milliseconds.
  let length: Int64
  /// How long it holds one that is renewed.
  let longest: Int64
  /// The word of a refusal that is over soon.
  let crowded: String
  /// How long a helper that is there may be silent before its order counts as lost.
  static let patience: Int64 = 5000

  private(set) var state = State.none

  /// A lease of nothing.
  init(length: Int64, longest: Int64, crowded: String) {
    self.length = length
    self.longest = longest
    self.crowded = crowded
  }

  /// Whether the helper holds the order.
  var isHeld: Bool { if case .held = state { true } else { false } }

  /// By what the order is renewed that the helper holds.
  var stamp: Int64? { if case .held(let hold) = state { hold.stamp } else { nil } }

  /// Why the helper does not hold the order, by its own word.
  var refusal: String? { if case .refused(let word, _) = state { word } else { nil } }

  /// Takes in what happened at a time of the clock that counts through suspend; what has to be done then, in order.
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
