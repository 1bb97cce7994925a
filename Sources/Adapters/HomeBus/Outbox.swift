/// Messages for a broker: the latest per retained topic, events in order, until it confirms them.
struct Outbox {
  /// The most events that wait; beyond that the oldest are dropped.
  static let mostWaiting = 4096
  /// The most events that are sent but unconfirmed.
  private static let mostSent = 64
  /// Events older than this, in milliseconds, are dropped: a light ten minutes late helps no one.
  static let oldest: Int64 = 600_000

  struct Entry {
    let message: HomeMessage
    /// When it was posted, in milliseconds.
    let posted: Int64
    /// Called with whether the broker has it.
    let done: (@Sendable (Bool) -> Void)?
  }

  private enum Sent {
    case retained(String)
    case inOrder(Int)
  }

  private var retained: [String: HomeMessage] = [:]
  /// Retained topics in the order of their first value, which is the order of sending.
  private var topics: [String] = []
  private var changed: Set<String> = []
  private var underWay: Set<String> = []
  private var entries: [Int: Entry] = [:]
  /// The numbers of the oldest event, the next to send, and the next to be posted.
  private var (first, unsent, next) = (0, 0, 0)
  private var sent: [Int32: Sent] = [:]
  private var sentInOrder = 0

  var isEmpty: Bool { entries.isEmpty && changed.isEmpty && sent.isEmpty }

  /// How many were dropped because too many waited.
  private(set) var dropped = 0

  /// Sets a topic's retained value.
  mutating func keep(_ message: HomeMessage) {
    if retained.updateValue(message, forKey: message.topic) == nil {
      topics.append(message.topic)
    }
    changed.insert(message.topic)
  }

  func kept(_ topic: String) -> HomeMessage? { retained[topic] }

  /// Adds an event; returns its number among all of them.
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

  mutating func abandon(_ number: Int) { entries.removeValue(forKey: number)?.done?(false) }

  /// `withEvents`: subscribers are there for events; `publish` returns `nil` if it cannot send.
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

  /// The connection is gone: sends again all retained topics and everything unconfirmed.
  mutating func rewind() {
    sent = [:]
    sentInOrder = 0
    underWay = []
    unsent = first
    changed = Set(topics)
  }

  /// Reports all waiting events as undelivered.
  mutating func giveUp() {
    for entry in entries.values { entry.done?(false) }
    entries = [:]
  }
}
