package import FocusSession

/// What makes blocked things not open.
package protocol Shield: Sendable {
  /// Makes what is in force match what is wanted; `nil` takes everything down. Called again at every start and after
  /// every failure.
  func match(_ wanted: ShieldOrder?) async

  /// The shield as it was found last, by a probe and not by belief; also what changed since the last order.
  var report: ShieldReport { get }
}

/// What the shield is to hold.
package struct ShieldOrder: Sendable, Equatable {
  /// The profiles whose blocks these are, the session's own first.
  package var profiles: [String]
  /// What is blocked, one set per profile; what any of them blocks is blocked.
  package var blocks: [Blocks]
  /// What the person changed about the lists that the blocks name.
  package var categories: [Category]
  /// When the session or the shield's turn ends by itself, in milliseconds of the clock that counts through suspend;
  /// `nil` while open-ended.
  package var until: Int64?

  /// What some of the blocks let open for a few minutes.
  package var visit: Visit?

  /// A thing that is open until its visit ends.
  package struct Visit: Sendable, Equatable {
    package var thing: VisitThing
    /// The places of the blocks that let it open.
    package var places: [Int]
    /// When it is shut again, on the clock of ``ShieldOrder/until``.
    package var ends: Int64

    /// A visit of a thing.
    package init(thing: VisitThing, places: [Int], ends: Int64) {
      self.thing = thing
      self.places = places
      self.ends = ends
    }
  }

  /// The same while nothing is visited.
  package var withoutVisit: ShieldOrder {
    var order = self
    order.visit = nil
    return order
  }

  /// An order for some profiles' blocks.
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

/// One layer of the shield and its state.
package struct ShieldLayer: Sendable, Equatable {
  /// Whether a layer holds.
  package enum State: String, Sendable {
    /// It blocks what is ordered.
    case up
    /// It could, and nothing is ordered.
    case down
    /// It cannot work here.
    case unavailable
  }

  /// The layer's name, such as `sites` or `apps`.
  package var layer: String
  /// Whether it holds.
  package var state: State
  /// Why it does not, and what would change that.
  package var why: String?

  /// A layer's state.
  package init(layer: String, state: State, why: String? = nil) {
    self.layer = layer
    self.state = state
    self.why = why
  }
}
