internal import CommandShell
internal import ControlSocket
internal import ServiceContract

/// The readers, leased from the service if one runs: meanwhile cards on them trigger nothing.
final class ReaderLease {
  // Kept for its connection alone: the lease ends with it, however this program ends.
  private let connection: ControlClient

  /// `nil` if no service runs that knows leases. `part` is a part of the readers' names, or all.
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
