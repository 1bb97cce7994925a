// swift-tools-version: 6.2

import PackageDescription

/// Every room is compiled under the same rules; warnings never pile up because they are errors.
let houseRules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A library target of the house.
func room(_ name: String, knows: [String] = [], links: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: knows.map { .init(stringLiteral: $0) },
    swiftSettings: houseRules,
    linkerSettings: links.map { .linkedLibrary($0) })
}

/// A program: twenty lines that hand over to an assembly room.
func program(_ name: String, runs assembly: String) -> Target {
  .executableTarget(
    name: name, dependencies: [.init(stringLiteral: assembly), "CommandShell"], path: "Sources/Programs/\(name)",
    swiftSettings: houseRules)
}

/// The tests of one room, in the folder of its name.
func tests(of name: String, alsoKnow: [String] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name, "RealParts", "TestSupport"] + alsoKnow).map { .init(stringLiteral: $0) },
    path: "Tests/\(name)",
    exclude: exclude,
    swiftSettings: houseRules)
}

/// A C library from Debian, reached through a C target with headers of our own, so that no pkg-config file is asked.
func library(_ name: String, debian: String, links: String...) -> Target {
  .target(name: name, linkerSettings: links.map { .linkedLibrary($0) })
}

let pureRooms: [Target] = [
  room("Spelling"),
  room("HexText"),
  room("NDEF"),
  room("TagFormats"),
  room("CardModels", knows: ["TagFormats"]),
  room("CardDumps", knows: ["TagFormats", "JSONText", "HexText"]),
  room("FocusLinks", knows: ["NDEF", "Spelling"]),
  room("JSONText", knows: ["Spelling"]),
  room("LandingPages", knows: ["FocusLinks"]),
  room("SiteAssociation", knows: ["FocusLinks", "JSONText", "Spelling"]),
  room("FocusSession"),
  room("FocusHistory", knows: ["FocusSession"]),
  room("FocusWire", knows: ["FocusSession", "FocusHistory", "JSONText", "HexText", "Spelling"]),
  room("Hooks", knows: ["FocusLinks", "FocusSession", "FocusWire", "HexText", "JSONText", "Spelling"]),
  room("CommandSpec", knows: ["Spelling"]),
  room("SiteRules"),
  room("WireNames"),
  room("DesktopEntries"),
  room("ShieldProtocol"),
  room("LibNFCWire", knows: ["HexText"]),
  room("WatchScreen"),
]

let libraries: [Target] = [
  library("CLinux", debian: "libc6-dev"),
  library("CEvent", debian: "libevent-dev", links: "event_core", "event_extra"),
  library(
    "CEventTLS", debian: "libevent-dev, libssl-dev", links: "event_core", "event_extra", "event_openssl", "ssl",
    "crypto"),
  library("CSQLite", debian: "libsqlite3-dev", links: "sqlite3"),
  // Opened when it is first needed.
  library("CCurl", debian: "libcurl4-openssl-dev"),
  library("COpenSSL", debian: "libssl-dev", links: "crypto"),
  library("CPCSC", debian: "libpcsclite-dev", links: "pcsclite"),
  library("CNFC", debian: "libnfc-dev", links: "nfc"),
  library("CSystemd", debian: "libsystemd-dev", links: "systemd"),
  library("CShield", debian: "linux-libc-dev"),
  .target(name: "CSiteLists", exclude: ["lists"]),
  .target(name: "CBrowserShield"),
  .target(name: "CDashboardFiles"),
]

let ports: [Target] = [
  room("FocusPorts", knows: ["FocusSession", "FocusHistory"]),
  room("Bulletins", knows: ["FocusPorts", "FocusSession", "FocusWire"]),
  room("FocusEngine", knows: ["FocusPorts", "FocusSession", "FocusLinks", "NDEF"]),
]

let adapters: [Target] = [
  room("LinuxRuntime", knows: ["CLinux", "CEvent", "FocusPorts", "FocusSession"]),
  room(
    "SQLiteLog",
    knows: ["CSQLite", "FocusPorts", "FocusSession", "FocusHistory", "FocusWire", "JSONText", "LinuxRuntime"]),
  room("DashboardServer", knows: ["CEvent", "LinuxRuntime", "Netlink"]),
  room("ServerTLS", knows: ["CEventTLS", "DashboardServer"]),
  room("DesktopBus", knows: ["CSystemd", "FocusPorts", "LinuxRuntime"]),
  room("ControlSocket", knows: ["CEvent", "CLinux", "LinuxRuntime", "JSONText"]),
  room("SimulatedReader", knows: ["FocusPorts", "CardModels", "TagFormats"]),
  room("PCSCReader", knows: ["CPCSC", "FocusPorts", "LinuxRuntime", "TagFormats"]),
  room("WebCalls", knows: ["CCurl", "LinuxRuntime"]),
  room("SiteFetcher", knows: ["SiteAssociation", "WebCalls"]),
  room("HookRunning", knows: ["Hooks", "FocusSession", "JSONText", "LinuxRuntime", "WebCalls"]),
  room("ProofOfTap", knows: ["COpenSSL", "TagFormats"]),
  room("BrowserPacking", knows: ["COpenSSL"]),
  room("LibNFCReader", knows: ["LibNFCWire", "CLinux", "FocusPorts", "LinuxRuntime", "TagFormats"]),
  room("LibNFCDevice", knows: ["CNFC", "LibNFCWire"]),
  room("Netlink", knows: ["CShield", "LinuxRuntime"]),
  room("WebFilter", knows: ["Netlink", "LinuxRuntime", "SiteRules", "WireNames"]),
  room("LaunchGuard", knows: ["CShield", "LinuxRuntime", "DesktopEntries"]),
  room("RunningApps", knows: ["CLinux", "CShield", "DesktopEntries", "LinuxRuntime"]),
  room(
    "ShieldClearing", knows: ["CLinux", "CShield", "LinuxRuntime", "RunningApps", "ShieldProtocol", "WebFilter"]),
  room(
    "ShieldHelper",
    knows: [
      "CShield", "CLinux", "LinuxRuntime", "SiteRules", "ShieldClearing", "ShieldProtocol", "WebFilter", "LaunchGuard",
    ]),
  room("SiteLists", knows: ["CSiteLists", "FocusSession", "SiteRules"]),
  room(
    "SystemShield",
    knows: [
      "CLinux", "CShield", "DesktopEntries", "FocusPorts", "FocusSession", "LinuxRuntime", "RunningApps",
      "ShieldProtocol",
      "SiteLists", "SiteRules",
      "JSONText", "BrowserPacking", "CBrowserShield",
    ]),
]

let assemblies: [Target] = [
  room("CommandShell", knows: ["CommandSpec", "JSONText", "LinuxRuntime"]),
  room(
    "FocusKeyService",
    knows: [
      "FocusEngine", "FocusPorts", "FocusSession", "FocusHistory", "FocusWire", "ProofOfTap", "FocusLinks", "NDEF",
      "HexText",
      "JSONText", "Spelling",
      "LinuxRuntime", "SQLiteLog", "ControlSocket", "SimulatedReader", "PCSCReader", "LibNFCReader",
      "RunningApps", "SystemShield", "SiteLists",
      "DashboardServer", "LandingPages", "SiteAssociation", "CDashboardFiles", "Bulletins", "DesktopBus", "Hooks",
      "HookRunning",
    ]),
  room(
    "FocusKeyCommands",
    knows: [
      "CommandSpec", "CommandShell", "FocusKeyService", "FocusEngine", "FocusSession", "FocusHistory", "FocusWire",
      "JSONText", "HexText", "Spelling",
      "LinuxRuntime", "ControlSocket", "FocusLinks",
      "FocusPorts", "SQLiteLog", "ShieldClearing", "SystemShield", "PCSCReader", "LibNFCReader",
      "SiteLists", "SiteRules", "WatchScreen",
    ]),
  room(
    "KeytoolCommands",
    knows: [
      "CommandSpec", "CommandShell", "NDEF", "TagFormats", "CardDumps", "FocusLinks", "SiteAssociation", "JSONText",
      "HexText",
      "Spelling",
      "LinuxRuntime", "ProofOfTap", "FocusPorts", "PCSCReader", "ControlSocket", "FocusKeyService", "SiteFetcher",
      "LibNFCReader",
      "DashboardServer", "LandingPages", "ServerTLS",
    ]),
]

let programs: [Target] = [
  program("focuskey", runs: "FocusKeyCommands"),
  program("keytool", runs: "KeytoolCommands"),
  // The process of a device carries libnfc and nothing of the service.
  .executableTarget(
    name: "focuskey-libnfc", dependencies: ["LibNFCDevice"], path: "Sources/Programs/focuskey-libnfc",
    swiftSettings: houseRules),
  // What runs with rights carries nothing that it does not need: no shell of commands either.
  .executableTarget(
    name: "focuskey-shield", dependencies: ["ShieldHelper"], path: "Sources/Programs/focuskey-shield",
    swiftSettings: houseRules),
]

let checks: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: [
      "CardModels", "CommandShell", "FocusPorts", "FocusSession", "JSONText", "LinuxRuntime", "TagFormats",
    ],
    path: "Tests/Support",
    exclude: [
      "AllocationCount", "BareCardLoop", "BareLibNFCLoop", "BareLog", "BareNDEF", "RealParts", "TLSSite",
      "VirtualReader",
    ],
    swiftSettings: houseRules),
  .target(
    name: "RealParts", dependencies: ["LinuxRuntime"], path: "Tests/Support/RealParts", swiftSettings: houseRules),
  .target(name: "AllocationCount", path: "Tests/Support/AllocationCount"),
  .target(name: "BareLibNFCLoop", dependencies: ["CNFC"], path: "Tests/Support/BareLibNFCLoop"),
  .target(name: "BareCardLoop", dependencies: ["CPCSC"], path: "Tests/Support/BareCardLoop"),
  .target(name: "BareNDEF", path: "Tests/Support/BareNDEF"),
  .target(name: "BareLog", dependencies: ["CSQLite"], path: "Tests/Support/BareLog"),
  .target(name: "NDEFModel", dependencies: ["NDEF"], path: "Tests/NDEFModel", swiftSettings: houseRules),
  .target(
    name: "VirtualReader",
    dependencies: ["CardModels", "FocusPorts", "LinuxRuntime", "PCSCReader", "TagFormats", "TestSupport"],
    path: "Tests/Support/VirtualReader", exclude: ["Driver"], swiftSettings: houseRules),
  tests(of: "Spelling"),
  tests(of: "HexText"),
  tests(of: "NDEF", alsoKnow: ["HexText", "NDEFModel"]),
  tests(of: "TagFormats", alsoKnow: ["CardModels", "HexText", "ProofOfTap"]),
  tests(of: "CardDumps", alsoKnow: ["CardModels", "HexText", "TagFormats"]),
  tests(of: "ProofOfTap", alsoKnow: ["HexText", "TagFormats"]),
  tests(of: "FocusLinks", alsoKnow: ["NDEF"]),
  tests(of: "JSONText"),
  .target(
    name: "TLSSite", dependencies: ["JSONText", "LinuxRuntime", "TestSupport"], path: "Tests/Support/TLSSite",
    exclude: ["site.py"], swiftSettings: houseRules),
  tests(of: "SiteFetcher", alsoKnow: ["JSONText", "SiteAssociation", "TLSSite"]),
  tests(of: "SiteAssociation", alsoKnow: ["FocusLinks", "JSONText"]),
  .target(
    name: "SessionRehearsal", dependencies: ["FocusSession"], path: "Tests/SessionRehearsal",
    swiftSettings: houseRules),
  tests(of: "FocusSession", alsoKnow: ["SessionRehearsal"]),
  tests(of: "FocusHistory", alsoKnow: ["FocusSession", "SessionRehearsal"]),
  tests(of: "FocusWire", alsoKnow: ["FocusSession", "JSONText", "SessionRehearsal"]),
  tests(of: "Hooks", alsoKnow: ["FocusLinks", "FocusSession", "FocusWire", "JSONText", "SessionRehearsal"]),
  tests(of: "HookRunning", alsoKnow: ["FocusLinks", "FocusSession", "Hooks", "JSONText", "LinuxRuntime"]),
  tests(of: "CommandSpec", alsoKnow: ["LinuxRuntime"]),
  tests(of: "CommandShell", alsoKnow: ["CommandSpec", "JSONText", "LinuxRuntime"]),
  tests(of: "LibNFCWire"),
  tests(of: "WatchScreen"),
  tests(
    of: "LibNFCReader",
    alsoKnow: ["CardModels", "FocusPorts", "HexText", "LinuxRuntime", "TagFormats", "focuskey-libnfc"]),
  tests(of: "LinuxRuntime"),
  tests(of: "FocusEngine", alsoKnow: ["FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "NDEF"]),
  tests(
    of: "SQLiteLog",
    alsoKnow: [
      "FocusHistory", "FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "JSONText", "LinuxRuntime",
      "SessionRehearsal",
    ]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "RealParts", "TestSupport", "TLSSite", "CardModels", "ControlSocket", "FocusSession", "FocusWire", "JSONText",
      "LinuxRuntime",
      "SessionRehearsal", "TagFormats", "VirtualReader", "focuskey", "focuskey-libnfc", "keytool",
    ],
    path: "Tests/EndToEnd", swiftSettings: houseRules),
  .testTarget(
    name: "DoctorTests",
    dependencies: [
      "FocusKeyCommands", "FocusKeyService", "LibNFCReader", "LinuxRuntime", "PCSCReader", "RealParts", "TestSupport",
      "VirtualReader", "focuskey",
    ],
    path: "Tests/Doctor", swiftSettings: houseRules),
  .testTarget(
    name: "KeytoolCardsTests",
    dependencies: [
      "CardModels", "FocusLinks", "HexText", "JSONText", "LinuxRuntime", "NDEF", "ProofOfTap", "RealParts",
      "TagFormats", "TestSupport",
      "VirtualReader", "focuskey", "focuskey-libnfc", "keytool",
    ],
    path: "Tests/KeytoolCards", swiftSettings: houseRules),
  tests(
    of: "KeytoolCommands",
    alsoKnow: [
      "CardModels", "CommandShell", "FocusLinks", "HexText", "JSONText", "LinuxRuntime", "NDEF", "TLSSite",
      "TagFormats",
    ]),
  tests(of: "FocusKeyService", alsoKnow: ["FocusLinks", "Hooks", "JSONText", "LinuxRuntime"]),
  tests(of: "LandingPages", alsoKnow: ["FocusLinks", "LinuxRuntime"]),
  tests(of: "DashboardServer", alsoKnow: ["LinuxRuntime"]),
  tests(of: "ControlSocket", alsoKnow: ["LinuxRuntime"]),
  tests(of: "Bulletins", alsoKnow: ["FocusPorts", "FocusSession", "SessionRehearsal"]),
  tests(of: "DesktopBus", alsoKnow: ["FocusPorts", "LinuxRuntime"], exclude: ["desktop.py"]),
  tests(of: "PCSCReader", alsoKnow: ["CardModels", "FocusPorts", "LinuxRuntime", "TagFormats", "VirtualReader"]),
  tests(of: "BrowserPacking", alsoKnow: ["LinuxRuntime"]),
  tests(of: "SiteRules"),
  tests(of: "WireNames"),
  tests(of: "DesktopEntries"),
  tests(of: "ShieldProtocol"),
  tests(of: "Netlink"),
  tests(of: "SiteLists", alsoKnow: ["FocusSession", "SiteRules"]),
  tests(of: "RunningApps", alsoKnow: ["DesktopEntries", "LinuxRuntime"], exclude: ["holder.c"]),
  tests(
    of: "SystemShield",
    alsoKnow: [
      "BrowserPacking", "DesktopEntries", "FocusPorts", "FocusSession", "JSONText", "LinuxRuntime", "RunningApps",
    ]
  ),
  tests(
    of: "ShieldHelper",
    alsoKnow: [
      "DesktopEntries", "LaunchGuard", "LinuxRuntime", "ShieldProtocol", "SiteRules", "focuskey", "focuskey-shield",
    ],
    exclude: ["boot.py", "browsers.py", "edges.py", "lab.py", "tamper.py", "whole.py", "wire.py"]),
]

/// What a program of the tests may know.
func bench(_ name: String, knows: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: knows.map { .init(stringLiteral: $0) }, path: "Tests/\(name)", swiftSettings: houseRules)
}

let longRuns: [Target] = [
  // One room a line, so that additions from many sides do not meet.
  bench(
    "Benchmarks",
    knows: [
      "AllocationCount",
      "BareCardLoop",
      "BareLibNFCLoop",
      "BareLog",
      "BareNDEF",
      "CardModels",
      "ControlSocket",
      "FocusEngine",
      "FocusLinks",
      "FocusPorts",
      "FocusSession",
      "FocusWire",
      "HexText",
      "JSONText",
      "LibNFCReader",
      "LinuxRuntime",
      "NDEF",
      "PCSCReader",
      "SQLiteLog",
      "SiteAssociation",
      "TagFormats",
      "TestSupport",
      "VirtualReader",
      "focuskey",
      "focuskey-libnfc",
      "focuskey-shield",
      "keytool",
    ]),
  bench(
    "Endurance",
    knows: [
      "AllocationCount",
      "CardModels",
      "ControlSocket",
      "FocusEngine",
      "FocusKeyService",
      "FocusLinks",
      "FocusPorts",
      "FocusSession",
      "FocusWire",
      "HexText",
      "JSONText",
      "LibNFCReader",
      "LinuxRuntime",
      "NDEF",
      "NDEFModel",
      "PCSCReader",
      "ProofOfTap",
      "SQLiteLog",
      "SessionRehearsal",
      "SiteAssociation",
      "TagFormats",
      "TestSupport",
      "VirtualReader",
      "focuskey",
      "focuskey-libnfc",
    ]),
]

let package = Package(
  name: "FocusKey",
  products: [
    .executable(name: "focuskey", targets: ["focuskey"]),
    .executable(name: "keytool", targets: ["keytool"]),
    .executable(name: "focuskey-libnfc", targets: ["focuskey-libnfc"]),
    .executable(name: "focuskey-shield", targets: ["focuskey-shield"]),
  ],
  targets: pureRooms + libraries + ports + adapters + assemblies + programs + checks + longRuns,
  cLanguageStandard: .gnu2x
)
