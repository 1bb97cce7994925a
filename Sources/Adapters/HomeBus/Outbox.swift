/// What a home is to be told: the latest of each retained topic, and everything else in order.
///
/// Nothing leaves it before the broker has confirmed it. After a loss all that was not confirmed is sent again, and
/// every retained topic, because a broker may have forgotten them.
struct Outbox {
  /// The most that wait in order; of more the oldest are let go.
  static let mostWaiting = 4096
  /// The most that are under way at once.
  private static let mostSent = 64
  /// What is older means nothing any more, in milliseconds: a light that comes on ten minutes late helps nobody.
  static let oldest: Int64 = 600_000

  /// Something that is to be told in order.
  struct Entry {
    let message: HomeMessage
    /// When it was handed in, in milliseconds.
    let posted: Int64
    /// Is told whether the broker has it.
    let done: (@Sendable (Bool) -> Void)?
  }

  /// What is under way.
  private enum Sent {
    case retained(String)
    case inOrder(Int)
  }

  private var retained: [String: HomeMessage] = [:]
  /// Retained topics in the order in which they were first told, which is the order of sending.
  private var topics: [String] = []
  private var changed: Set<String> = []
  private var underWay: Set<String> = []
  private var entries: [Int: Entry] = [:]
  /// The numbers of the oldest, of the next to send, and of the next to come.
  private var (first, unsent, next) = (0, 0, 0)
  private var sent: [Int32: Sent] = [:]
  private var sentInOrder = 0

  /// Whether everything is told and confirmed.
  var isEmpty: Bool { entries.isEmpty && changed.isEmpty && sent.isEmpty }

  /// How many were let go because too many waited.
  private(set) var dropped = 0

  /// Takes in what is to be known of a topic from now on.
  mutating func keep(_ message: HomeMessage) {
    if retained.updateValue(message, forKey: message.topic) == nil {
      topics.append(message.topic)
    }
    changed.insert(message.topic)
  }

  /// What is to be known of a topic.
  func kept(_ topic: String) -> HomeMessage? { retained[topic] }

  /// Takes in something that happened.
  ///
  /// - Returns: its number among all of them.
  @discardableResult
  mutating func post(_ entry: Entry) -> Int {
    let number = next
    entries[number] = entry
    next += 1
    guard entries.count > Self.mostWaiting else { return number }
    // The oldest that is not under way: what is, may have arrived.
    var oldest = unsent
    while oldest < next, entries[oldest] == nil { oldest += 1 }
    entries.removeValue(forKey: oldest)?.done?(false)
    dropped += 1
    return number
  }

  /// Nobody wants that told any more.
  mutating func abandon(_ number: Int) { entries.removeValue(forKey: number)?.done?(false) }

  /// Sends what can be sent now.
  ///
  /// - Parameters:
  ///   - withEvents: whether those who listen for what happens are there yet.
  ///   - publish: gives the number under which a message is confirmed; `nil` where it cannot be sent.
  mutating func send(withEvents: Bool, at now: Int64, _ publish: (HomeMessage) -> Int32?) {
    if !changed.isEmpty {
      for topic in topics where changed.contains(topic) && !underWay.contains(topic) {
        guard let message = retained[topic], let number = publish(message) else { return }
        changed.remove(topic)
        underWay.insert(topic)
        sent[number] = .retained(topic)
      }
    }
    guard withEvents else { return }
    while sentInOrder < Self.mostSent, unsent < next {
      if let entry = entries[unsent] {
        if now - entry.posted > Self.oldest {
          entries.removeValue(forKey: unsent)
          entry.done?(false)
        } else {
          guard let number = publish(entry.message) else { return }
          sent[number] = .inOrder(unsent)
          sentInOrder += 1
        }
      }
      unsent += 1
    }
  }

  /// The broker has a message.
  mutating func confirm(_ number: Int32) {
    switch sent.removeValue(forKey: number) {
    case .retained(let topic): underWay.remove(topic)
    case .inOrder(let entry):
      sentInOrder -= 1
      entries.removeValue(forKey: entry)?.done?(true)
      while first < unsent, entries[first] == nil { first += 1 }
    case nil: break
    }
  }

  /// The connection is gone: all that was not confirmed is to be sent again.
  mutating func rewind() {
    sent = [:]
    sentInOrder = 0
    underWay = []
    unsent = first
    changed = Set(topics)
  }

  /// Nothing will be sent any more.
  mutating func giveUp() {
    for entry in entries.values { entry.done?(false) }
    entries = [:]
  }
}
