internal import CommandShell
internal import FeaturePorts
internal import FocusKeyService
internal import ServiceAPI
internal import Session
internal import Syncing
internal import SystemClock

/// The sessions of the person's other computers, as far as their messages came here.
extension CommandContext {
  /// `nil` if this computer is meant, or no device is named.
  func sessionsElsewhere(
    on device: String?, since: Timestamp?, until: Timestamp?, profile: String?
  ) throws(Failure) -> [HouseholdPast.Session]? {
    guard let device else { return nil }
    let household = Household(home, try zone())
    let now = SystemTime.wall()
    do throws(SyncFault) {
      return try household.sessions(of: device, at: now)?
        .filter { $0.isPart(since: since, until: until, profile: profile) }
    } catch {
      guard error == .noSuchDevice(device) else { throw .sync(error, home) }
      throw Failure(
        .noInput, kind: "unknown-device", what: "no device has that name", at: .text(device),
        advice: "see: focuskey sync status")
    }
  }

  /// Writes one object on each line.
  func writeLines(_ sessions: [HouseholdPast.Session], _ zone: CivilZone) throws(Failure) {
    for session in sessions { try write(session.json(in: zone).text + "\n") }
  }
}
