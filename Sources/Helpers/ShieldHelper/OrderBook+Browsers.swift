/// Browsers that see which part of a site they open.
extension OrderBook {
  /// How long what is said of them counts, in milliseconds: their extensions let go of everything that much after a
  /// service has died.
  static let attention: Int64 = 4000

  /// Records which browsers close parts of sites themselves.
  mutating func name(
    _ processes: [Int32], _ stamp: Int64, by speaker: Speaker, at now: Int64
  ) -> Outcome {
    guard let own = orders[speaker.user] else { return .refused("no-order") }
    guard let index = own.firstIndex(where: { $0.stamp == stamp && $0.owner == speaker.process }) else {
      return .refused("other-order")
    }
    let isChanged = own[index].browsers != Set(processes)
    orders[speaker.user]?[index].browsers = Set(processes)
    orders[speaker.user]?[index].browsersUntil = now + Self.attention
    return .done(changed: isChanged)
  }

  /// Forgets browsers that nothing was said of for too long; returns whether there were any.
  mutating func forgetBrowsers(at now: Int64) -> Bool {
    var changed = false
    for (user, own) in orders {
      for index in own.indices where !own[index].browsers.isEmpty && own[index].browsersUntil <= now {
        orders[user]?[index].browsers = []
        changed = true
      }
    }
    return changed
  }

  /// The browsers that close parts of sites themselves, by user; one service of each knows them.
  var browsers: [UInt32: Set<Int32>] {
    orders.mapValues { own in own.map(\.browsers).filter { !$0.isEmpty }.first ?? [] }.filter { !$0.value.isEmpty }
  }
}

extension OrderBook.Order {
  /// Until when what is said of browsers counts; `.max` if nothing is said.
  var attends: Int64 { browsers.isEmpty ? .max : browsersUntil }

  /// Browsers that closed parts for the order before go on doing so while they are told of this one: what they have
  /// open in sites that stay left to them is not cut. That counts no longer than it did.
  mutating func takeBrowsers(of before: OrderBook.Order?) {
    guard let before else { return }
    (browsers, browsersUntil) = (before.browsers, before.browsersUntil)
  }
}
