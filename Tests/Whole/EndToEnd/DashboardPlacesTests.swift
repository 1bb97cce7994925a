import RealParts
import TestSupport
import Testing

/// The dashboard's places in a real browser against the real service: cards, learning, nights, plans, gates and exits.
@Suite(.realParts, .serialized) struct DashboardPlacesTests: DashboardVisits {
  static let browser = Result { try Chromium() }
}
