internal import CommandShell
internal import FocusPorts
internal import LibNFCReader
internal import PCSCReader
internal import ServiceContract

/// The readers that a command line allows: those of PC/SC, and the devices that only libnfc reaches.
///
/// A device is libnfc's if the configuration names it, if it is a stick on USB that PC/SC leaves alone, or if
/// `--reader` gives its connection string.
struct ReaderChoice {
  struct Choice {
    let device: ReaderName
    let name: String
    let role: ReaderEntry.Role
  }

  /// The readers that are there or awaited.
  let choices: [Choice]
  /// The chosen devices that libnfc drives.
  let libnfc: [LibNFCDevice]
  /// The one PC/SC reader that is meant; `nil` for all of them.
  let onlyPCSC: String?
  let usesPCSC: Bool
  /// The service's simulated reader, if that is meant.
  let simulated: SimulatedBench?

  /// Finds them; it is an error if there is none.
  init(_ context: CommandContext) throws(Failure) {
    let wanted = context.invocation[CardOptions.reader]
    if SimulatedBench.isMeant(by: wanted) {
      simulated = try SimulatedBench(CardOptions.service(context))
      choices = [Choice(device: SimulatedBench.reader, name: SimulatedBench.reader.name, role: .any)]
      libnfc = []
      onlyPCSC = nil
      usesPCSC = false
      return
    }
    simulated = nil
    if let wanted, let device = try Self.device(wanted) {
      choices = [Choice(device: device.reader, name: device.name, role: .any)]
      libnfc = [device]
      onlyPCSC = nil
      usesPCSC = false
      return
    }
    let settings = try Self.settings(context)
    let devices = settings.libnfc + Self.plugged(beside: settings.libnfc)
    let names = ReaderNames(settings.named)
    let all = try (Self.pcsc(isNeeded: devices.isEmpty) + devices.map(\.reader)).map { device in
      let name = names.name(of: device)
      return Choice(device: device, name: name.name, role: names.role(of: name))
    }
    guard !all.isEmpty else { throw .noReader }
    let fitting = wanted.map { wanted in
      // A whole name of the person's own goes before parts of others.
      let named = all.filter { $0.name == wanted }
      return named.isEmpty ? all.filter { $0.name.includes(wanted) || $0.device.name.includes(wanted) } : named
    }
    choices = fitting ?? all
    guard !choices.isEmpty else {
      throw .noSuchReader(wanted ?? "", Array(Set(all.flatMap { [$0.name, $0.device.name] })).sorted())
    }
    let chosen = choices.map(\.device)
    libnfc = devices.filter { chosen.contains($0.reader) }
    let overPCSC = chosen.filter { $0.backend == PCSCReader.backend }
    usesPCSC = wanted == nil || !overPCSC.isEmpty
    onlyPCSC = wanted == nil ? nil : overPCSC.count == 1 ? overPCSC[0].name : wanted
  }

  func name(of device: ReaderName) -> String { choices.first { $0.device == device }?.name ?? device.name }

  /// The part of their names by which the service is asked for the readers; `nil` for all.
  var lease: String? {
    guard choices.count == 1 else { return onlyPCSC }
    let device = choices[0].device
    return device.backend == PCSCReader.backend ? PCSCReader.unnumbered(device.name) : device.name
  }

  /// Returns the device of a connection string; `nil` if the text is not one.
  private static func device(_ text: String) throws(Failure) -> LibNFCDevice? {
    guard text.contains(":"), !text.contains(" ") else { return nil }
    do throws(LibNFCDevice.Refusal) {
      return try LibNFCDevice(text)
    } catch .unknownDriver {
      return nil
    } catch {
      throw Failure(
        .usage, kind: "bad-reader", what: error.sentence, at: .text("--reader \(text)"),
        advice: "keytool readers shows what there is")
    }
  }

  private static func settings(_ context: CommandContext) throws(Failure) -> ServiceConfiguration.Readers {
    try ServiceConfiguration(path: CardOptions.service(context).configuration).readers
  }

  /// Sticks that libnfc reaches at once.
  private static func plugged(beside configured: [LibNFCDevice]) -> [LibNFCDevice] {
    if configured.contains(where: { $0.connection.hasPrefix("pn53x_usb") }) { return [] }
    return LibNFCUSB().devices().filter { $0.kernelDriver == nil }.compactMap { try? LibNFCDevice($0.connection) }
  }

  private static func pcsc(isNeeded: Bool) throws(Failure) -> [ReaderName] {
    do throws(PCSCError) {
      return try PCSCReader.readers()
    } catch {
      // Where libnfc has a reader, nobody needs pcscd.
      if !isNeeded, error.code.meansServiceIsGone { return [] }
      throw .pcsc(error, reader: nil)
    }
  }
}
