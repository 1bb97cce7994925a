import Glibc
import JSONText
import LinuxRuntime

/// A real browser without a window, driven by its DevTools protocol over a pipe: JSON messages that a zero ends.
///
/// It ends by itself when the pipe closes, so also when the tests end in whatever way.
package final class Chromium: Sendable {
  /// Why the browser did not do as it was told.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// Who waits for an answer, and what ends the waiting where none comes.
  private struct Waiting: Sendable {
    let continuation: CheckedContinuation<JSONNode?, Never>
    let end: Task<Void, any Error>

    func resume(returning answer: JSONNode?) {
      end.cancel()
      continuation.resume(returning: answer)
    }
  }

  private struct State: Sendable {
    var last = 0
    var waiting: [Int: Waiting] = [:]
    var heard: [String: @Sendable (JSONNode) -> Void] = [:]
    var hasEnded = false
  }

  private let folder = TemporaryFolder()
  private let orders: Descriptor
  private let child: ChildProcess
  private let state = Locked(State())
  /// One order after the other: a long one goes into the pipe in pieces, and two at once would mix theirs.
  private let writing = Locked(())

  /// Starts it, with a profile of its own.
  ///
  /// - Parameters:
  ///   - rules: which hosts it looks for on this computer, and at which port: `"focuskey.app 127.0.0.1:8443"`.
  ///   - trustedKey: the SHA-256 of the key of a certificate that it trusts, in base64.
  ///   - extension: the folder of an extension that it loads.
  ///   - profile: the folder of the person's profile; one of its own where none is given.
  package init(
    resolving rules: [String] = [], trusting trustedKey: String? = nil, loading extension: String? = nil,
    profile: String? = nil
  ) throws {
    let orders = try makePipe()
    let answers = try makePipe()
    let resolver = (["*.example 127.0.0.1"] + rules).map { "MAP \($0)" }.joined(separator: ",")
    let trust = trustedKey.map { "--ignore-certificate-errors-spki-list=\($0)" } ?? ""
    let added = `extension`.map { "--load-extension='\($0)'" } ?? "--disable-extensions"
    // Newer versions load two pages of their own for the address bar of each window. They cost as much as the page
    // that is tested.
    let unwanted = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
    // The pipe is expected on 3 and 4, behind the three streams that every program has. Root has no sandbox to give.
    let call = """
      exec chromium --headless --no-sandbox --remote-debugging-pipe --disable-gpu --disable-dev-shm-usage --no-first-run \
      --disable-background-networking --disable-features=\(unwanted) \(added) --lang=en-GB --host-resolver-rules='\(resolver)' \(trust) --user-data-dir='\(profile ?? folder.path)' about:blank \
      3<&0 4>&1 </dev/null >/dev/null
      """
    child = try ChildProcess.start(
      "/bin/sh", ["-c", call], input: .descriptor(orders.reading), output: .descriptor(answers.writing),
      errors: .nothing)
    close(orders.reading)
    close(answers.writing)
    self.orders = Descriptor(owning: orders.writing)
    startThread(named: "chromium") { [state] in
      Self.listen(to: Descriptor(owning: answers.reading), state)
    }
  }

  /// A page in a browsing context of its own: it shares no cookies with any other.
  package func page() async throws -> ChromiumPage {
    let context = try await call("Target.createBrowserContext")["browserContextId"]?.string ?? ""
    let made = try await call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])
    return try await attach(made["targetId"]?.string ?? "", context)
  }

  /// A page of the person's own, in which extensions work.
  package func ownPage() async throws -> ChromiumPage {
    try await attach(try await call("Target.createTarget", ["url": "about:blank"])["targetId"]?.string ?? "", "")
  }

  /// Another page in the context of one, in a window of its own: it is seen as well.
  package func tab(beside page: ChromiumPage) async throws -> ChromiumPage {
    let made = try await call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": .string(page.context), "newWindow": true])
    return try await attach(made["targetId"]?.string ?? "", page.context)
  }

  private func attach(_ target: String, _ context: String) async throws -> ChromiumPage {
    let session = try await call("Target.attachToTarget", ["targetId": .string(target), "flatten": true])
    let page = ChromiumPage(browser: self, context: context, session: session["sessionId"]?.string ?? "")
    try await page.prepare()
    return page
  }

  func listen(as session: String, _ body: @escaping @Sendable (JSONNode) -> Void) {
    state.withLock { $0.heard[session] = body }
  }

  /// Calls a method and gives its result. One that is not answered for two minutes has failed.
  func call(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) async throws -> JSONNode {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<JSONNode?, Never>) in
      let id = state.withLock { state -> Int? in
        guard !state.hasEnded else { return nil }
        state.last += 1
        state.waiting[state.last] = Waiting(continuation: continuation, end: giveUp(on: state.last))
        return state.last
      }
      guard let id else { return continuation.resume(returning: nil) }
      let order: JSONValue = .members([
        "id": JSONValue(id), "method": .string(method), "params": parameters,
        "sessionId": session.map { .string($0) },
      ])
      writing.withLock { _ in try? Files.write(order.octets + [0], to: orders.number) }
    }
    guard let answer else { throw Fault(description: "\(method): the browser has ended, or does not answer") }
    if let error = answer["error"] { throw Fault(description: "\(method): \(error["message"]?.string ?? "")") }
    return answer["result"] ?? answer
  }

  private func giveUp(on id: Int) -> Task<Void, any Error> {
    Task { [state] in
      try await Task.sleep(for: .seconds(120))
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: nil)
    }
  }

  private static func listen(to answers: consuming Descriptor, _ state: Locked<State>) {
    var pending: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(answers.number, &chunk, chunk.count)
      if count <= 0 { break }
      pending += chunk[..<count]
      while let end = pending.firstIndex(of: 0) {
        let message = try? JSONDocument(Array(pending[..<end])).root
        pending.removeSubrange(...end)
        guard let message else { continue }
        if let id = message["id"]?.integer {
          state.withLock { $0.waiting.removeValue(forKey: Int(id)) }?.resume(returning: message)
        } else if let session = message["sessionId"]?.string {
          state.withLock { $0.heard[session] }?(message)
        }
      }
    }
    let left = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for one in left { one.resume(returning: nil) }
  }
}
