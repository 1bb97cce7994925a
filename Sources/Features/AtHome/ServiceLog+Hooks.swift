package import FeaturePorts
package import HookRunner

extension ServiceLog {
  package func write(_ news: HookRunner.News) {
    switch news {
    case .done(let hook, let event): write(.info, "hook \(hook): done for \(event)")
    case .failed(let hook, let event, let why):
      write(.warning, "hook \(hook): failed for \(event): \(why.sentence); not reported again until it works")
    case .behind(let hook):
      write(.warning, "hook \(hook): too many events waiting; new ones are dropped until it responds")
    }
  }
}
