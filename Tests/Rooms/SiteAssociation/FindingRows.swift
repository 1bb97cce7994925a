import SiteAssociation

/// The rows of the table, by what they are about.
extension FindingTableTests {
  static let fileRows: [Row] = [
    Row(.fileEmpty, " \n", at: "", not: "{}"),
    Row(.fileNotJSON, "{\"applinks\":}", at: "", not: sound),
    Row(
      .fileTooLarge, sound + String(repeating: " ", count: 131_072), at: "",
      not: sound + String(repeating: " ", count: 131_072 - sound.utf8.count)),
    Row(.fileBOM, "\u{FEFF}" + sound, at: "", not: sound),
    Row(
      .fileDuplicateKey, "{\"webcredentials\":{\"apps\":[\"\(app)\"],\"apps\":[]}}", at: "/webcredentials/apps",
      not: "{\"webcredentials\":{\"apps\":[\"\(app)\"]},\"appclips\":{\"apps\":[\"\(app)\"]}}"),
    Row(.rootNotObject, "[]", at: "", not: "{}"),
    Row(.rootNotObject, "\"applinks\"", at: "", not: sound),
    Row(.rootNoService, "{\"applink\":{}}", at: "", not: "{\"applinks\":{}}"),
    Row(.rootUnknownKey, "{\"applinks\":{},\"webcredential\":{}}", at: "/webcredential", not: sound),
    Row(.serviceNotObject, "{\"webcredentials\":[\"\(app)\"]}", at: "/webcredentials", not: "{\"webcredentials\":{}}"),
    Row(.serviceEmpty, "{\"appclips\":{}}", at: "/appclips", not: "{\"appclips\":{\"apps\":[]}}"),
    Row(
      .serviceAppsMissing, "{\"appclips\":{\"app\":[]}}", at: "/appclips", not: "{\"appclips\":{\"apps\":[]}}"),
    Row(
      .serviceAppsWrongType, "{\"activitycontinuation\":{\"apps\":\"\(app)\"}}", at: "/activitycontinuation/apps",
      not: "{\"activitycontinuation\":{\"apps\":[\"\(app)\"]}}"),
    Row(
      .serviceAppsEmpty, "{\"webcredentials\":{\"apps\":[]}}", at: "/webcredentials/apps",
      not: "{\"webcredentials\":{\"apps\":[\"\(app)\"]}}"),
    Row(
      .serviceDetailsNotUsed, "{\"appclips\":{\"apps\":[\"\(app)\"],\"details\":[]}}", at: "/appclips/details",
      not: "{\"appclips\":{\"apps\":[\"\(app)\"]},\"applinks\":{\"details\":[]}}"),
    Row(
      .serviceUnknownKey, "{\"appclips\":{\"apps\":[\"\(app)\"],\"app\":1}}", at: "/appclips/app",
      not: "{\"appclips\":{\"apps\":[\"\(app)\"]}}"),
  ]

  static let applinksRows: [Row] = [
    Row(.applinksNotObject, "{\"applinks\":[]}", at: "/applinks", not: "{\"applinks\":{}}"),
    Row(
      .applinksDetailsMissing, "{\"applinks\":{\"apps\":[]}}", at: "/applinks", not: "{\"applinks\":{\"details\":[]}}"),
    Row(
      .applinksDetailsWrongType, "{\"applinks\":{\"details\":\"x\"}}", at: "/applinks/details",
      not: "{\"applinks\":{\"details\":[]}}"),
    Row(.applinksDetailsEmpty, "{\"applinks\":{\"details\":[]}}", at: "/applinks/details", not: sound),
    Row(.applinksDetailsEmpty, "{\"applinks\":{\"details\":{}}}", at: "/applinks/details", not: sound),
    Row(
      .applinksDetailsDictionary, "{\"applinks\":{\"details\":{\"\(app)\":{\"paths\":[\"*\"]}}}}",
      at: "/applinks/details",
      not: sound),
    Row(
      .applinksAppsNotEmpty, "{\"applinks\":{\"apps\":[\"\(app)\"],\"details\":[]}}", at: "/applinks/apps", not: sound),
    Row(.applinksAppsMissing, "{\"applinks\":{\"details\":[]}}", at: "/applinks", not: sound),
    Row(
      .applinksUnknownKey, file(applinks: "\"detail\":[]"), at: "/applinks/detail",
      not: file(applinks: "\"defaults\":{}")),
    Row(
      .defaultsWrongType, file(applinks: "\"defaults\":true"), at: "/applinks/defaults",
      not: file(applinks: "\"defaults\":{}")),
    Row(
      .defaultsUnknownKey, file(applinks: "\"defaults\":{\"casesensitive\":false}"),
      at: "/applinks/defaults/casesensitive",
      not: file(applinks: "\"defaults\":{\"caseSensitive\":false}")),
    Row(
      .substWrongType, file(applinks: "\"substitutionVariables\":[]"), at: "/applinks/substitutionVariables",
      not: file(applinks: "\"substitutionVariables\":{}")),
    Row(
      .substNameBadChars, file(applinks: "\"substitutionVariables\":{\"a(\":[\"x\"]}"),
      at: "/applinks/substitutionVariables/a(", not: file(applinks: "\"substitutionVariables\":{\"a b\":[\"x\"]}")),
    Row(
      .substValueNested, file(applinks: "\"substitutionVariables\":{\"a\":[\"x\",\"$(b)\"]}"),
      at: "/applinks/substitutionVariables/a/1", not: file(applinks: "\"substitutionVariables\":{\"a\":[\"$b\"]}")),
    Row(
      .substValueNotString, file(applinks: "\"substitutionVariables\":{\"a\":[1]}"),
      at: "/applinks/substitutionVariables/a/0", not: file(applinks: "\"substitutionVariables\":{\"a\":[\"1\"]}")),
    Row(
      .substValuesWrongType, file(applinks: "\"substitutionVariables\":{\"a\":\"x\"}"),
      at: "/applinks/substitutionVariables/a", not: file(applinks: "\"substitutionVariables\":{\"a\":[\"x\"]}")),
    Row(
      .substEmptyList, file(applinks: "\"substitutionVariables\":{\"a\":[]}"), at: "/applinks/substitutionVariables/a",
      not: file(applinks: "\"substitutionVariables\":{\"a\":[\"\"]}")),
    Row(
      .substShadowsPredefined, file(applinks: "\"substitutionVariables\":{\"lang\":[\"x\"]}"),
      at: "/applinks/substitutionVariables/lang", not: file(applinks: "\"substitutionVariables\":{\"Lang\":[\"x\"]}")),
    Row(
      .substUnused, file(applinks: "\"substitutionVariables\":{\"a\":[\"x\"]}"),
      at: "/applinks/substitutionVariables/a",
      not: file(applinks: "\"substitutionVariables\":{\"alpha\":[\"x\"]}")),
  ]

  static let detailRows: [Row] = [
    Row(.serviceEmpty, "{\"applinks\":{}}", at: "/applinks", not: "{\"applinks\":{\"details\":[]}}"),
    Row(
      entry: .detailMixedFormats, "\"appIDs\":[\"\(app)\"],\"paths\":[\"/a\"]", at: "/paths",
      not: "\"appID\":\"\(app)\",\"paths\":[\"/a\"]"),
    Row(
      .detailNotObject, "{\"applinks\":{\"details\":[\"\(app)\"]}}", at: "/applinks/details/0",
      not: "{\"applinks\":{\"details\":[{}]}}"),
    Row(entry: .detailNoAppID, "\"components\":[]", at: "", not: "\"appID\":\"\(app)\",\"components\":[]"),
    Row(
      entry: .detailAppIDsWrongType, "\"appIDs\":\"\(app)\",\"components\":[]", at: "/appIDs",
      not: "\"appIDs\":[\"\(app)\"],\"components\":[]"),
    Row(
      entry: .detailAppIDWrongType, "\"appID\":[\"\(app)\"],\"components\":[]", at: "/appID",
      not: "\"appID\":\"\(app)\",\"components\":[]"),
    Row(entry: .detailAppIDsEmpty, "\"appIDs\":[]", at: "/appIDs", not: "\"appIDs\":[\"\(app)\"]"),
    Row(entry: .detailNoPatterns, "\"appID\":\"\(app)\"", at: "", not: "\"appID\":\"\(app)\",\"components\":[]"),
    Row(
      entry: .detailComponentsWrongType, "\"appID\":\"\(app)\",\"components\":{\"/\":\"/a\"}", at: "/components",
      not: "\"appID\":\"\(app)\",\"components\":[{\"/\":\"/a\"}]"),
    Row(
      entry: .detailPathsWrongType, "\"appID\":\"\(app)\",\"paths\":\"/a\"", at: "/paths",
      not: "\"appID\":\"\(app)\",\"paths\":[\"/a\"]"),
    Row(paths: .detailPathNotString, "\"/a\",7", at: "/1", not: "\"/a\",\"7\""),
    Row(paths: .detailPathNotString, "{\"/\":\"/a\"}", at: "/0", not: "\"/a\""),
    Row(
      entry: .detailBothAppIDAndAppIDs, "\"appID\":\"\(app)\",\"appIDs\":[\"\(app)\"],\"components\":[]", at: "",
      not: "\"appIDs\":[\"\(app)\"],\"components\":[]"),
    Row(
      entry: .detailComponentsEmpty, "\"appID\":\"\(app)\",\"components\":[]", at: "/components", not: "\"paths\":[]"),
    Row(entry: .detailPathsEmpty, "\"appID\":\"\(app)\",\"paths\":[]", at: "/paths", not: "\"components\":[]"),
    Row(
      entry: .detailMixedFormats, "\"appID\":\"\(app)\",\"components\":[{\"/\":\"/a\"}],\"paths\":[\"/a\"]", at: "",
      not: "\"appID\":\"\(app)\",\"components\":[{\"/\":\"/a\"}]"),
    Row(
      .detailDuplicateApp,
      "{\"applinks\":{\"details\":[{\"appID\":\"\(app)\",\"paths\":[\"/a\"]},{\"appIDs\":[\"\(app)2\",\"\(app)\"],\"paths\":[\"/b\"]}]}}",
      at: "/applinks/details/1/appIDs/1",
      not:
        "{\"applinks\":{\"details\":[{\"appID\":\"\(app)\",\"paths\":[\"/a\"]},{\"appIDs\":[\"\(app)2\"],\"paths\":[\"/b\"]}]}}"
    ),
    Row(
      entry: .detailUnknownKey, "\"appID\":\"\(app)\",\"component\":[],\"paths\":[]", at: "/component",
      not: "\"appID\":\"\(app)\",\"components\":[],\"paths\":[],\"defaults\":{}"),
    Row(paths: .detailLegacyPaths, "\"/a\"", at: "", not: ""),
  ]

  static let appIDRows: [Row] = [
    Row(.appIDMalformed, file(appID: "\"com.example.app\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDMalformed, file(appID: "\"ABCDE1234.com.example.app\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDMalformed, file(appID: "\" \(app)\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDMalformed, file(appID: "\"ABCDE12345.com..app\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDMalformed, file(appID: "\"ABCDE12345.com.my_app\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(
      .appIDMalformed, "{\"applinks\":{\"details\":{\"x\":{\"paths\":[\"/a\"]}}}}", at: "/applinks/details/x",
      not: "{\"applinks\":{\"details\":{\"\(app)\":{\"paths\":[\"/a\"]}}}}"),
    Row(.appIDPlaceholder, file(appID: "\"TEAMID.com.example.app\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDPlaceholder, file(appID: "\"<TEAM_ID>.com.a.b\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDPlaceholder, file(appID: "\"XXXXXXXXXX.com.a.b\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDPlaceholder, file(appID: "\"TODO\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(
      .appIDPlaceholder, file(appID: "\"ABCDE12345.com.yourcompany.app\""), at: "/applinks/details/0/appIDs/0",
      not: sound),
    Row(.appIDWildcard, file(appID: "\"ABCDE12345.*\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDWrongType, file(appID: "12345"), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(
      .appIDWrongType, "{\"webcredentials\":{\"apps\":[{}]}}", at: "/webcredentials/apps/0",
      not: "{\"webcredentials\":{\"apps\":[\"\(app)\"]}}"),
    Row(.appIDLowercasePrefix, file(appID: "\"abcde12345.com.a\""), at: "/applinks/details/0/appIDs/0", not: sound),
    Row(.appIDNumericPrefix, file(appID: "\"1234567890.com.a\""), at: "/applinks/details/0/appIDs/0", not: sound),
  ]

  static let componentRows: [Row] = [
    Row(
      .componentNotObject, file(components: "[\"/a\"]"), at: "/applinks/details/0/components/0", not: sound),
    Row(component: .componentPathWrongType, "\"/\":[\"/a\"]", at: "/~1", not: "\"/\":\"/a\""),
    Row(component: .componentQueryWrongType, "\"?\":[{\"a\":\"b\"}]", at: "/?", not: "\"?\":{\"a\":\"b\"}"),
    Row(component: .componentQueryValueNotString, "\"?\":{\"a\":true}", at: "/?/a", not: "\"?\":{\"a\":\"true\"}"),
    Row(component: .componentFragmentWrongType, "\"#\":1", at: "/#", not: "\"#\":\"1\""),
    Row(
      component: .componentFlagWrongType, "\"/\":\"/a\",\"exclude\":\"true\"", at: "/exclude",
      not: "\"/\":\"/a\",\"exclude\":true"),
    Row(
      component: .componentFlagWrongType, "\"/\":\"/a\",\"caseSensitive\":0", at: "/caseSensitive", not: "\"/\":\"/a\""),
    Row(
      .componentFlagWrongType, file(applinks: "\"defaults\":{\"percentEncoded\":1}"),
      at: "/applinks/defaults/percentEncoded",
      not: file(applinks: "\"defaults\":{\"percentEncoded\":true}")),
    Row(component: .componentNotPrefix, "\"/\":\"NOT /a\"", at: "/~1", not: "\"/\":\"/NOT /a\""),
    Row(
      component: .componentCommentWrongType, "\"/\":\"/a\",\"comment\":[]", at: "/comment",
      not: "\"/\":\"/a\",\"comment\":\"\""),
    Row(
      component: .componentUnknownKey, "\"/\":\"/a\",\"excludes\":true", at: "/excludes",
      not: "\"/\":\"/a\",\"exclude\":true"),
    Row(component: .componentMatchesEverything, "\"path\":\"/a\"", at: "", not: "\"/\":\"*\""),
    Row(component: .componentMatchesEverything, "\"exclude\":true", at: "", not: "\"#\":\"x\""),
    Row(component: .queryStarDemandsNothing, "\"?\":{\"a\":\"*\"}", at: "/?/a", not: "\"?\":{\"a\":\"?*\"}"),
    Row(
      component: .queryNamesStayExact, "\"?\":{\"a\":\"b\"},\"caseSensitive\":false", at: "/?",
      not: "\"?\":\"a=b\",\"caseSensitive\":false"),
    Row(
      .queryNamesStayExact,
      "{\"applinks\":{\"apps\":[],\"defaults\":{\"caseSensitive\":false},\"details\":[{\"appIDs\":[\"\(app)\"],\"components\":[{\"?\":{\"a\":\"b\"}}]}]}}",
      at: "/applinks/details/0/components/0/?", not: file(components: "[{\"?\":{\"a\":\"b\"}}]")),
  ]

  static let patternRows: [Row] = [
    Row(component: .patternFragmentInPath, "\"/\":\"/a#b\"", at: "/~1", not: "\"/\":\"/a\",\"#\":\"b\""),
    Row(paths: .patternFragmentInPath, "\"/#/a\"", at: "/0", not: "\"/a\""),
    Row(component: .patternFullURL, "\"/\":\"https://example.com/a\"", at: "/~1", not: "\"/\":\"/https/a\""),
    Row(paths: .patternFullURL, "\"NOT https://example.com/a\"", at: "/0", not: "\"NOT /a\""),
    Row(component: .patternUnknownVariable, "\"/\":\"/$(food)\"", at: "/~1", not: "\"/\":\"/$(digit)\""),
    Row(component: .patternUnknownVariable, "\"?\":{\"a\":\"$(Lang)\"}", at: "/?/a", not: "\"?\":{\"a\":\"$(lang)\"}"),
    Row(component: .patternUnterminatedVariable, "\"#\":\"$(lang\"", at: "/#", not: "\"#\":\"$lang)\""),
    Row(component: .patternQueryInPath, "\"/\":\"/a?b=*\"", at: "/~1", not: "\"/\":\"/a?b\""),
    Row(paths: .patternQueryInPath, "\"/start?profile=*\"", at: "/0", not: "\"/start?*\""),
    Row(component: .patternWhitespace, "\"/\":\"/a \"", at: "/~1", not: "\"/\":\"/a\""),
    Row(paths: .patternWhitespace, "\"NOT  /a\"", at: "/0", not: "\"NOT /a\""),
    Row(
      component: .patternUnencodedSpace, "\"/\":\"/a b\"", at: "/~1", not: "\"/\":\"/a b\",\"percentEncoded\":false"),
    Row(component: .patternUnencodedNonASCII, "\"/\":\"/\u{E4}\"", at: "/~1", not: "\"/\":\"/%C3%A4\""),
    Row(
      component: .patternEncodedWithDecoding, "\"/\":\"/a%20b\",\"percentEncoded\":false", at: "/~1",
      not: "\"/\":\"/a%20b\""),
    Row(component: .patternRegexLike, "\"/\":\"^/a/\"", at: "/~1", not: "\"/\":\"/a/\""),
    Row(component: .patternRegexLike, "\"/\":\"/a/[0-9]+\"", at: "/~1", not: "\"/\":\"/a/(b)\""),
    Row(component: .patternRegexLike, "\"/\":\"/a/.*\"", at: "/~1", not: "\"/\":\"/a.*\""),
    Row(component: .patternRegexLike, "\"/\":\"/(a|b)\"", at: "/~1", not: "\"/\":\"/a\""),
    Row(paths: .patternBackslash, "\"/a\\\\*\"", at: "/0", not: "\"/a/*\""),
    Row(paths: .patternNotWithoutSpace, "\"NOT/a\"", at: "/0", not: "\"NOT /a\""),
    Row(paths: .patternNotWithoutSpace, "\"not*\"", at: "/0", not: "\"NOTES/a\""),
    Row(component: .patternRouteParameter, "\"/\":\"/user/:id\"", at: "/~1", not: "\"/\":\"/user/10:30\""),
    Row(component: .patternRouteParameter, "\"/\":\"/user/{id}/x\"", at: "/~1", not: "\"/\":\"/user/*/x\""),
    Row(paths: .patternVariableInPath, "\"/$(lang)/a\"", at: "/0", not: "\"/en/a\""),
    Row(
      component: .patternTooDeep, "\"/\":\"\(String(repeating: "*a", count: 65))\"", at: "/~1",
      not: "\"/\":\"\(String(repeating: "*a", count: 64))\""),
    Row(component: .patternNoLeadingSlash, "\"/\":\"a\"", at: "/~1", not: "\"/\":\"*a\""),
    Row(component: .patternUnencodedCharacter, "\"?\":{\"a\":\"b|c\"}", at: "/?/a", not: "\"?\":{\"a\":\"b%7Cc\"}"),
    Row(
      component: .patternUnencodedCharacter, "\"/\":\"/a<b>\"", at: "/~1",
      not: "\"/\":\"/a<b>\",\"percentEncoded\":false"),
    Row(paths: .patternQueryInPath, "\"NOT *username=*&password=*\"", at: "/0", not: "\"NOT *username*\""),
    Row(component: .patternEmpty, "\"/\":\"\"", at: "/~1", not: "\"/\":\"/\""),
  ]

  static let ruleRows: [Row] = [
    Row(
      .ruleUnreachable, file(components: "[{\"/\":\"/a/*\"},{\"/\":\"/a/b\"}]"), at: "/applinks/details/0/components/1",
      not: file(components: "[{\"/\":\"/a/b\"},{\"/\":\"/a/*\"}]")),
    Row(paths: .ruleUnreachable, "\"*\",\"NOT /a\"", at: "/1", not: "\"NOT /a\",\"*\""),
    Row(
      paths: .ruleRarelyDecides, "\"NOT /*/\",\"NOT /*/*\",\"/a\"", at: "/1",
      not: "\"NOT /*/*\",\"NOT /*/\",\"/a\""),
    Row(
      .ruleOnlyExcludes, file(components: "[{\"/\":\"/a\",\"exclude\":true}]"), at: "/applinks/details/0/components",
      not: file(components: "[{\"/\":\"/a\",\"exclude\":true},{\"/\":\"*\"}]")),
    Row(paths: .ruleOnlyExcludes, "\"NOT /a\"", at: "", not: "\"NOT /a\",\"/b\""),
  ]
}
