internal import FocusLinks
internal import JSONText
internal import Requests
package import ServiceContract

extension ControlAPI {
  /// Follows a link that is not a key, as a phone or a browser hands it in.
  package func follow(_ url: String) async -> LinkAnswer {
    do throws(Failure) {
      let answer = try await open(url)
      guard case .object(let members) = answer, case .string(let text)? = members["message"] else {
        return LinkAnswer(isDone: true, text: "")
      }
      return LinkAnswer(isDone: true, text: text)
    } catch {
      return LinkAnswer(isDone: false, text: error.sentence)
    }
  }
}
