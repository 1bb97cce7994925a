import FocusPorts
import Glibc
import LinuxRuntime

/// The programs that an order was about when it began: a session goes on blocking them, whatever becomes of the entries
/// that name them, also for a service that is started again in the middle of it.
struct SessionPrograms {
  struct Program: Equatable {
    /// The app, by its desktop id.
    let application: String
    let path: String
  }

  private let file: String
  private var noted: (order: String, programs: [Program], answersECH: Bool)?
  private static let answer = "ech answer"

  /// The longest note, in octets: as many programs as an order may name.
  private static let longest = 2 << 20

  /// Reads what an earlier service noted; notes in the folder outlive the service.
  init(in folder: String) {
    file = "\(folder)/session-programs"
    let text = String(decoding: (try? Files.readOwn(file, limit: Self.longest)) ?? [], as: UTF8.self)
    var lines = text.split(separator: "\n")
    guard !lines.isEmpty else { return }
    let order = String(lines.removeFirst())
    let answersECH = lines.contains { $0 == Self.answer }
    noted = (
      order,
      lines.compactMap { line in
        let words = line.split(separator: "\t", maxSplits: 1).map { String($0) }
        return words.count == 2 ? Program(application: words[0], path: words[1]) : nil
      },
      answersECH
    )
  }

  /// What is noted for an order; empty if the note is about another one.
  func programs(of order: ShieldOrder) -> [Program] {
    noted?.order == Self.name(order) ? noted?.programs ?? [] : []
  }

  /// A session keeps the choice that it began with, even if the configuration changes meanwhile.
  func answersECH(for order: ShieldOrder) -> Bool { noted?.order == Self.name(order) && noted?.answersECH == true }

  /// Notes what an order is about; what is noted for it already stays.
  mutating func note(_ programs: [Program], of order: ShieldOrder, answersECH: Bool = false) {
    let before = self.programs(of: order)
    let all = before + programs.filter { !before.contains($0) }
    let isNoted = noted.map { $0 == (Self.name(order), all, answersECH) } ?? false
    noted = (Self.name(order), all, answersECH)
    // A visit changes nothing of it, and must not wait for the disk.
    if isNoted, Files.exists(file) { return }
    let programs = all.filter { !$0.path.contains("\n") }.map { "\($0.application)\t\($0.path)" }
    let lines = [Self.name(order)] + (answersECH ? [Self.answer] : []) + programs
    try? Files.replace(file, with: lines.flatMap { Array("\($0)\n".utf8) })
  }

  mutating func note(_ active: ActiveOrder) {
    note(active.plan.programs, of: active.order, answersECH: active.answersECH)
  }

  /// Removes only the file: after a break the same order is about the same programs.
  func removeNote() {
    _ = unsafe unlink(file)
  }

  /// Identifies an order in one line: FNV-1a of all that it names (RFC 9923).
  private static func name(_ order: ShieldOrder) -> String {
    let named = order.blocks.flatMap { blocks -> [String] in
      ["\(blocks.mode)"] + [blocks.apps, blocks.categories, blocks.except].flatMap { $0 + ["/"] }
    }
    let words = order.profiles + named
    let text = words.joined(separator: "\n") + order.categories.map { "\($0)" }.joined(separator: "\n")
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "order \(String(hash, radix: 16))"
  }
}
