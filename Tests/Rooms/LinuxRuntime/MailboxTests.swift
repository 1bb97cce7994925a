import LinuxRuntime
import Testing

@Suite struct MailboxTests {
  @Test("Items come out in the order in which they came, however many wait.")
  func order() {
    let mailbox = Mailbox<Int>()
    var sent = 0
    var received = 0
    for round in 0..<300 {
      for _ in 0..<round {
        mailbox.send(sent)
        sent += 1
      }
      for _ in 0..<(round - round / 3) {
        #expect(mailbox.receive(within: 0) == received)
        received += 1
      }
    }
    while let item = mailbox.receive(within: 0) {
      #expect(item == received)
      received += 1
    }
    #expect(received == sent && mailbox.isEmpty)
  }

  @Test("A wait ends with the item that another thread sends, and without one when the time is over.")
  func waiting() {
    let (mailbox, answers) = (Mailbox<Int>(), Mailbox<Int?>())
    startThread(named: "waiter") { answers.send(mailbox.receive(within: 60_000)) }
    mailbox.send(7)
    #expect(answers.receive() == 7)
    let before = ContinuousClock.now
    #expect(mailbox.receive(within: 30) == nil)
    #expect(ContinuousClock.now - before >= .milliseconds(29))
  }
}
