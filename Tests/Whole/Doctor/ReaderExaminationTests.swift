import Glibc
import LibNFCReader
import PCSCReader
import RealParts
import ServiceContract
import TestSupport
import Testing

@testable import FocusKeyCommands

/// Each finding, with the condition made in a folder that stands for the system's root.
@Suite(.realParts) struct ReaderExaminationTests {
  /// A system made of a few files.
  final class FakeSystem {
    let folder = TemporaryFolder()
    var pcsc: Result<[String], PCSCError> = .success([])
    var configuration = ServiceConfiguration().readers

    init() {
      file("/usr/sbin/pcscd")
      file("/usr/lib/pcsc/drivers/ifd-ccid.bundle")
    }

    func file(_ path: String, _ content: String = "") {
      let slash = path.lastIndex(of: "/")!
      try! Files.makeFolder(folder.path + String(path[..<slash]))
      try! Files.replace(folder.path + path, with: Array(content.utf8))
    }

    func plug(_ vendor: String, _ product: String, release: String = "0215") {
      for (name, value) in [("idVendor", vendor), ("idProduct", product), ("bcdDevice", release)] {
        file("/sys/bus/usb/devices/1-1/\(name)", "\(value)\n")
      }
    }

    var findings: [Finding] {
      spoken(
        ReaderExamination(
          system: SystemView(root: folder.path), user: "ada", pcsc: pcsc, configuration: configuration
        ).findings())
    }

    var problems: [String] { findings.filter { $0.level == .problem }.map(\.kind) }
  }

  @Test func aHealthyReaderHasNoProblem() {
    let system = FakeSystem()
    system.plug("072f", "2200")
    system.pcsc = .success(["ACS ACR122U 00 00"])
    #expect(system.problems == [])
    #expect(system.findings.map(\.kind) == ["cards-it-cannot-do"])
  }

  @Test func theKernelHoldsTheReader() {
    let system = FakeSystem()
    system.plug("072f", "2200")
    system.file("/sys/bus/usb/drivers/pn533_usb/1-1:1.0")
    system.file("/sys/bus/usb/drivers/pn533_usb/bind")
    #expect(system.problems == ["kernel-holds-reader"])
    #expect(system.findings.first?.lines.last == "sudo modprobe -r pn533_usb")
  }

  @Test func pcscdIsAbsentStoppedOrRefuses() throws {
    let system = FakeSystem()
    system.pcsc = .failure(PCSCError("SCardEstablishContext", .noService))
    #expect(system.problems == ["pcscd-stopped"])
    unsafe unlink(system.folder.path + "/usr/sbin/pcscd")
    #expect(system.problems == ["pcscd-missing"])
    system.file("/usr/sbin/pcscd")
    system.pcsc = .failure(PCSCError("SCardEstablishContext", .securityViolation))
    #expect(system.problems == ["pcscd-refuses"])
    #expect(system.findings.first?.lines.first?.contains("ada") == true)
    system.configuration.usesPCSC = false
    #expect(system.problems == [])
  }

  @Test func pcscdFailsOtherwise() {
    let system = FakeSystem()
    system.pcsc = .failure(PCSCError("SCardListReaders", .invalidParameter))
    #expect(system.problems == ["pcscd-fails"])
    #expect(system.findings.first?.what == "SCardListReaders answers 80100004")
    #expect(system.findings.first?.lines == ["sudo systemctl restart pcscd"])
  }

  @Test func noReaderIsNoProblem() {
    let system = FakeSystem()
    #expect(system.findings.map(\.kind) == ["no-reader"])
    #expect(system.problems == [])
  }

  @Test func aReaderThatPCSCDoesNotKnow() {
    let system = FakeSystem()
    system.plug("072f", "2200")
    #expect(system.problems == ["reader-not-seen"])
    unsafe unlink(system.folder.path + "/usr/lib/pcsc/drivers/ifd-ccid.bundle")
    #expect(system.problems == ["driver-missing"])
  }

  @Test func oneReaderTwoOwners() throws {
    let system = FakeSystem()
    system.plug("04e6", "5591")
    system.pcsc = .success(["SCM Microsystems SCL3711 00 00"])
    system.configuration.libnfc = [try LibNFCDevice("pn53x_usb")]
    #expect(system.problems == ["two-owners"])
  }

  @Test func serialPorts() throws {
    let system = FakeSystem()
    system.configuration.libnfc = [try LibNFCDevice("pn532_uart:/dev/ttyUSB0:115200")]
    #expect(system.problems == ["port-missing"])
    system.file("/dev/ttyUSB0")
    #expect(system.problems == [])
  }

  @Test func firmwareWithAKnownFault() {
    let system = FakeSystem()
    system.plug("072f", "2200", release: "0206")
    system.pcsc = .success(["ACS ACR122U 00 00"])
    #expect(system.problems == ["faulty-firmware"])
  }

  @Test func cardsThatAReaderCannotDo() {
    let system = FakeSystem()
    system.plug("04e6", "5591")
    #expect(system.findings.contains { $0.kind == "cards-it-cannot-do" && $0.what.contains("15693") })
  }
}
