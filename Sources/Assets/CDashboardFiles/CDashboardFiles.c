#include "CDashboardFiles.h"

static const unsigned char index_html[] = {
#embed "../Dashboard/index.html"
};
static const unsigned char dashboard_css[] = {
#embed "../Dashboard/dashboard.css"
};
static const unsigned char icon_svg[] = {
#embed "../Dashboard/icon.svg"
};
static const unsigned char app_js[] = {
#embed "../Dashboard/app.js"
};
static const unsigned char icons_js[] = {
#embed "../Dashboard/icons.js"
};
static const unsigned char folds_js[] = {
#embed "../Dashboard/folds.js"
};
static const unsigned char strings_js[] = {
#embed "../Dashboard/strings.js"
};
static const unsigned char dom_js[] = {
#embed "../Dashboard/dom.js"
};
static const unsigned char access_js[] = {
#embed "../Dashboard/access.js"
};
static const unsigned char service_js[] = {
#embed "../Dashboard/service.js"
};
static const unsigned char format_js[] = {
#embed "../Dashboard/format.js"
};
static const unsigned char now_js[] = {
#embed "../Dashboard/now.js"
};
static const unsigned char history_js[] = {
#embed "../Dashboard/history.js"
};
static const unsigned char gates_js[] = {
#embed "../Dashboard/gates.js"
};
static const unsigned char rules_js[] = {
#embed "../Dashboard/rules.js"
};
static const unsigned char charts_js[] = {
#embed "../Dashboard/charts.js"
};
static const unsigned char profiles_js[] = {
#embed "../Dashboard/profiles.js"
};
static const unsigned char keys_js[] = {
#embed "../Dashboard/keys.js"
};
static const unsigned char devices_js[] = {
#embed "../Dashboard/devices.js"
};
static const unsigned char phones_js[] = {
#embed "../Dashboard/phones.js"
};
static const unsigned char schedules_js[] = {
#embed "../Dashboard/schedules.js"
};
static const unsigned char promise_js[] = {
#embed "../Dashboard/promise.js"
};
static const unsigned char links_js[] = {
#embed "../Dashboard/links.js"
};
static const unsigned char guide_js[] = {
#embed "../Dashboard/guide.js"
};
static const unsigned char plan_js[] = {
#embed "../Dashboard/plan.js"
};
static const unsigned char learn_js[] = {
#embed "../Dashboard/learn.js"
};
static const unsigned char markup_js[] = {
#embed "../Dashboard/markup.js"
};
static const unsigned char nights_js[] = {
#embed "../Dashboard/nights.js"
};
static const unsigned char signals_js[] = {
#embed "../Dashboard/signals.js"
};
static const unsigned char steps_js[] = {
#embed "../Dashboard/steps.js"
};
static const unsigned char allowances_js[] = {
#embed "../Dashboard/allowances.js"
};
static const unsigned char sets_js[] = {
#embed "../Dashboard/sets.js"
};
static const unsigned char story_js[] = {
#embed "../Dashboard/story.js"
};

static const unsigned char backups_js[] = {
#embed "../Dashboard/backups.js"
};

static const unsigned char badges_js[] = {
#embed "../Dashboard/badges.js"
};
static const unsigned char decks_js[] = {
#embed "../Dashboard/decks.js"
};
static const unsigned char guarding_js[] = {
#embed "../Dashboard/guarding.js"
};
static const unsigned char answers_js[] = {
#embed "../Dashboard/answers.js"
};
static const unsigned char help_js[] = {
#embed "../Dashboard/help.js"
};
static const unsigned char limits_js[] = {
#embed "../Dashboard/limits.js"
};
static const unsigned char minutes_js[] = {
#embed "../Dashboard/minutes.js"
};
static const unsigned char more_js[] = {
#embed "../Dashboard/more.js"
};
static const unsigned char move_js[] = {
#embed "../Dashboard/move.js"
};
static const unsigned char parts_js[] = {
#embed "../Dashboard/parts.js"
};
static const unsigned char picker_js[] = {
#embed "../Dashboard/picker.js"
};
static const unsigned char profile_js[] = {
#embed "../Dashboard/profile.js"
};
static const unsigned char sites_js[] = {
#embed "../Dashboard/sites.js"
};
static const unsigned char told_js[] = {
#embed "../Dashboard/told.js"
};

static const struct embedded_file files[] = {
    {"index.html", index_html, sizeof index_html},
    {"dashboard.css", dashboard_css, sizeof dashboard_css},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"app.js", app_js, sizeof app_js},
    {"icons.js", icons_js, sizeof icons_js},
    {"folds.js", folds_js, sizeof folds_js},
    {"strings.js", strings_js, sizeof strings_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"access.js", access_js, sizeof access_js},
    {"service.js", service_js, sizeof service_js},
    {"format.js", format_js, sizeof format_js},
    {"now.js", now_js, sizeof now_js},
    {"history.js", history_js, sizeof history_js},
    {"gates.js", gates_js, sizeof gates_js},
    {"rules.js", rules_js, sizeof rules_js},
    {"charts.js", charts_js, sizeof charts_js},
    {"profiles.js", profiles_js, sizeof profiles_js},
    {"keys.js", keys_js, sizeof keys_js},
    {"devices.js", devices_js, sizeof devices_js},
    {"phones.js", phones_js, sizeof phones_js},
    {"schedules.js", schedules_js, sizeof schedules_js},
    {"promise.js", promise_js, sizeof promise_js},
    {"links.js", links_js, sizeof links_js},
    {"guide.js", guide_js, sizeof guide_js},
    {"plan.js", plan_js, sizeof plan_js},
    {"decks.js", decks_js, sizeof decks_js},
    {"guarding.js", guarding_js, sizeof guarding_js},
    {"answers.js", answers_js, sizeof answers_js},
    {"help.js", help_js, sizeof help_js},
    {"limits.js", limits_js, sizeof limits_js},
    {"minutes.js", minutes_js, sizeof minutes_js},
    {"more.js", more_js, sizeof more_js},
    {"move.js", move_js, sizeof move_js},
    {"parts.js", parts_js, sizeof parts_js},
    {"picker.js", picker_js, sizeof picker_js},
    {"profile.js", profile_js, sizeof profile_js},
    {"sites.js", sites_js, sizeof sites_js},
    {"told.js", told_js, sizeof told_js},
    {"learn.js", learn_js, sizeof learn_js},
    {"markup.js", markup_js, sizeof markup_js},
    {"nights.js", nights_js, sizeof nights_js},
    {"signals.js", signals_js, sizeof signals_js},
    {"steps.js", steps_js, sizeof steps_js},
    {"allowances.js", allowances_js, sizeof allowances_js},
    {"sets.js", sets_js, sizeof sets_js},
    {"story.js", story_js, sizeof story_js},
    {"backups.js", backups_js, sizeof backups_js},
    {"badges.js", badges_js, sizeof badges_js},
};

DEFINE_EMBEDDED_FILES(dashboard)
