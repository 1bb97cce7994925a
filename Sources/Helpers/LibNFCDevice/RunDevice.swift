internal import CNFC
internal import Glibc
internal import LibNFCWire

/// The program of one device: opens it, serves it until it is told to stop, and ends when it breaks.
///
/// - Parameter arguments: the program's own name, one connection string, and `felica` if such cards are to be looked
///   for too.
/// - Returns: the exit code: 0 stopped, 64 wrong usage, 69 no such device or not usable, 74 broke off, 77 not allowed.
package func runDevice(_ arguments: [String]) -> Int32 {
  let wantsFeliCa = arguments.count == 3 && arguments[2] == "felica"
  guard arguments.count == 2 || wantsFeliCa, !arguments[1].hasPrefix("-") else {
    let said = arguments.count > 1 ? arguments.dropFirst().joined(separator: " ") : "none given"
    complain("give one device: \(said): for example pn532_uart:/dev/ttyUSB0:115200")
    return 64
  }
  focuskey_nfc_prepare()
  alarm(5)
  var line = ServiceLine()
  line.say(.opening)
  let device: OpenDevice
  do throws(DeviceError) {
    device = try OpenDevice.open(arguments[1])
  } catch {
    line.say(.failed(error))
    return exitCode(error)
  }
  var loop = DeviceLoop(device, line, wantsFeliCa: wantsFeliCa)
  guard let fault = loop.run() else { return 0 }
  // Closing would ask the broken device for its answer three times more.
  _exit(exitCode(fault))
}

private func exitCode(_ fault: DeviceError) -> Int32 {
  switch fault {
  case .denied: 77
  case .broken: 74
  case .absent, .busy, .mute, .unfit, .foreign: 69
  }
}

private func complain(_ sentence: String) {
  let octets = Array("focuskey-libnfc: \(sentence)\n".utf8)
  _ = unsafe write(2, octets, octets.count)
}
