internal import LinuxRuntime
package import Requests
package import SystemShield

package enum ChoiceRequests {
  package static let apps = Signature(question: "apps", "The apps of this computer, with their categories")
}

/// Lists the apps of this computer, on a thread of its own: hundreds of files are read for it.
package actor Choices {
  private let thread = ThreadExecutor(named: "choices")

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init() {}

  deinit { thread.close() }

  package nonisolated var requests: [Request] { [ChoiceRequests.apps.answer { _ in await self.apps() }] }

  package func icon(of id: String) -> (type: String, octets: [UInt8])? { SystemShield.icon(ofApp: id) }

  private func apps() -> JSONValue {
    ["ok": true, "apps": .array(SystemShield.apps().map(\.json))]
  }
}

extension InstalledApp {
  package var json: JSONValue {
    [
      "id": .string(id), "name": .string(name), "categories": JSONValue(categories), "icon": .bool(icon != nil),
    ]
  }
}
