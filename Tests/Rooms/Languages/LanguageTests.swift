import Languages
import Testing

@Suite struct LanguageTests {
  @Test(arguments: [
    ("de", "de"), ("de_AT.UTF-8", "de"), ("fr-CA", "fr"), ("es_419", "es"), ("pt_PT@euro", "pt-BR"), ("ja_JP", "ja"),
    ("zh_CN.UTF-8", "zh-Hans"), ("zh-Hans-SG", "zh-Hans"), ("en_GB", "en"), ("zh_TW", nil), ("zh-Hant-HK", nil),
    ("tlh", nil), ("", nil),
  ])
  func readsTagsAndLocales(tag: String, language: String?) {
    #expect(Language(tag: tag)?.rawValue == language)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "de"), (["LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR"], "fr"),
    (["LANG": "de_DE", "LC_MESSAGES": "ja_JP.UTF-8"], "ja"), (["LANG": "en_US", "LANGUAGE": "tlh:es:de"], "es"),
    (["LANG": "C", "LANGUAGE": "de"], "en"), (["LC_ALL": "C.UTF-8", "LANG": "de_DE", "LANGUAGE": "de"], "en"),
    (["LANGUAGE": "pt_BR:pt"], "pt-BR"), ([:], "en"), (["LANG": "tlh"], "en"),
  ])
  func asksTheEnvironmentAsGettextDoes(environment: [String: String], language: String) {
    #expect(Language.asked { environment[$0] }.rawValue == language)
  }

  @Test(arguments: [
    ("de-DE,de;q=0.9,en;q=0.8", "de"), ("tlh, ja;q=0.5, fr;q=0.7", "fr"), ("en-US,en;q=0.9,de;q=0.8", "en"),
    ("de;q=0, es;q=0.1", "es"), ("*", "en"), ("", "en"), ("qps", "en"), ("zh-CN", "zh-Hans"),
  ])
  func choosesWhatABrowserLikesBest(header: String, language: String) {
    #expect(Language.accepted(header).rawValue == language)
  }

  @Test(arguments: [
    (Language.german, [1, 0, 1]), (.french, [0, 0, 1]), (.portuguese, [0, 0, 1]), (.spanish, [1, 0, 1]),
    (.japanese, [0, 0, 0]), (.chinese, [0, 0, 0]),
  ])
  func pluralsFollowCLDR(language: Language, forms: [Int]) {
    #expect([0, 1, 2].map { language.pluralForm(of: $0) } == forms)
  }
}
