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

static const struct list {
    const char *name;
    const unsigned char *text;
    size_t length;
} lists[] = {
    {"adult", adult, sizeof adult},
    {"dating", dating, sizeof dating},
    {"diversions", diversions, sizeof diversions},
    {"forums", forums, sizeof forums},
    {"gambling", gambling, sizeof gambling},
    {"games", games, sizeof games},
    {"messaging", messaging, sizeof messaging},
    {"music", music, sizeof music},
    {"news", news, sizeof news},
    {"shopping", shopping, sizeof shopping},
    {"social", social, sizeof social},
    {"sports", sports, sizeof sports},
    {"video", video, sizeof video},
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
