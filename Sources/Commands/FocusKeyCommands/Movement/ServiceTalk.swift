internal import CommandShell
internal import ControlSocket
internal import ServiceContract

extension ServiceCall {
  /// Asks, and hands each line to `body` until it says that it was the last; a refusal ends it too.
  func talk(_ question: SentRequest, _ body: (JSONNode) throws(Failure) -> Bool) throws(Failure) -> JSONNode {
    var client = try connect()
    try renaming(Failure.control, client.send(question.json.octets))
    while true {
      let octets = try renaming(Failure.control, client.nextLine())
      guard let octets, let line = try? JSONDocument(octets).root else { throw .control(.hungUp) }
      if line["ok"]?.bool == false { throw Failure(answer: line) }
      if try body(line) { return line }
    }
  }
}
