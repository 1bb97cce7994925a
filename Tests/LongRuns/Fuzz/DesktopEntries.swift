// rooms: DesktopEntries

import DesktopEntries

/// Files as anybody may leave them in a folder of applications.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDesktopEntries(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  let entries = [octets, Array("[Desktop Entry]\nType=Application\nExec=".utf8) + octets].compactMap {
    DesktopEntry(file: "made-up.desktop", octets: $0)
  }
  for entry in entries {
    precondition(!entry.command.isEmpty)
    _ = entry.launch
    let found = applications([entry.id], among: entries)
    precondition(found[0].entries.allSatisfy { !ProtectedApplications.contains($0) })
  }
  return 0
}
