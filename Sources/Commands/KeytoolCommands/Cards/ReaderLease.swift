internal import CommandShell
internal import CommandSpec
internal import ControlSocket
internal import JSONText
internal import Requests
internal import ServiceContract

/// The readers, asked from the service if one is running: as long as this is kept, cards on them trigger nothing.
final class ReaderLease {
  // Kept for its connection alone: the lease ends with it, however this program ends.
  private let connection: ControlClient

  /// Asks for the readers; `nil` where no service is running, or one that knows no leases.
  ///
  /// - Parameter part: a part of the readers' names; `nil` for all.
  init?(_ context: CommandContext, of part: String?) {
    let home = CardOptions.service(context)
    do throws(ControlError) {
      var client = try ControlClient(path: home.socket, patience: 2)
      let request = TapRequests.lease(part)
      let answer = try client.ask(request.json.octets)
      guard (try? JSONDocument(answer).root)?["ok"]?.bool == true else { return nil }
      connection = client
    } catch {
      return nil
    }
  }
}
