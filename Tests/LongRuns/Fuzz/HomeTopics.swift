// rooms: Numbers Spelling Octets SiteRules JSONText
// rooms: SessionTime Gates Pledge Allowance Coach Guarding Learning Movement
// rooms: FocusSession HomeTopics

import FocusSession
import HomeTopics

/// Messages of any bytes: what is read starts or tightens, what is refused has its reason, and what a broker kept is
/// never read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHome(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = Array(UnsafeBufferPointer(start: start, count: count))
  look(octets)
  look(Array(#"{"do":""#.utf8) + octets + Array(#""}"#.utf8))
  look(Array(#"{"do":"start","#.utf8) + octets + Array("}".utf8))
  precondition((try? HomeCommand.read(octets, isRetained: true)) == .some(nil))
  let topics = HomeTopics(id: String(decoding: octets, as: UTF8.self))
  precondition(topics.id.utf8.allSatisfy { $0 == 0x2D || (0x30...0x7A).contains($0) } && !topics.id.isEmpty)
  return 0
}

private func look(_ octets: [UInt8]) {
  do throws(HomeRefusal) {
    guard let command = try HomeCommand.read(octets, isRetained: false) else { return }
    for state in Status.State.allCases {
      guard let wish = try? command.command(in: state) else { continue }
      switch wish {
      case .ask(.start, by: .soft): break
      case .extend(let minutes): precondition(Limits.minutes.contains(minutes))
      default: preconditionFailure("more than starting and tightening")
      }
    }
  } catch {
    precondition(!error.message.isEmpty && !error.rule.isEmpty)
    precondition(error.json(at: "t").octets.count < 4096)
  }
}
