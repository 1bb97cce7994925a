internal import Allowance
package import FeaturePorts
internal import Rewards

extension StudyTable {
  func board(at now: Timestamp, by order: Board.Order) -> JSONValue {
    guard case .object(var object)? = try? FriendsBoard(home, zone).board(at: now, by: order) else {
      return ["ok": true, "lines": []]
    }
    object["ok"] = true
    return .object(object)
  }

  func shareMessages(_ isShared: Bool, at now: Timestamp) throws(Failure) -> JSONValue {
    try renaming(
      { (error: FriendsBoard.Fault) in error.failure(home) }, FriendsBoard(home, zone).shareMessages(isShared, at: now))
    return ["ok": true]
  }

  /// Writes this person's file after sessions and answers, and reads what helped others.
  package func keepBoard(_ engine: FocusEngine, _ words: ServiceLog, now: @Sendable () -> Moment) async {
    await hearOthers(engine)
    for await notice in await engine.notices(fromStart: true) {
      guard case .happened(let event) = notice, case .recorded(let fact) = event.kind else { continue }
      switch fact.body {
      case .sessionEnded, .move(.nudge(.answered)): break
      default: continue
      }
      do throws(FriendsBoard.Fault) { try FriendsBoard(home, zone).refresh(at: now().wall) } catch {
        words.write(.warning, "the friends' board could not be written")
      }
      await hearOthers(engine)
    }
  }

  private func hearOthers(_ engine: FocusEngine) async {
    guard let others = FriendsBoard(home, zone).messagesOfOthers else { return }
    _ = await engine.submit(.messagesHeard(others))
  }
}
