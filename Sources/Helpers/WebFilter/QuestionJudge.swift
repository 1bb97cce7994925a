import ConnectionNames
import LinuxRuntime
import SiteRules
import SocketOwners

/// Answers the kernel about questions for names, anybody's, on the thread of their queue.
///
/// A question that is answered here goes back in its own packet, turned round: nothing is sent that was not on its way,
/// and no socket is needed for it.
struct QuestionJudge {
  private let shared: Locked<WebFilter.Shared>
  /// Judges what goes to a resolver's port and is not a question, like anything else.
  private var others: ConnectionJudge
  private var streams = QuestionStreams()
  /// Questions since free memory was given back, and after how many that is worth it.
  private var count = 0
  private static let few = 256
  private static let many = 8192

  /// Binding of a service (RFC 9460): what tells how a hello is encrypted (RFC 9848).
  private static let bindings: ClosedRange<UInt16> = 64...65

  init(_ shared: Locked<WebFilter.Shared>, denied: @escaping @Sendable (WebFilter.Denial) -> Void) {
    self.shared = shared
    others = ConnectionJudge(shared, denied: denied)
  }

  /// Answers until the queue fails.
  mutating func answer(_ queue: PacketQueue) {
    var buffer = [UInt8](repeating: 0, count: 128 << 10)
    let connections = try? TCPConnections()
    do throws(SystemError) {
      while true {
        let questions = try queue.wait(into: &buffer)
        for question in questions { try answer(question, of: queue, connections) }
        if questions.isEmpty { others.rest(connections) }
        count += questions.count
        guard count > (questions.isEmpty ? Self.few : Self.many) else { continue }
        FreeMemory.giveBack()
        count = 0
      }
    } catch {
      shared.withLock { $0.questionFault = error }
    }
  }

  private mutating func answer(
    _ question: PacketQueue.Question, of queue: PacketQueue, _ connections: borrowing TCPConnections?
  ) throws(SystemError) {
    if let packet = UDPPacket(question.packet) {
      var reply: [UInt8]?
      if !question.isCut, let asked = NameQuestion(packet.payload),
        let outcome = Self.outcome(of: asked, from: question.user, shared)
      {
        reply = packet.reply(asked.answer(outcome))
      }
      return try queue.answer(question, mark: nil, content: reply)
    }
    // By TCP, a person's connection may be anything.
    var ruling: (mark: UInt32?, content: [UInt8]?) = (nil, nil)
    if !question.isLocal, isPersons(question) { ruling = others.answer(question, connections) }
    guard ruling.mark != FilterTable.Mark.closed, !question.isCut, let packet = TCPPacket(question.packet) else {
      return try queue.answer(question, mark: ruling.mark, content: nil)
    }
    let shared = shared
    switch streams.see(packet, judge: { Self.outcome(of: $0, from: question.user, shared) }) {
    case .passed: try queue.answer(question, mark: ruling.mark, content: ruling.content)
    case .dropped: try queue.drop(question)
    case .exchanged(let content): try queue.answer(question, mark: ruling.mark, content: content)
    }
  }

  private func isPersons(_ question: PacketQueue.Question) -> Bool {
    guard let user = question.user else { return false }
    return shared.withLock { $0.policies[$0.subordinates.person(behind: user)] != nil }
  }

  /// How a question is answered here; `nil` where its resolver answers it.
  private static func outcome(
    of question: NameQuestion, from user: UInt32?, _ shared: Locked<WebFilter.Shared>
  ) -> NameQuestion.Outcome? {
    guard let host = SiteName(wire: question.name) else { return nil }
    if host.text == HiddenResolvers.canary { return .noName }
    let (answersECH, closes) = shared.withLock { shared in
      // What asks for everybody may itself ask one of those resolvers, and has to find it.
      let policy = user.flatMap { shared.policies[shared.subordinates.person(behind: $0)] }
      return (shared.answersECH, policy?.closesDetour(host, isMarked: false) ?? false)
    }
    if closes { return .noName }
    return answersECH && bindings.contains(question.type) ? .nothing : nil
  }
}
