package import FocusEngine
internal import FocusWire

extension FocusEngine {
  /// Sentences on what opens each used-up allowance, by the allowance's name.
  package var waysToOpen: [String: [String]] {
    let now = snapshot
    var ways: [String: [String]] = [:]
    for one in now.machine.status(at: now.now).allowances where one.state == .shut {
      ways[one.name] = one.offers.map { $0.sentence }
    }
    return ways
  }
}
