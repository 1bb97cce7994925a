internal import Foundation
import Glibc
public import JSONText
import LinuxRuntime
internal import RealParts

/// A real browser without a window, driven by its DevTools protocol over a pipe: JSON messages that a zero ends.
///
/// It ends by itself when the pipe closes, so also when the tests end in whatever way.
public final class Chromium: Sendable {
  /// Why the browser did not do as it was told.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  private struct State: Sendable {
    var last = 0
    var waiting: [Int: CheckedContinuation<JSONNode?, Never>] = [:]
    var heard: [String: @Sendable (JSONNode) -> Void] = [:]
    var hasEnded = false
  }

  private let folder = TemporaryFolder()
  private let orders: Descriptor
  private let child: ChildProcess
  private let state = Locked(State())

  /// Starts it, with a profile of its own.
  ///
  /// - Parameters:
  ///   - rules: which hosts it looks for on this computer, and at which port: `"focuskey.app 127.0.0.1:8443"`.
  ///   - trustedKey: the SHA-256 of the key of a certificate that it trusts, in base64.
  ///   - extension: the folder of an extension that it loads.
  ///   - profile: the folder of the person's profile; one of its own where none is given.
  public init(
    resolving rules: [String] = [], trusting trustedKey: String? = nil, loading extension: String? = nil,
    profile: String? = nil
  ) throws {
    let orders = try makePipe()
    let answers = try makePipe()
    let resolver = (["*.example 127.0.0.1"] + rules).map { "MAP \($0)" }.joined(separator: ",")
    let trust = trustedKey.map { "--ignore-certificate-errors-spki-list=\($0)" } ?? ""
    let added = `extension`.map { "--load-extension='\($0)'" } ?? "--disable-extensions"
    // The pipe is expected on 3 and 4, behind the three streams that every program has. Root has no sandbox to give.
    let call = """
      exec chromium --headless --no-sandbox --remote-debugging-pipe --disable-gpu --disable-dev-shm-usage --no-first-run \
      --disable-background-networking \(added) --lang=en --host-resolver-rules='\(resolver)' \(trust) --user-data-dir='\(profile ?? folder.path)' about:blank \
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
  public func page() async throws -> ChromiumPage {
    let context = try await call("Target.createBrowserContext")["browserContextId"]?.string ?? ""
    let made = try await call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])
    return try await attach(made["targetId"]?.string ?? "", context)
  }

  /// A page of the person's own, in which extensions work.
  public func ownPage() async throws -> ChromiumPage {
    try await attach(try await call("Target.createTarget", ["url": "about:blank"])["targetId"]?.string ?? "", "")
  }

  /// Another page in the context of one, in a window of its own: it is seen as well.
  public func tab(beside page: ChromiumPage) async throws -> ChromiumPage {
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

  /// Calls a method and gives its result.
  func call(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) async throws -> JSONNode {
    let answer = await withCheckedContinuation { (continuation: CheckedContinuation<JSONNode?, Never>) in
      let id = state.withLock { state -> Int? in
        guard !state.hasEnded else { return nil }
        state.last += 1
        state.waiting[state.last] = continuation
        return state.last
      }
      guard let id else { return continuation.resume(returning: nil) }
      let order: JSONValue = .members([
        "id": JSONValue(id), "method": .string(method), "params": parameters,
        "sessionId": session.map { .string($0) },
      ])
      try? Files.write(order.octets + [0], to: orders.number)
    }
    guard let answer else { throw Fault(description: "\(method): the browser has ended") }
    if let error = answer["error"] { throw Fault(description: "\(method): \(error["message"]?.string ?? "")") }
    return answer["result"] ?? answer
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
    for continuation in left { continuation.resume(returning: nil) }
  }
}

/// A page of a real browser.
public final class ChromiumPage: Sendable {
  let context: String
  private let browser: Chromium
  private let session: String
  private let said = Locked<[String]>([])
  private let replaced = Locked<[String: String]>([:])

  init(browser: Chromium, context: String, session: String) {
    self.browser = browser
    self.context = context
    self.session = session
  }

  func prepare() async throws {
    browser.listen(as: session) { [said, weak self] message in
      switch message["method"]?.string {
      case "Fetch.requestPaused": self?.paused(message["params"])
      case "Runtime.exceptionThrown":
        let details = message["params"]?["exceptionDetails"]
        said.withLock {
          $0.append(details?["exception"]?["description"]?.string ?? details?["text"]?.string ?? "an exception")
        }
      case "Log.entryAdded":
        let entry = message["params"]?["entry"]
        // What the network says is the test's to judge; refusals of the service are answers.
        guard entry?["level"]?.string == "error", entry?["source"]?.string != "network" else { return }
        said.withLock { $0.append(entry?["text"]?.string ?? "an error") }
      default: break
      }
    }
    for domain in ["Page", "Runtime", "Log", "Accessibility"] { try await call("\(domain).enable") }
  }

  /// Exceptions, and everything that the browser refused or complained about since the last time this was asked.
  public func complaints() -> [String] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  /// Calls a method of the protocol on this page.
  @discardableResult
  public func call(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONNode {
    try await browser.call(method, parameters, session: session)
  }

  /// Goes to an address and waits until the page is there.
  public func open(_ address: String) async throws {
    let answer = try await call("Page.navigate", ["url": .string(address)])
    if let error = answer["errorText"]?.string { throw Chromium.Fault(description: "\(address): \(error)") }
    _ = await waits(for: "document.readyState === 'complete' && location.href !== 'about:blank'")
  }

  /// What an expression, or the promise that it gives, comes to.
  @discardableResult
  public func evaluate(_ expression: String) async throws -> JSONNode? {
    let answer = try await call(
      "Runtime.evaluate",
      ["expression": .string(expression), "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let fault = answer["exceptionDetails"] {
      throw Chromium.Fault(
        description: fault["exception"]?["description"]?.string ?? fault["text"]?.string ?? expression)
    }
    return answer["result"]?["value"]
  }

  /// Waits until an expression is true.
  public func waits(for expression: String) async -> Bool {
    await eventually {
      // Between two pages there is nothing that could answer.
      (try? await evaluate("Boolean(\(expression))"))?.bool == true
    }
  }

  /// Sets the window's width and height.
  public func resize(_ width: Int, _ height: Int) async throws {
    try await call(
      "Emulation.setDeviceMetricsOverride",
      ["width": JSONValue(width), "height": JSONValue(height), "deviceScaleFactor": 1, "mobile": false])
  }

  /// Draws scroll bars or leaves them out, as a phone does.
  public func showScrollBars(_ isShown: Bool) async throws {
    try await call("Emulation.setScrollbarsHidden", ["hidden": .bool(!isShown)])
  }

  /// Says what the person prefers, such as `prefers-color-scheme: dark`.
  public func prefer(_ features: KeyValuePairs<String, String>) async throws {
    try await call(
      "Emulation.setEmulatedMedia",
      ["features": .array(features.map { ["name": .string($0.key), "value": .string($0.value)] })])
  }

  /// What is seen of it, as a PNG file.
  public func picture() async throws -> [UInt8] {
    let text = try await call("Page.captureScreenshot", ["format": "png"])["data"]?.string ?? ""
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }

  /// What is seen of it, as a JPEG file in Base64, small enough to be one of several in a file.
  public func sketch() async throws -> String {
    try await call("Page.captureScreenshot", ["format": "jpeg", "quality": 78])["data"]?.string ?? ""
  }

  /// Presses a key, as a hand does.
  public func press(_ key: String, code: Int, text: String? = nil, shift: Bool = false) async throws {
    for kind in ["keyDown", "keyUp"] {
      try await call(
        "Input.dispatchKeyEvent",
        .members([
          "type": .string(kind), "key": .string(key), "windowsVirtualKeyCode": JSONValue(code),
          "modifiers": shift ? 8 : 0, "text": kind == "keyDown" ? text.map { .string($0) } : nil,
        ]))
    }
  }

  /// Types a text where the focus is.
  public func type(_ text: String) async throws {
    try await call("Input.insertText", ["text": .string(text)])
  }

  /// Has what this page downloads saved in a folder, under its own name.
  public func saveDownloads(in folder: String) async throws {
    _ = try await browser.call(
      "Browser.setDownloadBehavior",
      ["behavior": "allow", "browserContextId": .string(context), "downloadPath": .string(folder)])
  }

  /// Has another text stand in the place of a file that pages of this tab fetch from now on.
  public func replace(_ path: String, with content: String) async throws {
    replaced.withLock { $0[path] = content }
    try await call("Fetch.enable", ["patterns": [["urlPattern": "*\(path)"]]])
  }

  private func paused(_ request: JSONNode?) {
    guard let id = request?["requestId"]?.string, let address = request?["request"]?["url"]?.string,
      let content = replaced.withLock({ all in all.first { address.hasSuffix($0.key) }?.value })
    else { return }
    Task(executorPreference: Spare.threads) {
      try await self.call(
        "Fetch.fulfillRequest",
        [
          "requestId": .string(id), "responseCode": 200,
          "responseHeaders": [["name": "Content-Type", "value": "text/javascript; charset=utf-8"]],
          "body": .string(Data(content.utf8).base64EncodedString()),
        ])
    }
  }

  /// The page as the browser tells it to programs that read it out.
  public func accessibilityTree() async throws -> [JSONNode] {
    try await call("Accessibility.getFullAXTree")["nodes"]?.array ?? []
  }

  /// Closes it.
  public func close() async {
    _ = try? await call("Page.close")
  }
}
