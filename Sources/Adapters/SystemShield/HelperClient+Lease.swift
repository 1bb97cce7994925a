import Glibc
import LinuxRuntime
import ShieldProtocol

extension HelperClient {
  /// How long a healthy helper needs at most to confirm an order, in milliseconds.
  static let prompt = 400

  static func place(_ lines: [UInt8], at path: String) -> HelperLease.Placement {
    // A long order takes a helper that is well some time; one that has stopped is not waited for as long.
    guard renew(ShieldRequest.noStamp, at: path) != .late else { return .unanswered }
    do throws(SystemError) {
      var helper = try HelperClient(path: path)
      switch try helper.ask(lines).last {
      case .ordered(let stamp):
        // Who renews once is one who stays: from now on nobody lifts the order as soon as this service has ended.
        _ = try? helper.ask(.renew(stamp: stamp))
        return .stamped(stamp)
      case .refused(let why): return .refused(why)
      default: return .refused("it is older than this service: \(Environment.sudoCommand) shield install")
      }
    } catch {
      return .unanswered
    }
  }

  static func renew(_ stamp: Int64, at path: String) -> HelperLease.Renewal {
    do throws(SystemError) {
      var helper = try HelperClient(path: path, patience: prompt)
      // An order of somebody else's does not count: putting it there took this service's away.
      switch try helper.ask(.renew(stamp: stamp)).last {
      case .done: return .held
      case .refused(ShieldAnswer.crowded): return .crowded
      default: return .lost
      }
    } catch {
      return error.code == EAGAIN ? .late : .gone
    }
  }

  /// Tells the helper which browsers close parts of sites themselves.
  static func name(_ browsers: [Int32], for stamp: Int64, at path: String) {
    do throws(SystemError) {
      var helper = try HelperClient(path: path, patience: prompt)
      _ = try helper.ask(.browsers(stamp: stamp, processes: browsers))
    } catch {
      // A helper that does not hear of them leaves nothing to them.
    }
  }

  /// Ends any order in force for this person, also one that somebody placed just now.
  static func lift(at path: String) {
    do throws(SystemError) {
      var helper = try HelperClient(path: path)
      _ = try helper.ask(.lift(stamp: nil))
    } catch {
      // Without a helper nothing is held; one that does not answer lets go when the lease is over.
    }
  }
}
