internal import FocusLinks
internal import JSONText

extension ControlAPI {
  /// What became of a link that was followed, for a person.
  package struct Said: Equatable, Sendable {
    /// Whether it did what it asks.
    package var isDone: Bool
    /// What happened, or why nothing did.
    package var text: String

    /// What became of it.
    package init(isDone: Bool, text: String) {
      self.isDone = isDone
      self.text = text
    }
  }

  /// Follows a link that is not a key, as a phone or a browser hands it in.
  package func follow(_ url: String) async -> Said {
    do throws(RequestError) {
      let answer = try await open(url)
      guard case .object(let members) = answer, case .string(let text)? = members["message"] else {
        return Said(isDone: true, text: "")
      }
      return Said(isDone: true, text: text)
    } catch {
      return Said(isDone: false, text: error.sentence)
    }
  }
}
