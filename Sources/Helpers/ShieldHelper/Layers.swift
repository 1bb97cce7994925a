import LaunchGuard
import LinuxRuntime
import ShieldProtocol
import SiteRules
import WebFilter

final class Layers {
  private let web: WebFilter
  private let launches: LaunchGuard
  private var webFault: SystemError?
  private var launchFault: SystemError?
  private var nextLook: Int64 = 0
  private var isOrdered = (sites: false, programs: false)

  init(refusals: Refusals) {
    web = WebFilter { denial in
      refusals.add(.deniedSite(host: denial.host ?? "-", rule: denial.rule ?? "-"), for: denial.user)
    }
    launches = LaunchGuard { denial in
      refusals.add(.deniedProgram(application: denial.application, process: denial.process), for: denial.user)
    }
  }

  /// Makes the layers match the orders, each if it can; returns those somebody had tampered with.
  func match(_ book: OrderBook) -> [String] {
    var repaired: [String] = []
    isOrdered = (book.policies.contains { !$0.value.isEmpty }, book.programs.contains { !$0.value.isEmpty })
    webFault = nil
    launchFault = nil
    let subordinates = SubordinateUsers.ofThisComputer(Set(book.orders.keys))
    // What starts is stopped first, then what speaks: an app that is refused opens no connection.
    do throws(SystemError) {
      if try launches.enforce(book.programs, subordinates: subordinates) { repaired.append(Self.starts) }
    } catch {
      launchFault = error
    }
    do throws(SystemError) {
      try web.enforce(book.policies, subordinates: subordinates, browsers: book.browsers)
    } catch {
      webFault = error
    }
    return repaired
  }

  /// Restores what somebody removed; returns the names of the layers concerned.
  func repair() -> [String] {
    var repaired: [String] = []
    do throws(SystemError) { if try web.repair() { repaired.append("sites") } } catch { webFault = error }
    guard SinceBoot.milliseconds >= nextLook else { return repaired }
    let work = ThreadWork.now
    do throws(SystemError) { if try launches.repair() { repaired.append(Self.starts) } } catch { launchFault = error }
    nextLook = SinceBoot.milliseconds + Self.rest(after: ThreadWork.now - work)
    return repaired
  }

  /// Nobody who names thousands of programs has this computer look at them all the time: the pause after a look, in
  /// milliseconds, is fifty times its work, and never so long that a new version of a program could go unseen for more
  /// than a moment.
  ///
  /// A look that is slow because the computer is busy with something else is not work.
  private static func rest(after work: Duration) -> Int64 {
    min(Int64(work / .milliseconds(1) * 50), 3000)
  }

  /// The layers' state in short while something is ordered; cheaper to find than ``status()``.
  struct Health: Equatable {
    fileprivate let isUp: [Bool]
    fileprivate let faults: [SystemError?]
  }

  var health: Health {
    Health(
      isUp: [web.isUp, web.answersQuestions, launches.wasUp],
      faults: [webFault, launchFault, web.endingFault, web.questionFault])
  }

  /// Each layer's state, asked of the kernel now.
  func status() -> [ShieldAnswer] {
    var fault = webFault
    do throws(SystemError) { try web.probe() } catch { fault = fault ?? error }
    let sites = layer("sites", isUp: web.isUp, isOrdered: isOrdered.sites, fault) { Self.why($0, of: "packet queue") }
    var endFault = web.endingFault
    do throws(SystemError) { try web.probeEnding() } catch { endFault = endFault ?? error }
    let connections = layer(
      "connections", isUp: web.isUp && endFault == nil, isOrdered: isOrdered.sites, endFault ?? fault
    ) {
      Self.why($0, of: "socket destruction")
    }
    let names = nameLayers(fault)
    fault = launchFault
    do throws(SystemError) { try launches.probe() } catch { fault = fault ?? error }
    let starts = layer(Self.starts, isUp: launches.isUp, isOrdered: isOrdered.programs, fault) {
      Self.why($0, of: "exec permission events")
    }
    return [sites, connections] + names + [starts]
  }

  /// The layers that keep names from being hidden.
  private func nameLayers(_ fault: SystemError?) -> [ShieldAnswer] {
    let fault = web.questionFault ?? fault
    let dns = layer("dns", isUp: web.answersQuestions, isOrdered: isOrdered.sites, fault) {
      Self.why($0, of: "packet queue")
    }
    let ech = layer("ech", isUp: web.answersECH, isOrdered: isOrdered.sites, fault) {
      Self.why($0, of: "packet queue")
    }
    guard case .layer(let name, .down, _) = ech, web.answersQuestions else { return [ech, dns] }
    return [.layer(name: name, state: .down, why: Self.passed), dns]
  }

  /// A layer's line as one person is told it: blocks for others do not count, and root is told all.
  static func line(_ line: ShieldAnswer, toldTo user: UInt32, _ book: OrderBook) -> ShieldAnswer {
    guard user != 0, case .layer(let name, .up, _) = line else { return line }
    let isTheirs = (book.orders[user] ?? []).contains { order in
      name == starts ? !order.programs.isEmpty : !order.policy.isEmpty
    }
    return isTheirs ? line : .layer(name: name, state: .down, why: idle)
  }

  private static let starts = "app-starts"
  private static let idle = "nothing to block"
  private static let passed = "the configuration says shield: { ech: \"pass\" }"

  private func layer(
    _ name: String, isUp: Bool, isOrdered: Bool, _ fault: SystemError?, _ why: (SystemError) -> String
  ) -> ShieldAnswer {
    if let fault { return .layer(name: name, state: .unavailable, why: why(fault)) }
    if isUp { return .layer(name: name, state: .up, why: "") }
    return .layer(name: name, state: .down, why: isOrdered ? "none of the blocked apps are installed" : Self.idle)
  }

  private static func why(_ fault: SystemError, of part: String) -> String {
    "\(part): \(fault.call): \(fault.reason)"
  }
}
