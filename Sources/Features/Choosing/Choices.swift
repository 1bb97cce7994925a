package import JSONText
internal import LinuxRuntime
package import Requests
package import SystemShield

/// What can be asked of this computer by somebody who chooses what a profile blocks.
package enum ChoiceRequests {
  package static let apps = Signature(question: "apps", "The apps of this computer, with their categories")
}

/// The apps of this computer to choose from. On a thread of its own: hundreds of files are read for it.
package actor Choices {
  private let thread = ThreadExecutor(named: "choices")

  /// The thread that files are read on.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init() {}

  deinit { thread.close() }

  package nonisolated var requests: [Request] { [ChoiceRequests.apps.answer { _ in await self.apps() }] }

  /// The icon of an app, as a file.
  package func icon(of id: String) -> (type: String, octets: [UInt8])? { SystemShield.icon(ofApp: id) }

  private func apps() -> JSONValue {
    ["ok": true, "apps": .array(SystemShield.apps().map(\.json))]
  }
}

extension InstalledApp {
  /// As it is listed.
  package var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "categories": JSONValue(categories), "icon": .bool(icon != nil),
    ]
  }
}
