/// How a virtual reader looks to the kernel and to pcscd.
package struct ReaderLook: Sendable {
  package let vendor: String
  package let product: String
  /// The name in the driver's list; pcscd adds the interface and two numbers.
  package let name: String
  package let interface: String

  static let all: [ReaderLook] = [acr122U, acr1252U, plain]
  package static let acr122U = ReaderLook(vendor: "072f", product: "2200", name: "ACS ACR122U", interface: "")
  package static let acr1252U = ReaderLook(
    vendor: "072f", product: "223b", name: "ACS ACR1252 1S CL Reader", interface: "")
  package static let plain = ReaderLook(vendor: "1209", product: "0001", name: "Plain Storage Reader", interface: "")

  /// The driver's Info.plist. pcscd's parser wants each string on a line of its own.
  static var driverList: String {
    func array(_ key: String, _ values: [String]) -> [String] {
      ["<key>\(key)</key>", "<array>"] + values.map { "<string>\($0)</string>" } + ["</array>"]
    }
    let lines =
      [
        "<?xml version=\"1.0\"?>", "<plist version=\"1.0\">", "<dict>", "<key>CFBundleExecutable</key>",
        "<string>libfocuskeyreader.so</string>",
      ]
      + array("ifdVendorID", all.map { "0x\($0.vendor)" }) + array("ifdProductID", all.map { "0x\($0.product)" })
      + array("ifdFriendlyName", all.map(\.name)) + ["</dict>", "</plist>", ""]
    return lines.joined(separator: "\n")
  }
}
