// swift-tools-version: 6.2

import PackageDescription

// A program of somebody else, which uses FocusKey's libraries as any package would. Its files are the examples of
// Sources/Documentation/Libraries.
let package = Package(
  name: "Stranger",
  dependencies: [.package(name: "FocusKey", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Stranger",
      dependencies: ["NDEF", "TagFormats", "FocusLinks", "SiteAssociation", "JSONText", "FocusSession"].map {
        .product(name: $0, package: "FocusKey")
      })
  ]
)
