public import FocusPorts

/// Stands where no shield can work: it remembers what it was asked to hold, and says truthfully that nothing is held.
public actor AbsentShield: Shield {
  /// What was last asked of it.
  public private(set) var wanted: ShieldOrder?
  private let why: String

  /// A shield that holds nothing.
  ///
  /// - Parameter why: the reason, as the status tells it.
  public init(why: String) {
    self.why = why
  }

  /// Remembers the order.
  public func match(_ wanted: ShieldOrder?) -> [ShieldLayer] {
    self.wanted = wanted
    return [ShieldLayer(layer: "none", state: .unavailable, why: why)]
  }
}
