// swift-tools-version: 6.2

import Glibc
import PackageDescription

// The house: a room is a target, `Sources/FLOOR/ROOM` is its folder, and what a floor may know is one table.
// An edge that the table does not allow ends every build with a sentence. `.ci/house` reads its lists from here.

/// Whether this is the package that is built: one that another depends on must not ask for flags that may be unsafe.
let isOwn = !Context.packageDirectory.contains("/checkouts/")

/// In a release, each function has a section of its own, and what is public is so for the other rooms of the program
/// alone: the linker leaves out what no program calls.
let leftOutWhereUnused: [SwiftSetting] =
  isOwn
  ? [
    .unsafeFlags(
      ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"], .when(configuration: .release))
  ] : []

/// Warnings never pile up because they are errors, where the compiler is the one that the house is built with: another
/// one, such as Debian's own, warns of other things. An older one has to be told how long what an `OutputSpan` points
/// to lives (`NDEF/OctetCopying.swift`), which it takes for an experiment. Debian's 6.2 is built to check itself after
/// each step, and ends on code of its own to which only these checks object.
#if compiler(>=6.3)
let byCompiler: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
let byCompiler: [SwiftSetting] =
  [.enableExperimentalFeature("Lifetimes")] + (isOwn ? [.unsafeFlags(["-Xfrontend", "-sil-verify-none"])] : [])
#endif

/// Every room is compiled under the same rules.
let houseRules: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
  ] + byCompiler + leftOutWhereUnused

/// In a release, what waits for people, readers and sockets is built small; what computes is built fast.
let smallInRelease: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// How programs are linked. Nobody looks up a symbol of a program by its name: a table of all of them is a twentieth of
/// it. Functions whose code is the same are kept once: no function is told from another by its address. Addresses to be
/// put right at the start are packed to a hundredth if the computer's C library can read them so (2.36 and later): a
/// megabyte less of each program, on disk and in memory. Tables for exceptions of C++, a tenth of each program, are
/// left out of a release: none is thrown. Nobody asks for the names of all characters (`CharacterNames.c`).
/// Functions of other libraries are found at the start, so that the table of them cannot be written to afterwards; a
/// library in which nothing is called is not loaded. A static build has its part of the C++ library built in, so that
/// none is loaded at each start. What packages have is linked with a copy of Swift's library that keeps no function
/// which nobody calls (`Setup/lean-library`). What runs at a start lies side by side (`Linking/start.order`, which
/// `.ci/order` writes): half as much of the service's code is mapped.
let leanLinking: [LinkerSetting] = {
  // "glibc 2.36"
  let name = unsafe String(unsafeUninitializedCapacity: 64) {
    unsafe max(confstr(Int32(_CS_GNU_LIBC_VERSION), $0.baseAddress, $0.count), 1) - 1
  }
  let linking = Context.packageDirectory + "/Sources/Setup/Linking"
  let version = name.split { !$0.isNumber }.compactMap { Int($0) }
  let packs = !version.lexicographicallyPrecedes([2, 36])
  let options =
    ["--no-export-dynamic", "--gc-sections", "--icf=all", "--as-needed", "-z", "now"]
    + (packs ? ["-z", "pack-relative-relocs"] : [])
  let builtIn =
    (Context.environment["FOCUSKEY_LEAN_LIBRARY"].map { [$0] } ?? [])
    + ["-L", linking, "-Xclang-linker", "-static-libgcc"]
  return [
    .unsafeFlags(["-use-ld=lld"] + builtIn + options.flatMap { ["-Xlinker", $0] }),
    .unsafeFlags(
      [
        "--no-eh-frame-hdr", linking + "/no-unwinding.ld", "--wrap=_swift_stdlib_getScalarName",
        "--symbol-ordering-file=\(linking)/start.order", "--no-warn-symbol-ordering",
      ].flatMap { ["-Xlinker", $0] }, .when(configuration: .release)),
  ]
}()

/// Rooms whose tests simulate thousands of days, and the kits that make up those days, are optimised in a debug build
/// as well. Overflow checks and preconditions stay.
let fastInEveryBuild: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The floors of the house, from the street door down.
enum Floor: String {
  case programs = "Programs"
  case commands = "Commands"
  case service = "Service"
  case features = "Features"
  case contract = "Contract"
  case adapters = "Adapters"
  case helpers = "Helpers"
  case engine = "Engine"
  case domain = "Domain"
  case formats = "Formats"
  case linux = "Linux"
  case libraries = "CLibraries"
  case assets = "Assets"

  /// The floors whose rooms a room of this floor may know.
  var mayKnow: [Floor] {
    switch self {
    case .programs: [.commands, .helpers]
    case .commands:
      [
        .commands, .service, .features, .contract, .adapters, .helpers, .engine, .domain, .formats, .linux, .libraries,
        .assets,
      ]
    case .service:
      [.service, .features, .contract, .adapters, .engine, .domain, .formats, .linux, .libraries, .assets]
    // Never each other: what two features share goes through the engine or a port.
    case .features: [.contract, .adapters, .engine, .domain, .formats, .linux, .libraries, .assets]
    case .contract: [.contract, .adapters, .engine, .domain, .formats, .linux, .libraries, .assets]
    // Never each other: what two adapters share belongs to a floor below.
    case .adapters: [.engine, .domain, .formats, .linux, .libraries, .assets]
    case .helpers: [.helpers, .domain, .formats, .linux, .libraries]
    case .engine: [.engine, .domain, .formats]
    case .domain: [.domain, .formats]
    case .formats: [.formats]
    case .linux: [.linux, .formats, .libraries]
    case .libraries: []
    case .assets: [.assets, .domain, .formats]
    }
  }

  /// Whether its rooms turn values into values: their speed is measured in nanoseconds.
  var computes: Bool {
    switch self {
    case .engine, .domain, .formats, .linux: true
    case .programs, .commands, .service, .features, .contract, .adapters, .helpers, .libraries, .assets: false
    }
  }
}

/// A room that is never reached from another, however many rooms lie between.
struct Separation {
  let from: (Floor, String?)
  let room: String
  let why: String
}

let separations = [
  Separation(
    from: (.helpers, nil), room: "FocusSession", why: "what runs with rights or may hang knows nothing of sessions"),
  Separation(from: (.linux, nil), room: "FocusSession", why: "the Linux floor knows nothing of sessions"),
  Separation(from: (.assets, nil), room: "FocusSession", why: "what ships is the same in every session"),
  Separation(
    from: (.commands, "KeytoolCommands"), room: "FocusKeyService",
    why: "keytool works where no service runs, and carries none"),
  Separation(
    from: (.service, "ServiceAPI"), room: "SystemShield", why: "requests are answered without knowing the shield"),
  Separation(
    from: (.service, "ServiceAPI"), room: "SQLiteLog", why: "requests are answered without knowing the log"),
  Separation(
    from: (.service, "ServiceAPI"), room: "HookRunner", why: "requests are answered without knowing who calls hooks"),
  Separation(
    from: (.service, "ServiceAPI"), room: "SimulatedReader", why: "requests are answered without knowing a reader"),
]

/// A target of the product, on its floor.
struct Room {
  let name: String
  let floor: Floor
  let knows: [String]
  let target: Target
}

/// A Swift room.
///
/// - Parameters:
///   - computes: whether it turns many values into others, unlike its floor: a history has a million of them.
///   - simulated: whether its tests simulate thousands of days with it.
func room(
  _ name: String, on floor: Floor, knows: [String] = [], exclude: [String] = [], links: [String] = [],
  computes: Bool = false, simulated: Bool = false
) -> Room {
  Room(
    name: name, floor: floor, knows: knows,
    target: .target(
      name: name,
      dependencies: knows.map { .init(stringLiteral: $0) },
      path: "Sources/\(floor.rawValue)/\(name)",
      exclude: exclude,
      swiftSettings: houseRules + (floor.computes || computes ? [] : smallInRelease)
        + (simulated ? fastInEveryBuild : []),
      linkerSettings: links.map { .linkedLibrary($0) }))
}

/// A program: twenty lines that hand over to one room.
func program(_ name: String, runs rooms: String...) -> Room {
  Room(
    name: name, floor: .programs, knows: rooms,
    target: .executableTarget(
      name: name, dependencies: rooms.map { .init(stringLiteral: $0) }, path: "Sources/Programs/\(name)",
      swiftSettings: houseRules, linkerSettings: leanLinking))
}

/// A C library, reached through a C target with headers of our own, so that no pkg-config file is asked.
/// `Setup/packages.sh` names the Debian package of each.
func library(_ name: String, links: String...) -> Room {
  Room(
    name: name, floor: .libraries, knows: [],
    target: .target(
      name: name, path: "Sources/CLibraries/\(name)", linkerSettings: links.map { .linkedLibrary($0) }))
}

/// Files that are built into the programs, in a C target that embeds them.
func files(_ name: String, exclude: [String] = []) -> Room {
  Room(
    name: name, floor: .assets, knows: [],
    target: .target(name: name, path: "Sources/Assets/\(name)", exclude: exclude))
}

// One room per line, to avoid conflicts when several people add one.
let rooms: [Room] = [
  program("focuskey", runs: "FocusKeyCommands", "CommandShell"),
  program("keytool", runs: "KeytoolCommands", "CommandShell"),
  // The process of a device carries libnfc and nothing of the service.
  program("focuskey-libnfc", runs: "LibNFCDevice"),
  // What runs with rights carries nothing that it does not need: no shell of commands either.
  program("focuskey-shield", runs: "ShieldHelper"),

  room(
    "CommandShell", on: .commands,
    knows: ["CLinux", "CommandSpec", "JSONText", "Languages", "LinuxRuntime", "Requests", "Spelling"]),
  room(
    "FocusKeyCommands", on: .commands,
    knows: [
      "Allowance", "AtHome", "CGnomeFront", "CLinux", "Catalogues", "Choosing", "Coach", "CommandShell",
      "CommandSpec",
      "ControlSocket",
      "DeckFiles", "FeaturePorts", "FocusEngine", "FocusHistory", "FocusKeyService", "FocusLinks", "FocusPorts",
      "FocusSession", "FocusWire", "Guarding", "JSONText", "Keeping", "Languages", "Learning", "LibNFCReader",
      "LinuxRuntime", "Movement", "NightEye", "Nights", "Octets", "PCSCReader", "Phones", "Pledge", "PostgresMailbox",
      "QRCodes",
      "Requests", "Rewards", "RoomSound", "SQLiteLog", "ScreenTime", "ServiceAPI", "ServiceContract", "Session",
      "Sets", "ShieldRemoval", "SiteLists", "SiteRules", "Spelling", "Straying", "Study", "SyncProtocol",
      "Syncing", "SystemClock", "SystemShield", "Taps", "TaskFiles", "Tasking", "Tasks", "Visits", "WatchScreen",
      "WebCalls",
    ]),
  room(
    "KeytoolCommands", on: .commands,
    knows: [
      "CPhonePages", "CardDumps", "CommandShell", "CommandSpec", "ControlSocket", "FocusLinks", "FocusPorts",
      "JSONText", "LandingPages", "LibNFCReader", "LinuxRuntime", "LoopbackHTTP", "NDEF", "Octets", "PCSCReader",
      "ProofOfTap", "Requests", "ServerTLS", "ServiceContract", "SiteAssociation", "SiteFetcher", "Spelling",
      "TagFormats",
    ]),

  // Only puts parts together.
  room(
    "FocusKeyService", on: .service,
    knows: [
      "AtHome", "Catalogues", "Choosing", "ControlSocket", "DesktopBus", "FeaturePorts", "FocusEngine", "FocusLinks",
      "FocusPorts", "FocusSession", "HookRunner", "Hooks", "JSONText", "Keeping", "Languages", "LinuxRuntime", "Nights",
      "Notifying", "Phones", "Requests", "SQLiteLog", "ScreenTime", "ServiceAPI", "ServiceContract", "Session", "Sets",
      "Settings", "Straying", "Study", "Syncing", "SystemClock", "SystemShield", "Taps", "Tasking", "Visits",
    ]),
  // What answers requests.
  room(
    "ServiceAPI", on: .service,
    knows: [
      "CDashboardFiles", "Catalogues", "ControlSocket", "FeaturePorts", "FocusEngine", "FocusHistory", "FocusPorts",
      "FocusSession", "FocusWire", "Gates", "JSONText", "LandingPages", "Languages", "Learning", "LinuxRuntime",
      "LoopbackHTTP", "NightEye", "PackedOctets", "ProofOfTap", "Requests", "ServiceContract", "Session", "SessionTime",
      "SocketOwners",
    ]),

  // A feature is one room: what a person uses, its requests, and the adapters that it works with.
  room(
    "Notifying", on: .features,
    knows: [
      "Bulletins", "Catalogues", "DesktopBus", "FocusEngine", "FocusPorts", "FocusSession", "Guarding", "Languages",
      "LinuxRuntime", "ServiceContract", "SystemShield",
    ]),
  room(
    "Tasking", on: .features,
    knows: [
      "Bulletins", "FocusEngine", "FocusHistory", "FocusPorts", "FocusSession", "JSONText", "LinuxRuntime", "Octets",
      "Requests", "SQLiteLog", "ServiceContract", "SystemClock", "TaskFiles", "Tasks",
    ]),
  room("Visits", on: .features, knows: ["FeaturePorts", "FocusSession", "Requests"]),
  room(
    "Syncing", on: .features,
    knows: [
      "FeaturePorts", "FocusEngine", "FocusHistory", "FocusLinks", "FocusPorts", "FocusSession", "FocusWire",
      "FolderMailbox", "Following", "JSONText", "LinuxRuntime", "NDEF", "Octets", "PostgresMailbox", "Requests",
      "SQLiteFiles", "SQLiteLog", "Sealing", "ServiceContract", "SiteLists", "SyncFiles", "SyncProtocol",
      "SystemClock",
    ]),
  room(
    "Sets", on: .features,
    knows: [
      "Allowance", "BodySignals", "Coach", "DesktopBus", "FeaturePorts", "FocusEngine", "FocusPorts", "FocusSession",
      "FocusWire", "JSONText", "LinuxRuntime", "Movement", "Octets", "Requests", "SQLiteLog", "ServiceContract",
      "Spelling",
    ]),
  room(
    "Straying", on: .features,
    knows: [
      "DesktopBus", "FeaturePorts", "FocusEngine", "FocusHistory", "FocusPorts", "FocusSession", "FocusWire",
      "Guarding", "JSONText", "LinuxRuntime", "Requests", "RoomSound", "RunningApps", "SQLiteLog", "ScreenSignals",
      "ServiceContract", "SystemShield",
    ]),
  room(
    "Nights", on: .features,
    knows: [
      "DesktopBus", "FeaturePorts", "FocusEngine", "FocusHistory", "FocusPorts", "FocusSession", "FocusWire",
      "Guarding", "JSONText", "LinuxRuntime", "NightEye", "NightPicture", "Requests", "SQLiteLog", "ScreenSignals",
      "ServiceContract",
    ]),
  room(
    "ScreenTime", on: .features,
    knows: [
      "FocusHistory", "FocusPorts", "FocusSession", "FocusWire", "Guarding", "JSONText", "LinuxRuntime", "Requests",
      "ServiceContract", "SystemShield",
    ]),
  room(
    "Study", on: .features,
    knows: [
      "Allowance", "BoardSigning", "Bulletins", "CShippedDeck", "Coach", "DeckFiles", "FeaturePorts", "FocusEngine",
      "FocusHistory", "FocusPorts", "FocusSession", "Guarding", "JSONText", "Learning", "LinuxRuntime", "Octets",
      "Requests", "Rewards", "SQLiteLog", "ServiceContract",
    ]),
  room("Choosing", on: .features, knows: ["JSONText", "LinuxRuntime", "Requests", "SystemShield"]),
  room(
    "Phones", on: .features,
    knows: [
      "DesktopBus", "FeaturePorts", "FocusSession", "JSONText", "Languages", "LinuxRuntime", "PhoneDoor", "PhoneTaps",
      "ProofOfTap", "QRCodes", "Requests", "ServiceContract",
    ]),
  room(
    "Taps", on: .features,
    knows: [
      "CardModels", "FeaturePorts", "FocusEngine", "FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "Hooks",
      "JSONText", "LibNFCReader", "LinuxRuntime", "NDEF", "Octets", "PCSCReader", "PhoneDoor", "PhoneTaps", "Requests",
      "ServiceContract", "SimulatedReader", "SiteAssociation", "Spelling", "TagFormats",
    ]),
  room(
    "AtHome", on: .features,
    knows: [
      "Allowance", "FeaturePorts", "FocusEngine", "FocusHistory", "FocusLinks", "FocusPorts", "FocusSession",
      "FocusWire", "HomeBus", "HomeTopics", "HookRunner", "Hooks", "JSONText", "LinuxRuntime", "ServiceContract",
      "SiteAssociation",
    ]),
  room(
    "Session", on: .features,
    knows: [
      "Allowance", "DeckFiles", "FeaturePorts", "FocusEngine", "FocusHistory", "FocusPorts", "FocusSession",
      "FocusWire", "Gates", "JSONText", "LinuxRuntime", "Pledge", "ProofOfTap", "Requests", "ServiceContract",
    ]),
  room(
    "Settings", on: .features,
    knows: [
      "FeaturePorts", "FocusEngine", "FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "Guarding", "JSONText",
      "Requests", "ServiceContract", "SiteLists", "SiteRules",
    ]),
  room(
    "Keeping", on: .features,
    knows: [
      "BackupFiles", "FeaturePorts", "FocusEngine", "FocusLinks", "FocusPorts", "FocusSession", "JSONText", "Learning",
      "LinuxRuntime", "Octets", "ProofOfTap", "Requests", "SQLiteFiles", "SQLiteLog", "ServiceContract", "SystemClock",
    ]),

  // What can be asked, as tables, and the one way to say no.
  room("Requests", on: .contract, knows: ["JSONText", "LinuxRuntime", "SessionTime"]),
  // What features hand to each other and to the service.
  room(
    "FeaturePorts", on: .contract,
    knows: [
      "FocusEngine", "FocusHistory", "FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "JSONText",
      "LinuxRuntime", "Requests", "ServiceContract", "Spelling",
    ]),
  // What both ends say: keytool and focuskey know it, and the service.
  room(
    "ServiceContract", on: .contract,
    knows: [
      "ControlSocket", "FocusLinks", "FocusPorts", "FocusSession", "JSONText", "LandingPages", "Languages",
      "LibNFCReader", "LinuxRuntime", "LoopbackHTTP", "Octets", "ProofOfTap", "Requests", "SiteAssociation",
    ]),
  room(
    "Bulletins", on: .contract,
    knows: [
      "Allowance", "FocusPorts", "FocusSession", "FocusWire", "Gates", "Guarding", "Rewards", "Spelling", "Tasks",
    ]),

  room(
    "QRCodes", on: .adapters,
    knows: ["CQRCode"]),
  room("BoardSigning", on: .adapters, knows: ["COpenSSL", "LinuxRuntime"]),
  room("SystemClock", on: .adapters, knows: ["CLinux", "FocusPorts", "FocusSession", "LinuxRuntime"]),
  room(
    "SQLiteLog", on: .adapters,
    knows: [
      "Digests", "FocusHistory", "FocusPorts", "FocusSession", "FocusWire", "JSONText", "Learning", "LinuxRuntime",
      "Octets", "SQLiteFiles", "Spelling",
    ], computes: true),
  // Decks of cards: packages of Anki, and where the person's own are kept.
  room(
    "DeckFiles", on: .adapters,
    knows: ["CArchive", "Digests", "JSONText", "Learning", "LinuxRuntime", "Octets", "SQLiteFiles"]),
  room("PCSCReader", on: .adapters, knows: ["CPCSC", "CardArrivals", "FocusPorts", "LinuxRuntime", "TagFormats"]),
  room(
    "LibNFCReader", on: .adapters,
    knows: ["CardArrivals", "FocusPorts", "LibNFCWire", "LinuxRuntime", "Octets", "TagFormats"]),
  room(
    "SimulatedReader", on: .adapters,
    knows: ["CardArrivals", "CardModels", "FocusPorts", "JSONText", "LinuxRuntime", "Octets", "TagFormats"]),
  room("DesktopBus", on: .adapters, knows: ["CSystemd", "FocusPorts", "Languages", "LinuxRuntime", "Octets"]),
  room(
    "ScreenSignals", on: .adapters,
    knows: ["CWayland", "CXCB", "FocusPorts", "JSONText", "LinuxRuntime", "RunningApps", "SwayIPC"]),
  // The night's eye behind the windows and on the lock screen.
  room("NightPicture", on: .adapters, knows: ["JSONText", "LinuxRuntime", "SwayIPC"]),
  room("RoomSound", on: .adapters, knows: ["CPulse", "FocusPorts", "LinuxRuntime"]),
  room(
    "SystemShield", on: .adapters,
    knows: [
      "CBrowserExtension", "CLinux", "Catalogues", "DesktopEntries", "ExtensionPacking", "FocusPorts", "FocusSession",
      "JSONText", "Languages", "LinuxRuntime", "Octets", "RunningApps", "ShieldProtocol", "SiteLists", "SiteRules",
      "SocketOwners",
    ]),
  room("ProofOfTap", on: .adapters, knows: ["COpenSSL", "TagFormats"]),
  room("HookRunner", on: .adapters, knows: ["FocusSession", "Hooks", "JSONText", "LinuxRuntime", "WebCalls"]),
  // The line to the MQTT broker of a home.
  room("HomeBus", on: .adapters, knows: ["CMosquitto", "LinuxRuntime"]),
  // Everything of a home in one archive.
  room("BackupFiles", on: .adapters, knows: ["CArchive", "JSONText", "LinuxRuntime"]),
  room(
    "TaskFiles", on: .adapters,
    knows: [
      "CalendarText", "Digests", "FocusSession", "JSONText", "LinuxRuntime", "Octets", "Tasks",
    ]),
  // Where the sealed envelopes of several devices are: the person's own database.
  room(
    "PostgresMailbox", on: .adapters, knows: ["CMailboxSchema", "CPostgres", "Octets", "SyncProtocol"]),
  // The same in a folder that something else carries.
  room("FolderMailbox", on: .adapters, knows: ["LinuxRuntime", "SyncProtocol"]),
  // What this device sent and heard, beside the log.
  room("SyncFiles", on: .adapters, knows: ["LinuxRuntime", "PackedOctets", "SQLiteFiles", "SyncProtocol"]),
  // Seals what devices send each other.
  room("Sealing", on: .adapters, knows: ["CSodium", "SyncProtocol"]),
  room("SiteFetcher", on: .adapters, knows: ["SiteAssociation", "WebCalls"]),
  room(
    "PhoneDoor", on: .adapters,
    knows: [
      "JSONText", "LandingPages", "Languages", "LinuxRuntime", "LoopbackHTTP", "Octets", "PhoneTaps", "Spelling",
    ]),

  room(
    "ShieldHelper", on: .helpers,
    knows: [
      "CLinux", "LaunchGuard", "LinuxRuntime", "Octets", "ShieldProtocol", "ShieldRemoval", "SiteRules", "WebFilter",
    ]),
  room(
    "WebFilter", on: .helpers,
    knows: ["ConnectionNames", "LinuxRuntime", "Netlink", "SiteRules", "SocketOwners"]),
  room("LaunchGuard", on: .helpers, knows: ["CLinux", "DesktopEntries", "LinuxRuntime"]),
  room(
    "ShieldRemoval", on: .helpers,
    knows: ["CLinux", "LinuxRuntime", "RunningApps", "ShieldProtocol", "WebFilter"]),
  // What every program is linked with is in CLinux, too.
  room("LibNFCDevice", on: .helpers, knows: ["CLinux", "CNFC", "LibNFCWire", "Octets"]),

  room("FocusPorts", on: .engine, knows: ["FocusHistory", "FocusSession"]),
  room("CardArrivals", on: .engine, knows: ["FocusPorts"]),
  room("FocusEngine", on: .engine, knows: ["FocusLinks", "FocusPorts", "FocusSession"]),

  room("SiteRules", on: .domain, knows: ["Octets"]),
  room("Tasks", on: .domain, knows: ["CalendarText", "FocusSession", "JSONText"]),
  room("FocusLinks", on: .domain, knows: ["NDEF", "Octets", "Spelling"]),
  room("LandingPages", on: .domain, knows: ["FocusLinks", "Spelling"]),
  room("SiteAssociation", on: .domain, knows: ["FocusLinks", "JSONText", "Octets", "Spelling"]),
  // What a session, a guard, a task or a night measure time in.
  room("SessionTime", on: .domain),
  room("Guarding", on: .domain, knows: ["SessionTime"], simulated: true),
  // Steps before something loosens.
  room("Gates", on: .domain, knows: ["SessionTime"]),
  room(
    "FocusSession", on: .domain,
    knows: [
      "Allowance", "Coach", "Gates", "Guarding", "Learning", "Movement", "Pledge", "SessionTime", "SiteRules",
      "Spelling",
    ]),
  // What straying costs a person who pledged something.
  room("Pledge", on: .domain, knows: ["SessionTime"]),
  room("Allowance", on: .domain, knows: ["Gates", "SessionTime"]),
  room("FocusHistory", on: .domain, knows: ["FocusSession", "Guarding", "Pledge"]),
  room(
    "FocusWire", on: .domain,
    knows: [
      "Allowance", "Coach", "FocusHistory", "FocusSession", "Gates", "Guarding", "JSONText", "Learning", "Movement",
      "Octets", "Pledge", "Rewards", "SiteRules", "Spelling",
    ]),
  room("Hooks", on: .domain, knows: ["FocusLinks", "FocusSession", "FocusWire", "JSONText", "Octets"]),
  // What a home on the network hears of a computer, and may ask of it.
  room("HomeTopics", on: .domain, knows: ["FocusSession", "JSONText", "Octets"]),
  room("WatchScreen", on: .domain, knows: ["Languages", "Spelling"]),
  room("PhoneTaps", on: .domain, knows: ["Octets"]),
  // What several devices send each other, sealed; knows nothing of sessions.
  room("SyncProtocol", on: .domain, knows: ["Octets"]),
  // Whose word counts where there are several devices, and what their histories come to together.
  room("Following", on: .domain, knows: ["FocusHistory", "FocusSession", "Guarding", "SyncProtocol"]),
  room("Learning", on: .domain, knows: ["JSONText", "Numbers"]),
  room("Movement", on: .domain, simulated: true),
  // What straps and foot pods measure.
  room("BodySignals", on: .domain),
  room("NightEye", on: .domain, simulated: true),
  room("Rewards", on: .domain, knows: ["Coach", "JSONText"]),
  room("Coach", on: .domain, knows: ["Numbers"], simulated: true),

  room("Spelling", on: .formats),
  room("Languages", on: .formats),
  // What is digested so often, or so early, that no library should be opened for it.
  room("Digests", on: .formats, simulated: true),
  // What the C library computes: exponentials, logarithms, angles.
  room("Numbers", on: .formats, links: ["m"], simulated: true),
  room("Octets", on: .formats),
  room("NDEF", on: .formats, knows: ["Octets"]),
  room("TagFormats", on: .formats),
  room("CardModels", on: .formats, knows: ["TagFormats"]),
  room("JSONText", on: .formats, knows: ["Spelling"]),
  room("CardDumps", on: .formats, knows: ["JSONText", "Octets", "TagFormats"]),
  room("CalendarText", on: .formats),
  room("CommandSpec", on: .formats, knows: ["Spelling"]),
  room("DesktopEntries", on: .formats),
  room("ConnectionNames", on: .formats, knows: ["Octets"]),
  // What programs ask resolvers.
  room("ShieldProtocol", on: .formats),
  room("LibNFCWire", on: .formats, knows: ["Octets"]),

  room("LinuxRuntime", on: .linux, knows: ["CEvent", "CLinux"]),
  room("SQLiteFiles", on: .linux, knows: ["CSQLite", "LinuxRuntime"]),
  room("Netlink", on: .linux, knows: ["CLinux", "LinuxRuntime"]),
  room("PackedOctets", on: .linux, knows: ["CZlib"]),
  room("SocketOwners", on: .linux, knows: ["LinuxRuntime", "Netlink"]),
  room("LoopbackHTTP", on: .linux, knows: ["CEvent", "LinuxRuntime", "SocketOwners"]),
  room("ServerTLS", on: .linux, knows: ["CEventTLS", "LoopbackHTTP"]),
  room("WebCalls", on: .linux, knows: ["CCurl", "LinuxRuntime"]),
  room("RunningApps", on: .linux, knows: ["CLinux", "CXCB", "DesktopEntries", "LinuxRuntime"]),
  room("ControlSocket", on: .linux, knows: ["CEvent", "CLinux", "LinuxRuntime", "Octets"]),
  room("ExtensionPacking", on: .linux, knows: ["COpenSSL", "LinuxRuntime"]),
  room("SwayIPC", on: .linux, knows: ["LinuxRuntime"]),

  library("CLinux"),
  library("CEvent", links: "event_core", "event_extra"),
  // Its encryption is opened when it is first needed.
  library("CEventTLS", links: "event_core", "event_extra"),
  library("CSQLite", links: "sqlite3"),
  // Opened when it is first needed.
  library("CCurl"),
  // Opened when it is first needed.
  library("CArchive"),
  // Opened when they are first needed.
  library("COpenSSL"),
  library("CPCSC", links: "pcsclite"),
  library("CNFC", links: "nfc"),
  library("CSystemd"),
  // Opened when a person turns sync on.
  library("CSodium"),
  // Opened when it is first needed.
  library("CMosquitto"),
  library("CPostgres"),
  // Opened when they are first needed.
  library("CXCB"),
  library("CWayland"),
  library("CPulse"),
  // Opened when it is first needed.
  library("CQRCode"),
  // Opened by the first page that a browser asks for.
  library("CZlib"),

  room("SiteLists", on: .assets, knows: ["CSiteLists", "SiteRules"]),
  files("CSiteLists", exclude: ["lists"]),
  files("CBrowserExtension"),
  files("CDashboardFiles"),
  files("CShippedDeck", exclude: ["deck"]),
  files("CGnomeFront"),
  room("Catalogues", on: .assets, knows: ["CCatalogues", "Languages"]),
  files("CCatalogues", exclude: ["po"]),
  files("CMailboxSchema"),
  files("CPhonePages"),
]

// The table is kept by the manifest itself.
let roomsByName = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name, $0) })
for room in rooms {
  for name in room.knows {
    guard let known = roomsByName[name] else {
      fatalError("Package.swift: \(room.name) knows \(name), which is not a room")
    }
    if !room.floor.mayKnow.contains(known.floor) {
      fatalError(
        """
        Package.swift: \(room.name) (\(room.floor.rawValue)) must not know \(name) (\(known.floor.rawValue)): \
        the floors do not allow it
        """)
    }
  }
}

/// All rooms that a room knows, directly or by way of others.
func reach(_ name: String, in rooms: [String: Room], _ seen: inout Set<String>) {
  for known in rooms[name]?.knows ?? [] where seen.insert(known).inserted { reach(known, in: rooms, &seen) }
}

for separation in separations {
  for room in rooms where room.floor == separation.from.0 && (separation.from.1 ?? room.name) == room.name {
    var seen: Set<String> = []
    reach(room.name, in: roomsByName, &seen)
    if seen.contains(separation.room) {
      fatalError("Package.swift: \(room.name) reaches \(separation.room): \(separation.why)")
    }
  }
}

/// The tests of one room, in the folder of its name.
func tests(of name: String, in part: String = "Rooms", alsoKnow: [String] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name, "OwnPlaces", "RealParts", "TestSupport"] + alsoKnow).map { .init(stringLiteral: $0) },
    path: "Tests/\(part)/\(name)",
    exclude: exclude,
    swiftSettings: houseRules)
}

let checks: [Target] = [
  // What a test starts is at home in a folder of the test's own, however it starts it.
  // For test processes alone: it changes the environment before Swift has read its arguments from beside it, which
  // programs with arguments do not survive.
  .target(name: "OwnPlaces", path: "Tests/Kit/OwnPlaces"),
  .target(
    name: "TestSupport",
    dependencies: [
      "CardModels", "CommandShell", "FocusPorts", "FocusSession", "JSONText", "LinuxRuntime", "RealParts",
      "TagFormats",
    ],
    path: "Tests/Kit/TestSupport",
    swiftSettings: houseRules),
  .target(
    name: "RealParts", dependencies: ["LinuxRuntime"], path: "Tests/Kit/RealParts",
    swiftSettings: houseRules),
  .target(
    name: "RealScreens", dependencies: ["FocusPorts", "LinuxRuntime", "RealParts", "ScreenSignals", "TestSupport"],
    path: "Tests/Kit/RealScreens", swiftSettings: houseRules),
  .target(name: "AllocationCount", path: "Tests/Kit/AllocationCount"),
  .target(name: "BareLibNFCLoop", dependencies: ["CNFC"], path: "Tests/Kit/BareLibNFCLoop"),
  .target(name: "BareCardLoop", dependencies: ["CPCSC"], path: "Tests/Kit/BareCardLoop"),
  .target(name: "BareNDEF", path: "Tests/Kit/BareNDEF"),
  .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/Kit/FaultyDisk"),
  .target(name: "BareLog", dependencies: ["CSQLite"], path: "Tests/Kit/BareLog"),
  .target(name: "NDEFModel", dependencies: ["NDEF"], path: "Tests/Kit/NDEFModel", swiftSettings: houseRules),
  .target(
    name: "VirtualReader",
    dependencies: [
      "CardModels", "FocusPorts", "LinuxRuntime", "PCSCReader", "RealParts", "TagFormats", "TestSupport",
    ],
    path: "Tests/Kit/VirtualReader", exclude: ["Driver"], swiftSettings: houseRules),
  tests(of: "Spelling"),
  tests(of: "Languages"),
  tests(
    of: "Catalogues", alsoKnow: ["FocusLinks", "JSONText", "LandingPages", "Languages", "LinuxRuntime"]),
  tests(of: "BackupFiles", alsoKnow: ["LinuxRuntime", "Octets", "ProofOfTap"]),
  tests(of: "Pledge", alsoKnow: ["SessionTime"]),
  tests(of: "CalendarText"),
  tests(of: "TaskFiles", alsoKnow: ["FocusSession", "LinuxRuntime", "Tasks"]),
  tests(of: "Tasks", alsoKnow: ["CalendarText", "FocusSession", "JSONText"]),
  tests(of: "Numbers"),
  tests(of: "Octets"),
  tests(of: "Digests"),
  tests(of: "NDEF", alsoKnow: ["Octets", "NDEFModel"]),
  tests(of: "TagFormats", alsoKnow: ["CardModels", "Octets", "ProofOfTap"]),
  tests(
    of: "CardDumps", alsoKnow: ["CardModels", "JSONText", "LinuxRuntime", "Octets", "TagFormats"], exclude: ["Corpus"]),
  tests(of: "DeckFiles", alsoKnow: ["Learning", "LinuxRuntime"]),
  tests(of: "ProofOfTap", alsoKnow: ["Octets", "TagFormats"]),
  tests(of: "FocusLinks", alsoKnow: ["NDEF", "NDEFModel"]),
  tests(of: "JSONText"),
  .target(
    name: "TLSSite", dependencies: ["JSONText", "LinuxRuntime", "TestSupport"], path: "Tests/Kit/TLSSite",
    exclude: ["site.py"], swiftSettings: houseRules),
  tests(of: "SiteFetcher", alsoKnow: ["JSONText", "SiteAssociation", "TLSSite"]),
  tests(of: "SiteAssociation", alsoKnow: ["FocusLinks", "JSONText", "LinuxRuntime"], exclude: ["Corpus"]),
  .target(
    name: "SessionRehearsal", dependencies: ["FocusSession"], path: "Tests/Kit/SessionRehearsal",
    swiftSettings: houseRules),
  tests(of: "Guarding", alsoKnow: ["GuardRehearsal", "SessionTime"]),
  .target(
    name: "GuardRehearsal", dependencies: ["Guarding", "SessionTime"], path: "Tests/Kit/GuardRehearsal",
    swiftSettings: houseRules + fastInEveryBuild),
  .target(
    name: "VisitRehearsal", dependencies: ["FocusSession", "FocusWire", "SessionRehearsal", "SiteRules"],
    path: "Tests/Kit/VisitRehearsal", swiftSettings: houseRules),
  tests(
    of: "FocusSession",
    alsoKnow: [
      "Allowance", "Gates", "Guarding", "Learning", "Pledge", "SessionRehearsal", "SiteRules", "VisitRehearsal",
    ]),
  tests(of: "FocusHistory", alsoKnow: ["FocusSession", "Guarding", "Pledge", "SessionRehearsal"]),
  tests(
    of: "FocusWire",
    alsoKnow: [
      "Allowance", "FocusSession", "Gates", "Guarding", "JSONText", "Learning", "Pledge", "SessionRehearsal",
      "SessionTime",
    ], exclude: ["facts.jsonl"]),
  tests(of: "Gates", alsoKnow: ["GateRehearsal", "SessionTime"]),
  .target(
    name: "GateRehearsal",
    dependencies: ["Allowance", "FocusSession", "Gates", "Learning", "SessionRehearsal", "SessionTime"],
    path: "Tests/Kit/GateRehearsal", swiftSettings: houseRules),
  tests(of: "Hooks", alsoKnow: ["FocusLinks", "FocusSession", "FocusWire", "JSONText", "SessionRehearsal"]),
  tests(of: "HookRunner", alsoKnow: ["FocusLinks", "FocusSession", "Hooks", "JSONText", "LinuxRuntime"]),
  tests(of: "HomeTopics", alsoKnow: ["FocusSession", "JSONText", "SessionRehearsal"]),
  tests(of: "HomeBus", alsoKnow: ["LinuxRuntime"]),
  tests(of: "CommandSpec", alsoKnow: ["LinuxRuntime"]),
  tests(of: "CommandShell", alsoKnow: ["CommandSpec", "JSONText", "LinuxRuntime"]),
  tests(of: "LibNFCWire"),
  tests(of: "Rewards", alsoKnow: ["Coach", "JSONText"]),
  tests(of: "Learning", alsoKnow: ["JSONText"]),
  tests(of: "WatchScreen"),
  .target(
    name: "MovementRehearsal", dependencies: ["Movement"], path: "Tests/Kit/MovementRehearsal",
    swiftSettings: houseRules + fastInEveryBuild),
  .target(
    name: "MovementFilms", dependencies: ["Movement", "MovementRehearsal"], path: "Tests/Kit/MovementFilms",
    swiftSettings: houseRules),
  tests(of: "NightEye"),
  tests(of: "Coach"),
  .target(
    name: "AllowanceRehearsal",
    dependencies: ["Allowance", "FocusSession", "Guarding", "Learning", "SessionRehearsal", "SessionTime"],
    path: "Tests/Kit/AllowanceRehearsal", swiftSettings: houseRules),
  tests(
    of: "Allowance",
    alsoKnow: [
      "AllowanceRehearsal", "Coach", "FocusSession", "FocusWire", "Guarding", "JSONText", "Learning", "SessionTime",
    ]),
  tests(of: "Movement", alsoKnow: ["MovementRehearsal"]),
  tests(of: "BodySignals"),
  .target(
    name: "PhoneForgeries", dependencies: ["PhoneTaps"], path: "Tests/Kit/PhoneForgeries", swiftSettings: houseRules),
  tests(of: "PhoneTaps", alsoKnow: ["PhoneForgeries"]),
  tests(of: "SyncProtocol"),
  .target(
    name: "DeviceRehearsal",
    dependencies: [
      "FocusHistory", "FocusSession", "FocusWire", "Following", "JSONText", "Sealing", "SessionRehearsal",
      "SyncProtocol",
    ],
    path: "Tests/Kit/DeviceRehearsal", swiftSettings: houseRules),
  tests(
    of: "Following",
    alsoKnow: ["DeviceRehearsal", "FocusHistory", "FocusSession", "SessionRehearsal", "SyncProtocol"]),
  .target(
    name: "PrivatePostgres", dependencies: ["JSONText", "LinuxRuntime", "TestSupport"],
    path: "Tests/Kit/PrivatePostgres",
    swiftSettings: houseRules),
  tests(of: "PostgresMailbox", alsoKnow: ["LinuxRuntime", "Octets", "PrivatePostgres", "SyncProtocol"]),
  .target(
    name: "CarrierRehearsal", dependencies: ["FolderMailbox", "LinuxRuntime", "Sealing", "SyncProtocol"],
    path: "Tests/Kit/CarrierRehearsal", swiftSettings: houseRules),
  tests(
    of: "FolderMailbox",
    alsoKnow: [
      "CarrierRehearsal", "LinuxRuntime", "Octets", "PostgresMailbox", "PrivatePostgres", "Sealing", "SyncProtocol",
    ]),
  tests(of: "SyncFiles", alsoKnow: ["LinuxRuntime", "SQLiteFiles", "SyncProtocol"]),
  tests(of: "Sealing", alsoKnow: ["Octets", "PackedOctets", "SyncProtocol"]),
  tests(of: "PackedOctets"),
  tests(of: "PhoneDoor", alsoKnow: ["LinuxRuntime", "PhoneTaps"]),
  tests(
    of: "LibNFCReader",
    alsoKnow: ["CardModels", "FocusPorts", "Octets", "LinuxRuntime", "TagFormats", "focuskey-libnfc"]),
  tests(of: "LinuxRuntime"),
  tests(of: "CardArrivals", alsoKnow: ["FocusPorts"]),
  tests(of: "FocusEngine", alsoKnow: ["FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "NDEF"]),
  tests(
    of: "SQLiteLog",
    alsoKnow: [
      "FaultyDisk", "FocusHistory", "FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "JSONText", "LinuxRuntime",
      "SessionRehearsal",
    ]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "OwnPlaces", "RealParts", "TestSupport", "TLSSite", "CardModels", "ControlSocket", "FocusSession", "FocusWire",
      "JSONText",
      "LinuxRuntime", "Movement", "MovementRehearsal", "Octets", "PrivatePostgres", "ProofOfTap", "RealScreens",
      "SessionRehearsal", "TagFormats", "VirtualReader", "focuskey", "focuskey-libnfc", "keytool",
    ],
    path: "Tests/Whole/EndToEnd", swiftSettings: houseRules),
  .testTarget(
    name: "DevicesTests",
    dependencies: [
      "CardModels", "JSONText", "LinuxRuntime", "NDEF", "Octets", "PrivatePostgres", "RealParts", "SyncProtocol",
      "TLSSite", "TagFormats", "TestSupport", "VirtualReader", "focuskey", "keytool",
    ],
    path: "Tests/Whole/Devices", swiftSettings: houseRules),
  .testTarget(
    name: "TaskCommandsTests",
    dependencies: ["DeckFiles", "JSONText", "LinuxRuntime", "RealParts", "TestSupport", "focuskey"],
    path: "Tests/Whole/TaskCommands", swiftSettings: houseRules),
  .testTarget(
    name: "DoctorTests",
    dependencies: [
      "Catalogues", "FocusKeyCommands", "FocusPorts", "JSONText", "Languages", "LibNFCReader", "LinuxRuntime",
      "PCSCReader", "RealParts",
      "Requests", "ServiceContract", "SyncProtocol", "Syncing", "SystemShield",
      "TestSupport", "VirtualReader", "focuskey",
    ],
    path: "Tests/Whole/Doctor", swiftSettings: houseRules),
  .testTarget(
    name: "KeytoolCardsTests",
    dependencies: [
      "CardModels", "ControlSocket", "FocusLinks", "Octets", "JSONText", "LinuxRuntime", "NDEF", "ProofOfTap",
      "RealParts",
      "TagFormats", "TestSupport",
      "VirtualReader", "focuskey", "focuskey-libnfc", "keytool",
    ],
    path: "Tests/Whole/KeytoolCards", swiftSettings: houseRules),
  tests(
    of: "KeytoolCommands",
    alsoKnow: [
      "CardModels", "CommandShell", "CommandSpec", "FocusLinks", "Octets", "JSONText", "LinuxRuntime", "NDEF",
      "TLSSite", "TagFormats",
    ]),
  tests(
    of: "AtHome",
    alsoKnow: ["Hooks", "JSONText", "LinuxRuntime", "ServiceContract"]),
  tests(of: "Keeping", alsoKnow: ["FocusSession", "LinuxRuntime", "ServiceContract"]),
  tests(
    of: "Nights",
    alsoKnow: [
      "DesktopBus", "FocusEngine", "FocusPorts", "FocusSession", "FocusWire", "Guarding", "LinuxRuntime",
      "NightPicture", "SQLiteLog", "ServiceContract",
    ]),
  tests(
    of: "ScreenTime",
    alsoKnow: ["FocusHistory", "FocusSession", "FocusWire", "Guarding", "JSONText"]),
  tests(
    of: "Sets",
    alsoKnow: ["JSONText", "LinuxRuntime", "Requests"]),
  tests(
    of: "Straying",
    alsoKnow: [
      "Allowance", "FocusEngine", "FocusPorts", "FocusSession", "Guarding", "LinuxRuntime", "ScreenSignals",
      "SystemShield",
    ]),
  tests(
    of: "Syncing",
    alsoKnow: ["FocusLinks", "FocusSession", "FocusWire", "JSONText", "ServiceAPI", "ServiceContract", "SyncProtocol"]),
  tests(
    of: "Taps",
    alsoKnow: ["FocusPorts", "LinuxRuntime", "ServiceContract"]),
  tests(
    of: "FocusKeyService",
    alsoKnow: [
      "FeaturePorts", "FocusEngine", "FocusSession", "FocusWire", "JSONText", "LinuxRuntime", "Nights", "Requests",
      "SQLiteLog", "ServiceContract", "Sets", "Straying", "Study", "Syncing", "Tasking",
    ]),
  tests(
    of: "ServiceAPI",
    alsoKnow: [
      "Allowance", "ControlSocket", "FeaturePorts", "FocusEngine", "FocusHistory", "FocusLinks", "FocusPorts",
      "FocusSession", "Hooks", "JSONText", "Keeping", "LandingPages", "LinuxRuntime", "LoopbackHTTP", "Nights",
      "Requests", "ServiceContract", "Session", "Sets", "Settings", "Straying", "Study", "Taps",
    ]),
  tests(
    of: "ServiceContract",
    alsoKnow: ["FocusLinks", "FocusPorts", "FocusSession", "JSONText", "LinuxRuntime", "Requests"]),
  tests(
    of: "Tasking",
    alsoKnow: [
      "FocusEngine", "FocusPorts", "FocusSession", "FocusWire", "JSONText", "LinuxRuntime", "Requests", "SQLiteLog",
      "ServiceContract", "TaskFiles",
    ]),
  tests(of: "Requests", alsoKnow: ["JSONText", "SessionTime"]),
  tests(of: "FocusKeyCommands", alsoKnow: ["Catalogues", "CommandShell", "CommandSpec", "Languages", "Requests"]),
  tests(of: "LandingPages", alsoKnow: ["FocusLinks", "LinuxRuntime"]),
  tests(of: "LoopbackHTTP", alsoKnow: ["LinuxRuntime"]),
  tests(of: "ControlSocket", alsoKnow: ["LinuxRuntime"]),
  tests(
    of: "Bulletins",
    alsoKnow: ["Allowance", "FocusPorts", "FocusSession", "Gates", "Guarding", "Rewards", "SessionRehearsal"]),
  tests(
    of: "DesktopBus", alsoKnow: ["FocusPorts", "LinuxRuntime"], exclude: ["bluez.py", "desktop.py", "manager.py"]),
  tests(
    of: "PCSCReader",
    alsoKnow: ["CardArrivals", "CardModels", "FocusPorts", "LinuxRuntime", "TagFormats", "VirtualReader"]),
  tests(of: "BoardSigning", alsoKnow: ["LinuxRuntime", "Octets"]),
  tests(of: "ExtensionPacking", alsoKnow: ["LinuxRuntime"]),
  tests(of: "SiteRules"),
  tests(of: "ConnectionNames"),
  tests(of: "DesktopEntries"),
  tests(of: "ShieldProtocol"),
  tests(of: "Netlink"),
  tests(of: "SocketOwners", alsoKnow: ["LinuxRuntime"]),
  tests(of: "SiteLists", alsoKnow: ["SiteRules"]),
  tests(of: "NightPicture", alsoKnow: ["LinuxRuntime", "RealScreens"]),
  tests(of: "RoomSound", alsoKnow: ["FocusPorts", "LinuxRuntime"]),
  tests(of: "ScreenSignals", alsoKnow: ["FocusPorts", "LinuxRuntime", "RealScreens"]),
  tests(of: "RunningApps", alsoKnow: ["DesktopEntries", "LinuxRuntime"], exclude: ["holder.c"]),
  tests(
    of: "SystemShield",
    alsoKnow: [
      "ExtensionPacking", "DesktopEntries", "FocusPorts", "FocusSession", "JSONText", "LinuxRuntime", "RunningApps",
    ]
  ),
  tests(
    of: "ShieldHelper", in: "Whole",
    alsoKnow: [
      "DesktopEntries", "LaunchGuard", "LinuxRuntime", "ShieldProtocol", "SiteRules", "focuskey", "focuskey-shield",
    ],
    exclude: ["Lab"]),
]

/// What a program of the tests may know.
func bench(_ name: String, knows: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: knows.map { .init(stringLiteral: $0) }, path: "Tests/LongRuns/\(name)",
    swiftSettings: houseRules)
}

let longRuns: [Target] = [
  // One room per line, to avoid conflicts when several people add one.
  bench(
    "Benchmarks",
    knows: [
      "AllocationCount", "BareCardLoop", "BareLibNFCLoop", "BareLog", "BareNDEF", "CardModels", "ControlSocket",
      "DeckFiles", "FocusEngine", "FocusLinks", "FocusPorts", "FocusSession", "FocusWire", "GuardRehearsal", "JSONText",
      "Learning", "LibNFCReader", "LinuxRuntime", "Movement", "MovementRehearsal", "NDEF", "Octets", "PCSCReader",
      "PostgresMailbox", "PrivatePostgres", "RealScreens", "Requests", "SQLiteLog", "ScreenSignals", "ServiceContract",
      "SiteAssociation", "SiteRules", "Study", "SyncProtocol", "SystemClock", "TagFormats", "TaskFiles", "Tasks",
      "TestSupport", "VirtualReader", "focuskey", "keytool",
    ]),
  bench(
    "Endurance",
    knows: [
      "AllocationCount", "AllowanceRehearsal", "CalendarText", "CardDumps", "CardModels", "CarrierRehearsal",
      "ControlSocket", "DeckFiles", "DeviceRehearsal", "FocusEngine", "FocusLinks", "FocusPorts", "FocusSession",
      "FocusWire", "Following",
      "GateRehearsal", "GuardRehearsal", "Guarding", "JSONText", "Learning", "LibNFCReader", "LinuxRuntime", "Movement",
      "MovementFilms", "MovementRehearsal", "NDEF", "NDEFModel", "Octets", "PCSCReader", "PhoneForgeries", "PhoneTaps",
      "PrivatePostgres", "ProofOfTap", "Requests", "SQLiteFiles", "SQLiteLog", "ServiceContract", "Session",
      "SessionRehearsal", "Sets", "SiteAssociation", "Study", "SyncProtocol", "SystemClock", "TLSSite", "TagFormats",
      "Tasks", "TestSupport", "VirtualReader", "VisitRehearsal", "focuskey", "keytool",
    ]),
]

let package = Package(
  name: "FocusKey",
  products: [
    .executable(name: "focuskey", targets: ["focuskey"]),
    .executable(name: "keytool", targets: ["keytool"]),
    .executable(name: "focuskey-libnfc", targets: ["focuskey-libnfc"]),
    .executable(name: "focuskey-shield", targets: ["focuskey-shield"]),
    // What other programs, also an iPhone app, can build on.
    .library(name: "NDEF", targets: ["NDEF"]),
    .library(name: "TagFormats", targets: ["TagFormats"]),
    .library(name: "FocusLinks", targets: ["FocusLinks"]),
    .library(name: "SiteAssociation", targets: ["SiteAssociation"]),
    .library(name: "JSONText", targets: ["JSONText"]),
    .library(name: "FocusSession", targets: ["FocusSession"]),
  ],
  targets: rooms.map(\.target) + checks + longRuns,
  cLanguageStandard: .gnu2x
)
