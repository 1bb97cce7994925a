internal import FocusSession
internal import LinuxRuntime
internal import Octets

/// The cards that pages of the shield show now. An answer counts only with the ticket of a page that showed the card,
/// once, and after it could be read.
final class OfferedCards: Sendable {
  struct Offer: Sendable {
    let deck: String
    let card: String
    let since: ContinuousClock.Instant
  }

  /// More pages than these are not open at once; the oldest gives way.
  private static let most = 32
  /// How many cards are offered in a row before it is back to work.
  static let inARow = 3
  /// After this long, the count of cards begins again.
  private static let rest = Duration.seconds(600)

  private struct State {
    var offers: [(ticket: String, offer: Offer)] = []
    var learned: [ContinuousClock.Instant] = []
  }

  private let state = Locked(State())

  var mayOffer: Bool {
    state.withLock { state in
      state.learned.removeAll { $0 < .now - Self.rest }
      return state.learned.count < Self.inARow
    }
  }

  /// Records that a card is shown now, and returns its ticket.
  func show(deck: String, card: String) -> String {
    let ticket = HexText.text(of: SystemRandom.octets(12))
    state.withLock { state in
      if state.offers.count >= Self.most { state.offers.removeFirst() }
      state.offers.append((ticket, Offer(deck: deck, card: card, since: .now)))
    }
    return ticket
  }

  /// The card of a ticket, which is void afterwards.
  func take(_ ticket: String) -> Offer? {
    state.withLock { state in
      guard let index = state.offers.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.offers.remove(at: index).offer
    }
  }

  func noteLearned() { state.withLock { $0.learned.append(.now) } }
}

extension Duration {
  /// Milliseconds, rounded down.
  var wholeMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
