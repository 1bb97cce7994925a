#include "CSiteLists.h"

#include <string.h>

// The lists lie beside this file, one name a line, so that anybody can read and mend them.
static const unsigned char adult[] = {
#embed "lists/adult.txt"
};
static const unsigned char dating[] = {
#embed "lists/dating.txt"
};
static const unsigned char diversions[] = {
#embed "lists/diversions.txt"
};
static const unsigned char forums[] = {
#embed "lists/forums.txt"
};
static const unsigned char gambling[] = {
#embed "lists/gambling.txt"
};
static const unsigned char games[] = {
#embed "lists/games.txt"
};
static const unsigned char messaging[] = {
#embed "lists/messaging.txt"
};
static const unsigned char music[] = {
#embed "lists/music.txt"
};
static const unsigned char news[] = {
#embed "lists/news.txt"
};
static const unsigned char shopping[] = {
#embed "lists/shopping.txt"
};
static const unsigned char social[] = {
#embed "lists/social.txt"
};
static const unsigned char sports[] = {
#embed "lists/sports.txt"
};
static const unsigned char video[] = {
#embed "lists/video.txt"
};

// Applications of the lists that have some, by desktop entry.
static const unsigned char games_apps[] = {
#embed "lists/apps/games.txt"
};
static const unsigned char messaging_apps[] = {
#embed "lists/apps/messaging.txt"
};
static const unsigned char music_apps[] = {
#embed "lists/apps/music.txt"
};
static const unsigned char news_apps[] = {
#embed "lists/apps/news.txt"
};
static const unsigned char social_apps[] = {
#embed "lists/apps/social.txt"
};
static const unsigned char video_apps[] = {
#embed "lists/apps/video.txt"
};

static const struct list {
    const char *name;
    const unsigned char *text;
    size_t length;
    const unsigned char *apps;
    size_t apps_length;
} lists[] = {
    {"adult", adult, sizeof adult, NULL, 0},
    {"dating", dating, sizeof dating, NULL, 0},
    {"diversions", diversions, sizeof diversions, NULL, 0},
    {"forums", forums, sizeof forums, NULL, 0},
    {"gambling", gambling, sizeof gambling, NULL, 0},
    {"games", games, sizeof games, games_apps, sizeof games_apps},
    {"messaging", messaging, sizeof messaging, messaging_apps, sizeof messaging_apps},
    {"music", music, sizeof music, music_apps, sizeof music_apps},
    {"news", news, sizeof news, news_apps, sizeof news_apps},
    {"shopping", shopping, sizeof shopping, NULL, 0},
    {"social", social, sizeof social, social_apps, sizeof social_apps},
    {"sports", sports, sizeof sports, NULL, 0},
    {"video", video, sizeof video, video_apps, sizeof video_apps},
};

int focuskey_site_lists(void) {
    return sizeof lists / sizeof *lists;
}

const char *focuskey_site_list_name(int index) {
    return lists[index].name;
}

const unsigned char *focuskey_site_list_text(int index, size_t *length) {
    *length = lists[index].length;
    return lists[index].text;
}

const unsigned char *focuskey_site_list_apps(int index, size_t *length) {
    *length = lists[index].apps_length;
    return lists[index].apps;
}
