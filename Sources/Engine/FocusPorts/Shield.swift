package protocol Shield: Sendable {
  /// Makes what is in force match what is wanted; `nil` takes everything down. Called again at every start and after
  /// every failure.
  func match(_ wanted: ShieldOrder?) async

  /// The shield as last probed, never as assumed; also what changed since the last order.
  var report: ShieldReport { get }
}

package struct ShieldOrder: Sendable, Equatable {
  /// The profiles whose blocks these are, the session's own first.
  package var profiles: [String]
  /// One set per profile; what any of them blocks is blocked.
  package var blocks: [Blocks]
  /// The person's changes to the lists that the blocks name.
  package var categories: [Category]
  /// When the session or the shield's turn ends by itself, in milliseconds of the clock that counts through suspend;
  /// `nil` while open-ended.
  package var until: Int64?

  package var visit: Visit?

  package struct Visit: Sendable, Equatable {
    package var thing: VisitThing
    /// The indices of the blocks that let it open.
    package var places: [Int]
    /// When it is shut again, on the clock of ``ShieldOrder/until``.
    package var ends: Int64

    package init(thing: VisitThing, places: [Int], ends: Int64) {
      self.thing = thing
      self.places = places
      self.ends = ends
    }
  }

  package var withoutVisit: ShieldOrder {
    var order = self
    order.visit = nil
    return order
  }

  package init(
    profiles: [String], blocks: [Blocks], categories: [Category] = [], until: Int64? = nil, visit: Visit? = nil
  ) {
    self.visit = visit
    self.profiles = profiles
    self.blocks = blocks
    self.categories = categories
    self.until = until
  }
}

package struct ShieldLayer: Sendable, Equatable {
  package enum State: String, Sendable {
    /// It blocks what is ordered.
    case up
    /// It could block, but nothing is ordered.
    case down
    case unavailable
  }

  /// The layer's name, such as `sites` or `apps`.
  package var layer: String
  package var state: State
  /// Why it does not block, and what would change that.
  package var why: String?

  package init(layer: String, state: State, why: String? = nil) {
    self.layer = layer
    self.state = state
    self.why = why
  }
}
