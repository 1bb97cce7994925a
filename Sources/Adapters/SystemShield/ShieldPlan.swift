import DesktopEntries
import FocusPorts
import FocusSession
import LinuxRuntime
import ShieldProtocol
import SiteLists
import SiteRules

/// What an order comes to on this computer: the helper's lines, the apps, and what could not be understood.
struct ShieldPlan {
  /// The lines that say the order to the helper.
  private(set) var lines: [UInt8] = []
  /// The blocked apps, each with the entries that are it.
  private(set) var applications: [DesktopEntry] = []
  /// The files whose start is refused, by app.
  private(set) var programs: [SessionPrograms.Program] = []
  /// What is not known here, in words.
  private(set) var notes: (sites: [String], apps: [String]) = ([], [])
  /// Each profile's sites.
  private(set) var sections: [Section] = []

  /// One profile's sites, lists and all.
  struct Section {
    /// The profile, or the allowance that is used up.
    let profile: String
    let allowsOnlyNamed: Bool
    var sites: [SiteName] = []
    var exceptions: [SiteName] = []
  }

  /// How long the helper holds the order without hearing from the service.
  static let lease: Int64 = 30_000

  /// - Parameter noted: programs that this order is known to be about, whatever the entries of their apps say now.
  init(
    _ order: ShieldOrder, installed: InstalledApplications, noted: [SessionPrograms.Program] = [],
    answersECH: Bool = true
  ) {
    say(.order(lease: Self.lease, until: order.until))
    // A helper that is older than this word does as if it was said.
    if !answersECH { say(.answersECH(false)) }
    for (place, blocks) in order.blocks.enumerated() {
      addSites(of: place < order.profiles.count ? order.profiles[place] : "", blocks, order.categories)
    }
    addApplications(order, installed)
    add(noted)
    say(.commit)
  }

  private mutating func say(_ request: ShieldRequest) {
    lines += Array(request.line.utf8) + [0x0A]
  }

  private mutating func addSites(of profile: String, _ blocks: Blocks, _ categories: [Category]) {
    let allows = blocks.mode == .allow
    // A profile that blocks only apps lets every site open.
    guard allows || !blocks.sites.isEmpty || !blocks.categories.isEmpty else { return }
    if allows, blocks.sites.isEmpty, blocks.categories.isEmpty, !blocks.apps.isEmpty { return }
    var section = Section(profile: profile, allowsOnlyNamed: allows)
    defer {
      say(.section(allowsOnlyNamed: allows))
      for site in section.sites { say(.site(site.octets, isException: false)) }
      for site in section.exceptions { say(.site(site.octets, isException: true)) }
      sections.append(section)
    }
    for category in blocks.categories {
      guard let contents = CategoryContents(of: category, changedBy: categories) else {
        notes.sites.append("there is no category \(category)")
        continue
      }
      section.sites += contents.sites
      section.exceptions += contents.exceptions
      notes.sites += contents.others.map { "\u{201C}\($0)\u{201D} is not a site name" }
    }
    for written in blocks.sites {
      let isException = written.hasPrefix("!")
      do throws(SiteNameError) {
        let site = try SiteName(isException ? String(written.dropFirst()) : written)
        if isException { section.exceptions.append(site) } else { section.sites.append(site) }
      } catch {
        notes.sites.append("\u{201C}\(written)\u{201D} is not a site name")
      }
    }
    // What a profile names itself outweighs what was taken out of a list.
    section.exceptions.removeAll { section.sites.contains($0) }
  }

  private mutating func addApplications(_ order: ShieldOrder, _ installed: InstalledApplications) {
    var closed: [DesktopEntry] = []
    for blocks in order.blocks {
      let listed = blocks.categories.flatMap { name in
        CategoryContents(of: name, changedBy: order.categories)?.apps ?? []
      }
      switch blocks.mode {
      case .block:
        for (wanted, entries) in DesktopEntries.applications(blocks.apps, among: installed.entries) {
          if entries.isEmpty { notes.apps.append("\(wanted) is not installed, or is protected") }
          closed += entries
        }
        // Of what lists name, hardly anything is installed anywhere: that is nothing to tell.
        closed += DesktopEntries.applications(listed, among: installed.entries).flatMap { $0.entries }
        closed += byMenu(blocks, order, installed)
      case .allow where !blocks.apps.isEmpty:
        // Everything in the menus except what is named; an allow-list of sites alone says nothing about
        // apps.
        let named = DesktopEntries.applications(blocks.apps + listed, among: installed.entries).flatMap { $0.entries }
        let open = named + byMenu(blocks, order, installed)
        closed += installed.entries.filter { entry in
          entry.isShown && !ProtectedApplications.contains(entry)
            && !open.contains { $0.isSameApplication(as: entry) }
        }
      case .allow: break
      }
    }
    var seen: Set<String> = []
    for entry in closed where seen.insert(entry.id).inserted {
      applications.append(entry)
      let id = entry.id.exchanging(" ", for: "-")
      for path in installed.programs(of: entry) {
        add(SessionPrograms.Program(application: id, path: path))
      }
      if !installed.canBeRefused(entry) { notes.apps.append("\(entry.name) cannot be kept from starting") }
    }
  }

  /// The apps that the menus have in a category, but for those that the person took out of it.
  private func byMenu(_ blocks: Blocks, _ order: ShieldOrder, _ installed: InstalledApplications) -> [DesktopEntry] {
    blocks.categories.flatMap { name in
      let out = (order.categories.first { $0.id.text == name }?.apps ?? []).filter { $0.hasPrefix("!") }
      return installed.entries.filter { entry in
        MenuCategories.lists(of: entry.categories).contains(name) && !ProtectedApplications.contains(entry)
          && !out.contains { entry.answers(to: String($0.dropFirst())) }
      }
    }
  }

  private mutating func add(_ program: SessionPrograms.Program) {
    programs.append(program)
    say(.program(application: program.application, path: program.path))
  }

  /// Adds what entries that were there before started; an app without an entry is frozen by its program.
  private mutating func add(_ noted: [SessionPrograms.Program]) {
    for program in noted where !programs.contains(program) && Files.exists(program.path) {
      add(program)
      let isKnown = applications.contains { $0.id.exchanging(" ", for: "-") == program.application }
      let text = "[Desktop Entry]\nType=Application\nExec=\(program.path)\n"
      if !isKnown, let entry = DesktopEntry(file: "\(program.application).desktop", octets: Array(text.utf8)) {
        applications.append(entry)
      }
    }
  }

  /// The files that start an app.
  func programs(of entry: DesktopEntry) -> [String] {
    let id = entry.id.exchanging(" ", for: "-")
    return programs.filter { $0.application == id }.map(\.path)
  }
}
