import Glibc
internal import JSONText
internal import LinuxRuntime

/// Has a link written on the next card. keytool does the work, as when a person calls it: it knows the cards, looks before it writes, and
/// reads back.
struct CardWriter: Sendable {
  /// How long it waits for a card.
  private static let patience = "60s"
  /// What keytool says about one card is far below this.
  private static let longestAnswer = 1 << 20

  /// Writes, and gives what keytool answered; `nil` where there is no keytool beside this program, or where it said nothing.
  func write(_ link: String) async -> JSONNode? {
    guard let own = Environment.programPath(), let slash = own.lastIndex(of: "/") else { return nil }
    let keytool = own[...slash] + "keytool"
    return await withCheckedContinuation { continuation in
      // A card may take its time to come, which nobody else of the service waits for.
      startThread(named: "card writer") { continuation.resume(returning: Self.call(String(keytool), link)) }
    }
  }

  private static func call(_ keytool: String, _ link: String) -> JSONNode? {
    do throws(SystemFault) {
      let pipe = try makePipe()
      let source = Descriptor(owning: pipe.reading)
      let child: ChildProcess
      do throws(SystemFault) {
        child = try ChildProcess.start(
          keytool, ["write", "--json", "--timeout", patience, link], output: .descriptor(pipe.writing),
          errors: .nothing)
      } catch {
        close(pipe.writing)
        throw error
      }
      close(pipe.writing)
      defer { child.wait() }
      let words = try Files.read(source, named: keytool, limit: longestAnswer)
      return try? JSONDocument(words).root
    } catch {
      return nil
    }
  }
}
