package import FocusEngine
internal import FocusSession
internal import FocusWire

extension FocusEngine {
  /// What opens each allowance that is used up, in sentences, by its name.
  package var waysToOpen: [String: [String]] {
    let now = snapshot
    var ways: [String: [String]] = [:]
    for one in now.machine.status(at: now.now).allowances where one.state == .shut {
      ways[one.name] = one.offers.map { $0.sentence }
    }
    return ways
  }
}
