import DesktopEntries
import FocusPorts
import LinuxRuntime
import ShieldProtocol
import SiteLists
import SiteRules

/// What an order comes to on this computer: the helper's lines, the apps, and what could not be understood.
struct ShieldPlan {
  /// The lines that give the order to the helper.
  private(set) var lines: [UInt8] = []
  private(set) var applications: [DesktopEntry] = []
  /// The files whose start is refused, by app.
  private(set) var programs: [SessionPrograms.Program] = []
  /// What is not known here, in words.
  private(set) var notes: (sites: [String], apps: [String]) = ([], [])
  private(set) var sections: [Section] = []
  /// What is closed in addition after the visit; the helper has it from the beginning.
  private(set) var later = Later()

  /// One profile's sites, including those of its lists.
  struct Section {
    /// The profile, or the allowance that is used up.
    let profile: String
    let allowsOnlyNamed: Bool
    var sites: [SiteName] = []
    var exceptions: [SiteName] = []
    /// Parts of sites, and the exceptions that have a path.
    var parts: [SiteEntry] = []
    /// The sites that are shut as a whole where nobody sees which part of them is requested.
    var shut: [SiteName] = []
  }

  /// What a visit leaves open until its end.
  struct Later {
    var sections: [Section] = []
    var programs: [SessionPrograms.Program] = []
  }

  /// How many milliseconds the helper keeps the order without hearing from the service.
  static let lease: Int64 = 30_000

  /// `noted` are programs known for this order, whatever the entries of their apps say now.
  init(
    _ order: ShieldOrder, installed: InstalledApplications, noted: [SessionPrograms.Program] = [],
    answersECH: Bool = true
  ) {
    say(.order(lease: Self.lease, until: order.until))
    // A helper that is older than this word does as if it was said.
    if !answersECH { say(.answersECH(false)) }
    for (place, blocks) in order.blocks.enumerated() {
      let profile = place < order.profiles.count ? order.profiles[place] : ""
      guard let whole = section(of: profile, blocks, order.categories) else { continue }
      let visit = VisitedSites(order.visit, at: place, blocks, order.categories)
      sections.append(visit.open(in: whole))
      if let closed = visit.closedLater(of: whole) { later.sections.append(closed) }
    }
    for section in sections { say(section) }
    addApplications(order, installed)
    add(noted)
    if let visit = order.visit {
      say(.later(from: visit.ends))
      for section in later.sections { say(section) }
      for program in later.programs { say(.program(application: program.application, path: program.path)) }
    }
    say(.commit)
  }

  private mutating func say(_ request: ShieldRequest) {
    lines += Array(request.line.utf8) + [0x0A]
  }

  private mutating func say(_ section: Section) {
    say(.section(allowsOnlyNamed: section.allowsOnlyNamed))
    for site in section.sites { say(.site(site.octets, isException: false)) }
    for site in section.shut { say(.site(site.octets, isException: false)) }
    for site in section.leftToBrowsers { say(.left(site.octets)) }
    for site in section.exceptions { say(.site(site.octets, isException: true)) }
  }

  /// `nil` for a profile that lets every site open.
  private mutating func section(of profile: String, _ blocks: Blocks, _ categories: [Category]) -> Section? {
    let allows = blocks.mode == .allow
    // A profile that blocks only apps lets every site open.
    guard allows || !blocks.sites.isEmpty || !blocks.categories.isEmpty else { return nil }
    if allows, blocks.sites.isEmpty, blocks.categories.isEmpty, !blocks.apps.isEmpty { return nil }
    var section = Section(profile: profile, allowsOnlyNamed: allows)
    for category in blocks.categories {
      guard let contents = CategoryContents(of: category, changedBy: categories) else {
        notes.sites.append("there is no category \(category)")
        continue
      }
      section.sites += contents.sites
      section.exceptions += contents.exceptions
      notes.sites += contents.others.map { "\u{201C}\($0)\u{201D} is not a site name" }
    }
    var own: (sites: [SiteName], exceptions: [SiteName]) = ([], [])
    for written in blocks.sites {
      do throws(SiteEntryError) {
        let entry = try SiteEntry(written)
        if entry.path != nil {
          section.parts.append(entry)
        } else if entry.isException {
          own.exceptions.append(entry.host)
        } else {
          own.sites.append(entry.host)
        }
      } catch {
        notes.sites.append("\u{201C}\(written)\u{201D} is not a site name")
      }
    }
    if blocks.paths == .whole {
      section.shut = section.parts.filter { !$0.isException }.map(\.host)
    }
    // What a profile says of a site itself outweighs its lists, and that it names the site outweighs an exception.
    let excepted = Set(own.exceptions)
    section.sites.removeAll { excepted.contains($0) }
    section.sites += own.sites
    section.exceptions += own.exceptions
    section.exceptions.removeAll { section.sites.contains($0) }
    for host in blocks.except.compactMap({ try? SiteName($0) }) {
      section.sites.removeAll { $0.isAtOrBelow(host) }
      section.exceptions.append(host)
    }
    return section
  }

  private mutating func addApplications(_ order: ShieldOrder, _ installed: InstalledApplications) {
    var closed: [DesktopEntry] = []
    var closedLater: [DesktopEntry] = []
    for (place, blocks) in order.blocks.enumerated() {
      let visit = VisitedApps(order.visit, at: place)
      let listed = blocks.categories.filter { !visit.opens(list: $0) }.flatMap { name in
        CategoryContents(of: name, changedBy: order.categories)?.apps ?? []
      }
      switch blocks.mode {
      case .block:
        var named: [DesktopEntry] = []
        for (wanted, entries) in DesktopEntries.applications(blocks.apps, among: installed.entries) {
          if entries.isEmpty { notes.apps.append("\(wanted) is not installed, or is protected") }
          named += entries
        }
        // Of what lists name, hardly anything is installed anywhere: that is nothing to tell.
        named += DesktopEntries.applications(listed, among: installed.entries).flatMap { $0.entries }
        named += byMenu(blocks.categories.filter { !visit.opens(list: $0) }, order, installed)
        let open = visit.entries(among: installed, order.categories) + byMenu(visit.lists, order, installed)
        closedLater += open
        let spared = DesktopEntries.applications(blocks.except, among: installed.entries).flatMap { $0.entries }
        closed += named.filter { entry in
          (visit.isOfList || !open.contains { $0.isSameApplication(as: entry) })
            && !spared.contains { $0.isSameApplication(as: entry) }
        }
      case .allow where !blocks.apps.isEmpty:
        // Everything in the menus except what is named; an allow-list of sites alone says nothing about
        // apps.
        let visited = visit.entries(among: installed, order.categories) + byMenu(visit.lists, order, installed)
        closedLater += visited
        let named = DesktopEntries.applications(blocks.apps + listed, among: installed.entries).flatMap { $0.entries }
        let open = visited + named + byMenu(blocks.categories.filter { !visit.opens(list: $0) }, order, installed)
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
    for entry in closedLater where seen.insert(entry.id).inserted {
      let id = entry.id.exchanging(" ", for: "-")
      later.programs += installed.programs(of: entry).map { SessionPrograms.Program(application: id, path: $0) }
    }
  }

  /// The apps that the menus put in a category, without those that the person removed from it.
  private func byMenu(_ lists: [String], _ order: ShieldOrder, _ installed: InstalledApplications) -> [DesktopEntry] {
    lists.flatMap { name in
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

  /// Adds programs of earlier entries; an app without an entry is frozen by its program.
  private mutating func add(_ noted: [SessionPrograms.Program]) {
    let visited = Set(later.programs.map { $0.application })
    for program in noted where !programs.contains(program) && Files.exists(program.path) {
      if visited.contains(program.application) {
        if !later.programs.contains(program) { later.programs.append(program) }
        continue
      }
      add(program)
      let isKnown = applications.contains { $0.id.exchanging(" ", for: "-") == program.application }
      let text = "[Desktop Entry]\nType=Application\nExec=\(program.path)\n"
      if !isKnown, let entry = DesktopEntry(file: "\(program.application).desktop", octets: Array(text.utf8)) {
        applications.append(entry)
      }
    }
  }

  func programs(of entry: DesktopEntry) -> [String] {
    let id = entry.id.exchanging(" ", for: "-")
    return programs.filter { $0.application == id }.map(\.path)
  }
}
