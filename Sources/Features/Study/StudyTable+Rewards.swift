internal import Allowance
internal import Bulletins
package import FocusEngine
internal import Guarding
internal import Learning
internal import Rewards
internal import SQLiteLog
internal import ServiceContract

extension StudyTable {
  /// Cards are seen one after the other: those within this time are counted together.
  private static let calm = Duration.seconds(2)

  /// Checks after each deed that may reach something, until the engine stops.
  package func tellRewards(_ engine: FocusEngine, by notifier: any Notifier) async {
    let (looks, bell) = AsyncStream.makeStream(of: Duration.self, bufferingPolicy: .bufferingNewest(1))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await notice in await engine.notices(fromStart: true) {
          if let calm = notice.mayReach(cardsAfter: Self.calm) { bell.yield(calm) }
        }
        bell.finish()
      }
      for await calm in looks {
        if calm > .zero { try? await Task.sleep(for: calm) }
        await tellNews(engine, by: notifier)
      }
    }
  }

  private func tellNews(_ engine: FocusEngine, by notifier: any Notifier) async {
    guard let news = try? RewardsTally(home, zone, progressSoFar()).rewards.news,
      let bulletin = BulletinBoard.reached(news)
    else { return }
    // What could not be recorded would be told again.
    let answer = await engine.submit(.learned(news.map { .told($0.name, points: Int64($0.points)) }))
    if case .decided(.accepted, _) = answer { await notifier.show(bulletin) }
  }

  /// What was learned, where somebody learns on the page: it is not read again for each session, however long the log
  /// is. Who learns in the terminal is told there.
  private func progressSoFar() throws(LogError) -> LearningProgress {
    if let progress = openProgress() { return progress }
    var progress = LearningProgress()
    for fact in try LogReader(path: home.database).facts(of: ["achievement"]) {
      if case .learn(let told) = fact.body {
        progress.apply(told, at: StudyMoment(milliseconds: fact.stamp.moment.wall.milliseconds))
      }
    }
    return progress
  }
}

extension EngineNotice {
  /// The delay before checking whether something was reached; `nil` if nothing can be.
  fileprivate func mayReach(cardsAfter calm: Duration) -> Duration? {
    guard case .happened(let event) = self, case .recorded(let fact) = event.kind else { return nil }
    return switch fact.body {
    case .sessionEnded, .guard(.strayEnded), .move(.challengeMet), .move(.moved): .zero
    case .learn(.reviewed), .learn(.viewed): calm
    default: nil
    }
  }
}
