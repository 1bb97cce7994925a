/// The user ids that belong to people of this computer beyond their own (subuid(5)): a person may act as any of them
/// in a user namespace, which the kernel then names instead of the person.
package struct SubordinateUsers: Sendable, Equatable {
  package struct Range: Sendable, Equatable {
    package let ids: ClosedRange<UInt32>
    package let person: UInt32
  }

  package let ranges: [Range]

  package static let none = SubordinateUsers(ranges: [])

  /// Below this are the ids of accounts, which are nobody else's whatever the file says: root's first of all.
  static let first: UInt32 = 65_536
  /// The most ranges of one person that count.
  static let mostRanges = 16

  private init(ranges: [Range]) {
    self.ranges = ranges
  }

  /// Reads the ranges of some people.
  ///
  /// - Parameters:
  ///   - text: the content of `/etc/subuid`: lines of a name or an id, the first subordinate id, and how many.
  ///   - accounts: the content of `/etc/passwd`, for the names.
  ///   - people: those whose ranges are wanted; `nil` for everybody's.
  package init(text: some Sequence<UInt8>, accounts: some Sequence<UInt8>, of people: Set<UInt32>?) {
    var names: [String: UInt32] = [:]
    for fields in Self.lines(accounts) where fields.count >= 3 {
      if let user = UInt32(fields[2]), people?.contains(user) ?? true { names[String(fields[0])] = user }
    }
    var counts: [UInt32: Int] = [:]
    var ranges: [Range] = []
    for fields in Self.lines(text) where fields.count == 3 {
      let number = UInt32(fields[0]).flatMap { people?.contains($0) ?? true ? $0 : nil }
      guard let person = number ?? names[String(fields[0])], let start = UInt32(fields[1]),
        let count = UInt32(fields[2]),
        count > 0, counts[person, default: 0] < Self.mostRanges
      else { continue }
      let (end, isTooLong) = start.addingReportingOverflow(count - 1)
      // The highest number is nobody's id.
      let last = min(isTooLong ? .max : end, .max - 1)
      guard last >= Self.first, start <= last else { continue }
      ranges.append(Range(ids: max(start, Self.first)...last, person: person))
      counts[person, default: 0] += 1
    }
    self.ranges = ranges
  }

  package static func ofThisComputer(_ people: Set<UInt32>) -> SubordinateUsers {
    guard !people.isEmpty, let text = try? Files.read(files[0], limit: 1 << 20) else { return .none }
    // The file of accounts alone: a name service may take as long as it likes.
    return SubordinateUsers(text: text, accounts: (try? Files.read(files[1], limit: 1 << 22)) ?? [], of: people)
  }

  package static func ofThisComputer() -> SubordinateUsers {
    guard let text = try? Files.read(files[0], limit: 1 << 20) else { return .none }
    return SubordinateUsers(text: text, accounts: (try? Files.read(files[1], limit: 1 << 22)) ?? [], of: nil)
  }

  static let files = ["/etc/subuid", "/etc/passwd"]

  /// The person who acts as a user: the one to whom that id belongs, or the user themselves.
  package func person(behind user: UInt32) -> UInt32 {
    guard user >= Self.first else { return user }
    return ranges.first { $0.ids.contains(user) }?.person ?? user
  }

  private static func lines(_ text: some Sequence<UInt8>) -> [[Substring]] {
    String(decoding: Array(text), as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: ":", omittingEmptySubsequences: false)
    }
  }
}
