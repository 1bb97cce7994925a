import FocusSession
import Guarding
import Pledge
import SessionRehearsal
import Testing

/// Sessions that work on a task.
@Suite struct TaskSentences {
  static let report = SessionTask(
    uid: "u1", words: "Write the report", apps: ["latex"], sites: ["overleaf.com"], profile: "work")
  static let thesis = SessionTask(uid: "u2", words: "The thesis")

  private func desk() -> Desk {
    Desk(
      Settings(
        profiles: [Profile(policy: Policy(profile: "work", apps: ["editor"])), Profile(policy: Policy(profile: "fun"))])
    )
  }

  private func start(_ task: SessionTask?) -> Command {
    .ask(.start(StartRequest(profile: "work", task: task?.words ?? "next", work: task)), by: .localUser)
  }

  private func front(_ app: String) -> Command { .signal(.front(Front(app: [app]))) }

  @Test("a session on a task knows it by its identifier, also after a crash")
  func bound() {
    var desk = desk()
    #expect(desk.give(start(Self.report)) == .accepted)
    #expect(told(desk.events) == ["started work", "task began u1"])
    #expect(desk.status.task == "Write the report" && desk.status.work == Self.report)
    #expect(desk.folded.state == desk.machine.state)
  }

  @Test("words that name no task are only shown")
  func free() {
    var desk = desk()
    desk.give(start(nil))
    #expect(desk.status.task == "next" && desk.status.work == nil)
  }

  @Test("the apps of the task are work, beside those of the profile")
  func guarded() {
    var desk = desk()
    desk.give(start(Self.report))
    for app in ["latex", "editor"] {
      desk.give(front(app))
      desk.pass(.minutes(1))
      #expect(desk.status.guarding?.state == .attentive)
    }
    // Done: what was only its work is none any longer.
    desk.give(.ask(.finishTask, by: .localUser))
    desk.give(front("latex"))
    desk.pass(.seconds(21))
    #expect(desk.status.guarding?.state == .straying)
  }

  @Test("a card begins the next task when idle, and goes on with it in a session; a soft link only begins")
  func next() {
    var desk = desk()
    let work = Intent.work(StartRequest(profile: "work", task: "thesis", work: Self.thesis))
    #expect(desk.give(.ask(.work(StartRequest(task: "next")), by: .soft)) == .refused(Refusal(.noTask)))
    #expect(desk.give(.ask(work, by: .soft)) == .accepted)
    let other = Intent.work(StartRequest(task: "report", work: Self.report))
    #expect(desk.give(.ask(other, by: .soft)) == .refused(Refusal(.soft)))
    #expect(desk.give(.ask(other, by: .localUser)) == .accepted)
    #expect(desk.give(.ask(other, by: .localUser)) == .nothing)
    #expect(desk.status.work == Self.report)
  }

  @Test("done is said by the person: never by a soft link, never without a task")
  func done() {
    var desk = desk()
    #expect(desk.give(.ask(.finishTask, by: .localUser)) == .refused(Refusal(.notActive)))
    desk.give(start(nil))
    #expect(desk.give(.ask(.finishTask, by: .localUser)) == .refused(Refusal(.noTask)))
    desk.give(.ask(.work(StartRequest(work: Self.thesis)), by: .localUser))
    #expect(desk.give(.ask(.finishTask, by: .soft)) == .refused(Refusal(.soft)))
    #expect(desk.give(.ask(.finishTask, by: .localUser)) == .accepted)
    #expect(desk.status.work == nil && desk.status.task == "The thesis")
  }

  @Test("soft links say good night, and excuse nothing")
  func soft() {
    var desk = desk()
    #expect(desk.give(.ask(.excuse, by: .soft)) == .refused(Refusal(.soft)))
    #expect(desk.give(.ask(.up, by: .soft)) == .refused(Refusal(.soft)))
    #expect(desk.give(.ask(.bed, by: .soft)) == .refused(Refusal(.notNight)))
  }

  // MARK: Pledges

  private func pledging(_ change: (inout PledgeTerms) -> Void = { _ in }) -> Desk {
    var terms = PledgeTerms(amount: Money(cents: 150, currency: "EUR"), over: .minutes(1))
    change(&terms)
    var desk = Desk(
      Settings(profiles: [Profile(policy: Policy(profile: "work", apps: ["editor"], pledge: terms))]))
    desk.start("work")
    return desk
  }

  private func stray(_ desk: inout Desk, for length: Lapse) {
    desk.give(front("game"))
    desk.pass(length)
    desk.give(front("editor"))
    desk.pass(.seconds(11))
  }

  @Test("an episode costs what the profile said at the start, a shorter one nothing, and the fold knows it")
  func charged() {
    var desk = pledging()
    stray(&desk, for: .seconds(60))
    #expect(desk.machine.ledger.pledges.owed(in: "EUR") == 0)
    stray(&desk, for: .seconds(61))
    #expect(desk.machine.ledger.pledges.owed(in: "EUR") == 150)
    #expect(desk.folded.ledger.pledges == desk.machine.ledger.pledges)
  }

  @Test("within an hour an episode is taken back, afterwards no more")
  func regret() {
    var desk = pledging()
    stray(&desk, for: .minutes(2))
    #expect(desk.give(.excuse) == .accepted)
    #expect(desk.machine.ledger.pledges.owed(in: "EUR") == 0)
    #expect(desk.give(.excuse) == .refused(Refusal(.notStraying)))
    stray(&desk, for: .minutes(2))
    desk.pass(.hours(1))
    #expect(desk.give(.excuse) == .refused(Refusal(.notStraying)))
    #expect(desk.machine.ledger.pledges.owed(in: "EUR") == 150)
    #expect(desk.folded.ledger.pledges == desk.machine.ledger.pledges)
  }

  @Test("on the night of 25 hours the day's limit is that of the civil day in which an episode began")
  func longNight() throws {
    let berlin = try CivilTimeCheck.zone("Europe/Berlin")
    var terms = PledgeTerms(amount: Money(cents: 33, currency: "EUR"), perDay: 99)
    terms.payee = Payee(name: "Red Cross")
    let policy = Policy(profile: "work", apps: ["editor"], pledge: terms)
    var desk = Desk(Settings(profiles: [Profile(policy: policy)], zone: berlin), at: "2026-10-24T21:30:00Z")
    desk.start("work")
    // One an hour, from 23:30 to 03:30: the hour from two to three comes twice.
    for _ in 0..<6 {
      stray(&desk, for: .minutes(2))
      desk.pass(.minutes(60) - .minutes(2) - .seconds(11))
    }
    let debts = desk.machine.ledger.pledges.debts
    #expect(debts.map { $0.day.date.day } == [24, 25, 25, 25, 25, 25])
    #expect(debts.map { $0.money.cents } == [33, 33, 33, 33, 0, 0])
    #expect(desk.machine.ledger.pledges.owed(in: "EUR") == 132)
  }

  @Test("what was given is settled, never more than is owed")
  func settled() {
    var desk = pledging()
    stray(&desk, for: .minutes(2))
    let much = Money(cents: 151, currency: "EUR")
    #expect(desk.give(.settle(much)) == .refused(Refusal(.notOwed(Money(cents: 150, currency: "EUR")))))
    #expect(desk.give(.settle(Money(cents: 50, currency: "EUR"))) == .accepted)
    #expect(desk.machine.ledger.pledges.owed(in: "EUR") == 100)
    #expect(desk.give(.settle(Money(cents: 1, currency: "USD"))) != .accepted)
  }
}
