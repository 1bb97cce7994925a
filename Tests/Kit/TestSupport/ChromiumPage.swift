internal import Foundation
package import JSONText
import LinuxRuntime
internal import RealParts

/// A page of a real browser.
package final class ChromiumPage: Sendable {
  let context: String
  private let browser: Chromium
  private let session: String
  private let said = Locked<[String]>([])
  private let asked = Locked<[String]>([])
  private let replaced = Locked<[String: String]>([:])

  init(browser: Chromium, context: String, session: String) {
    self.browser = browser
    self.context = context
    self.session = session
  }

  func prepare() async throws {
    browser.listen(as: session) { [said, asked, weak self] message in
      switch message["method"]?.string {
      case "Fetch.requestPaused": self?.paused(message["params"])
      case "Network.requestWillBeSent":
        asked.withLock { $0.append(message["params"]?["request"]?["url"]?.string ?? "?") }
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
  package func complaints() -> [String] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  /// The addresses that were asked for since `Network.enable` was called.
  package func requests() -> [String] { asked.withLock { $0 } }

  /// Calls a method of the protocol on this page.
  @discardableResult
  package func call(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONNode {
    try await browser.call(method, parameters, session: session)
  }

  /// Goes to an address and waits until the page is there.
  package func open(_ address: String) async throws {
    let answer = try await call("Page.navigate", ["url": .string(address)])
    if let error = answer["errorText"]?.string { throw Chromium.Fault(description: "\(address): \(error)") }
    _ = await waits(for: "document.readyState === 'complete' && location.href !== 'about:blank'")
  }

  /// Loads the page again and waits until the new one is there.
  ///
  /// - Parameter ignoresCache: whether everything is fetched, whatever the browser has already.
  package func reload(ignoresCache: Bool = false) async throws {
    try await evaluate("window.isBeforeReload = true")
    try await call("Page.reload", ["ignoreCache": .bool(ignoresCache)])
    _ = await waits(for: "!window.isBeforeReload && document.readyState === 'complete'")
  }

  /// What an expression, or the promise that it gives, comes to.
  @discardableResult
  package func evaluate(_ expression: String) async throws -> JSONNode? {
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
  package func waits(for expression: String) async -> Bool {
    await eventually {
      // Between two pages there is nothing that could answer.
      (try? await evaluate("Boolean(\(expression))"))?.bool == true
    }
  }

  /// Sets the window's width and height.
  package func resize(_ width: Int, _ height: Int) async throws {
    try await call(
      "Emulation.setDeviceMetricsOverride",
      ["width": JSONValue(width), "height": JSONValue(height), "deviceScaleFactor": 1, "mobile": false])
  }

  /// Draws scroll bars or leaves them out, as a phone does.
  package func showScrollBars(_ isShown: Bool) async throws {
    try await call("Emulation.setScrollbarsHidden", ["hidden": .bool(!isShown)])
  }

  /// Says what the person prefers, such as `prefers-color-scheme: dark`.
  package func prefer(_ features: KeyValuePairs<String, String>) async throws {
    try await call(
      "Emulation.setEmulatedMedia",
      ["features": .array(features.map { ["name": .string($0.key), "value": .string($0.value)] })])
  }

  /// What is seen of it, as a PNG file.
  package func picture() async throws -> [UInt8] {
    let text = try await call("Page.captureScreenshot", ["format": "png"])["data"]?.string ?? ""
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }

  /// What is seen of it, as a JPEG file in Base64, small enough to be one of several in a file.
  package func sketch() async throws -> String {
    try await call("Page.captureScreenshot", ["format": "jpeg", "quality": 78])["data"]?.string ?? ""
  }

  /// Presses a key, as a hand does.
  package func press(_ key: String, code: Int, text: String? = nil, shift: Bool = false) async throws {
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
  package func type(_ text: String) async throws {
    try await call("Input.insertText", ["text": .string(text)])
  }

  /// Has what this page downloads saved in a folder, under its own name.
  package func saveDownloads(in folder: String) async throws {
    _ = try await browser.call(
      "Browser.setDownloadBehavior",
      ["behavior": "allow", "browserContextId": .string(context), "downloadPath": .string(folder)])
  }

  /// Has another text stand in the place of a file that pages of this tab fetch from now on.
  package func replace(_ path: String, with content: String) async throws {
    let paths = replaced.withLock { all in
      all[path] = content
      return Array(all.keys)
    }
    let patterns: [JSONValue] = paths.map { ["urlPattern": .string("*\($0)")] }
    try await call("Fetch.enable", ["patterns": .array(patterns)])
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
  package func accessibilityTree() async throws -> [JSONNode] {
    try await call("Accessibility.getFullAXTree")["nodes"]?.array ?? []
  }

  /// Closes it.
  package func close() async {
    _ = try? await call("Page.close")
  }
}
