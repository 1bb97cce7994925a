internal import COpenSSL
package import LinuxRuntime

/// A packed extension as browsers of Chromium's kind take it: CRX, version 3 (components/crx_file/crx3.proto).
package enum ExtensionPackage {
  /// The id of the extension that a key signs: sixteen octets of its public half's digest, in letters from `a` to `p`.
  package static func id(of key: PackageKey) -> String {
    String(
      decoding: identity(key).flatMap { [UInt8(ascii: "a") + $0 >> 4, UInt8(ascii: "a") + $0 & 15] }, as: UTF8.self)
  }

  /// The package's octets; `archive` is what ``ZipArchive`` packs of the extension's files.
  package static func octets(of archive: [UInt8], signedBy key: PackageKey) throws(SystemError) -> [UInt8] {
    // SignedData: crx_id = 1. What is signed is this and the archive, behind words that nothing else begins with.
    let signed = field(1, identity(key))
    let signature = try key.signature(over: Array("CRX3 SignedData\0".utf8) + four(signed.count) + signed + archive)
    // CrxFileHeader: sha256_with_rsa = 2 { public_key = 1, signature = 2 }, signed_header_data = 10000.
    let header = field(2, field(1, key.publicOctets) + field(2, signature)) + field(10000, signed)
    return Array("Cr24".utf8) + four(3) + four(header.count) + header + archive
  }

  private static func identity(_ key: PackageKey) -> [UInt8] {
    let octets = key.publicOctets
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe EVP_Digest(octets, octets.count, &digest, nil, EVP_sha256(), nil)
    return Array(digest[..<16])
  }

  /// A protocol buffer's field of octets: its number and kind, its length, itself.
  private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    variable(number << 3 | 2) + variable(content.count) + content
  }

  private static func variable(_ value: Int) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = value
    while rest >= 0x80 {
      octets.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return octets + [UInt8(rest)]
  }

  private static func four(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
