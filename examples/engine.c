/* An engine in C without any library: it reads the question as JSON, looks at its view, and answers.
 *
 *     cc -O2 -o engine examples/engine.c
 *     paiju bot check -- ./engine
 *     paiju arena doudizhu --bots cmd:./engine,easy --deals 50
 *
 * In climbing games it sheds many low cards at once when it leads, follows as cheaply as it can, and keeps bombs until somebody
 * is about to run out. Elsewhere it takes the first choice, which is the safest. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- JSON: enough to walk through a line that is known to be well formed --------------------------------------------------- */

static const char *space(const char *at) {
    while (isspace((unsigned char)*at) || *at == ',' || *at == ':') at++;
    return at;
}

/* Behind the value that begins here. */
static const char *after(const char *at) {
    at = space(at);
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            if (*at == '\\' && at[1]) at++;
        return *at ? at + 1 : at;
    }
    if (*at == '{' || *at == '[') {
        char end = *at == '{' ? '}' : ']';
        for (at = space(at + 1); *at && *at != end; at = space(at)) at = after(at);
        return *at ? at + 1 : at;
    }
    while (*at && !strchr(",:]} \t\r\n", *at)) at++;
    return at;
}

/* The value of a field of the object that begins here; NULL without one. */
static const char *field(const char *object, const char *name) {
    if (object == NULL || *(object = space(object)) != '{') return NULL;
    for (const char *at = space(object + 1); *at && *at != '}'; at = space(after(at))) {
        const char *end = after(at), *value = space(end);
        if ((size_t)(end - at) == strlen(name) + 2 && !strncmp(at + 1, name, strlen(name))) return value;
        at = value;
    }
    return NULL;
}

/* --- the engine --------------------------------------------------------------------------------------------------------------- */

static const char RANKS[] = "3456789TJQKA2LR"; /* as Dou Dizhu orders them; near enough for the others */

struct Play { int cards, lowest, is_bomb; };

/* What an answer such as 3s3d3c4h would shed; no cards where it is a word or an amount. */
static struct Play play_of(const char *text, const char *end) {
    int counts[sizeof RANKS] = {0}, kinds = 0;
    struct Play play = {0, 99, 0};
    const char *rank;
    for (; text < end && *text && (rank = strchr(RANKS, *text)); text++) {
        kinds += counts[rank - RANKS]++ == 0;
        play.cards++;
        if (rank - RANKS < play.lowest) play.lowest = (int)(rank - RANKS);
        if (text + 1 < end && text[1] && strchr("shdc", text[1])) text++;
    }
    if (text < end && *text != '=') play.cards = 0;
    play.is_bomb = (kinds == 1 && play.cards >= 4) || (kinds == 2 && play.cards == 2);
    return play;
}

/* The fewest cards that another seat holds, as far as they are counted. */
static int fewest(const char *view) {
    const char *hands = field(view, "hands"), *viewer = field(view, "viewer");
    int least = 99, seat = 0, own = viewer ? atoi(viewer) : -1;
    if (hands == NULL || *hands != '[') return least;
    for (const char *at = space(hands + 1); *at && *at != ']'; at = space(after(at)), seat++) {
        const char *cards = field(at, "cards");
        if (seat != own && cards && isdigit((unsigned char)*cards) && atoi(cards) > 0 && atoi(cards) < least) least = atoi(cards);
    }
    return least;
}

static void answer(const char *message) {
    const char *decision = field(message, "decision"), *choices = field(decision, "choices");
    const char *best = NULL;
    int best_worth = -1000000, may_pass = 0, danger = fewest(field(message, "view")) <= 3;
    if (choices == NULL || *choices != '[') return;
    for (const char *at = space(choices + 1); *at && *at != ']'; at = space(after(at))) may_pass |= !strncmp(at, "\"pass\"", 6);
    for (const char *at = space(choices + 1); *at && *at != ']'; at = space(after(at))) {
        struct Play play = play_of(at + 1, after(at) - 1);
        int worth = play.cards == 0 ? -500 : may_pass ? -10 * play.lowest : 20 * play.cards - 10 * play.lowest;
        if (play.is_bomb) worth -= danger ? 100 : 1000;
        if (best == NULL || worth > best_worth) best = at, best_worth = worth;
    }
    printf("{\"text\": %.*s}\n", (int)(after(best) - best), best);
    fflush(stdout);
}

int main(void) {
    size_t size = 1 << 16, used = 0;
    char *line = malloc(size);
    while (line && fgets(line + used, (int)(size - used), stdin)) {
        used += strlen(line + used);
        if (line[used - 1] != '\n') {
            if (used + 1 == size) line = realloc(line, size *= 2);
            continue;
        }
        const char *type = field(line, "type");
        if (type && !strncmp(type, "\"ask\"", 5)) answer(line);
        used = 0;
    }
    free(line);
    return 0;
}
