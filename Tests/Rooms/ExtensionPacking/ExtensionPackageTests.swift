import Glibc
import LinuxRuntime
import TestSupport
import Testing

@testable import ExtensionPacking

/// What other programs, which know nothing of this one, read out of what is packed here.
@Suite struct ExtensionPackageTests {
  private let folder = TemporaryFolder()
  private let files = [
    ZipArchive.File(name: "manifest.json", content: Array("{}".utf8)),
    ZipArchive.File(name: "empty", content: []),
    ZipArchive.File(name: "all.bin", content: (0...255).map { UInt8($0) }),
  ]

  @Test func anArchiveIsReadByOthers() throws {
    try Files.replace(folder("x.zip"), with: ZipArchive.octets(of: files))
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive:
          assert archive.testzip() is None
          print({name: archive.read(name).hex() for name in archive.namelist()})
      """
    let outcome = try BuiltProgram(at: "/usr/bin/python3").run(["-c", script, folder("x.zip")])
    let all = (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(outcome.output == "{'manifest.json': '7b7d', 'empty': '', 'all.bin': '\(all)'}\n", "\(outcome.errors)")
    // The check value of CRC-32 over the digits (Koopman; every catalogue of checksums).
    #expect(ZipArchive.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
  }

  @Test func aPackageProvesWhoseItIs() throws {
    let key = try PackageKey()
    let archive = ZipArchive.octets(of: files)
    try Files.replace(folder("x.crx"), with: try ExtensionPackage.octets(of: archive, signedBy: key))
    // Reads the package by the form alone, and has openssl check the signature.
    let script = """
      import hashlib, struct, subprocess, sys
      data, folder = open(sys.argv[1], "rb").read(), sys.argv[2]
      magic, version, length = struct.unpack("<4sII", data[:12])
      assert (magic, version) == (b"Cr24", 3)
      def number(data, at):
          value = shift = 0
          while True:
              value |= (data[at] & 127) << shift
              at, shift = at + 1, shift + 7
              if data[at - 1] < 128: return value, at
      def fields(data):
          at, found = 0, {}
          while at < len(data):
              tag, at = number(data, at)
              assert tag & 7 == 2
              size, at = number(data, at)
              found[tag >> 3] = data[at:at + size]
              at += size
          return found
      header, archive = fields(data[12:12 + length]), data[12 + length:]
      proof, signed = fields(header[2]), header[10000]
      identity = hashlib.sha256(proof[1]).digest()[:16]
      assert fields(signed) == {1: identity}
      for name, content in [("key", proof[1]), ("signature", proof[2]),
                            ("text", b"CRX3 SignedData\\0" + struct.pack("<I", len(signed)) + signed + archive)]:
          open(f"{folder}/{name}", "wb").write(content)
      print("".join(chr(97 + int(digit, 16)) for digit in identity.hex()))
      print(subprocess.run(["openssl", "dgst", "-sha256", "-verify", folder + "/key", "-keyform", "DER", "-signature",
                            folder + "/signature", folder + "/text"], capture_output=True, text=True).stdout, end="")
      open(folder + "/archive", "wb").write(archive)
      """
    let outcome = try BuiltProgram(at: "/usr/bin/python3").run(["-c", script, folder("x.crx"), folder.path])
    #expect(outcome.output == "\(ExtensionPackage.id(of: key))\nVerified OK\n", "\(outcome.errors)")
    #expect(try Files.read(folder("archive")) == archive)
  }

  @Test func aKeyThatWasKeptIsTheSameKey() throws {
    let key = try PackageKey()
    let again = try PackageKey(key.octets)
    #expect(again.publicOctets == key.publicOctets && ExtensionPackage.id(of: again) == ExtensionPackage.id(of: key))
    #expect(ExtensionPackage.id(of: try PackageKey()) != ExtensionPackage.id(of: key))
    #expect(throws: SystemError.self) { try PackageKey(Array("no key".utf8)) }
    #expect(throws: SystemError.self) { try PackageKey([]) }
  }
}
