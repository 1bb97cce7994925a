/// How many requests with a wrong proof came from each address within a minute. Those with a right one, and questions
/// for a challenge, are never counted, so that nobody on the same network can keep a phone out.
package struct UnprovenRequests: Sendable {
  /// How many requests of one address are answered within a minute.
  static let mostPerMinute = 60
  /// How many addresses are known at once; the oldest minute is forgotten first.
  static let mostAddresses = 1024

  private var minutes: [String: (begun: Int64, count: Int)] = [:]

  package init() {}

  /// Counts one request; returns whether it is one too many.
  package mutating func isTooMany(from address: String, at now: PhoneMoment) -> Bool {
    var minute = minutes[address] ?? (now.steady, 0)
    if now.steady - minute.begun >= 60 { minute = (now.steady, 0) }
    minute.count += 1
    if minutes[address] == nil, minutes.count >= Self.mostAddresses { forget() }
    minutes[address] = minute
    return minute.count > Self.mostPerMinute
  }

  private mutating func forget() {
    var oldest: (address: String, begun: Int64)?
    for (address, minute) in minutes where minute.begun < oldest?.begun ?? .max { oldest = (address, minute.begun) }
    if let oldest { minutes[oldest.address] = nil }
  }
}
