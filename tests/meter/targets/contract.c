/* contract KIND N SECONDS: says what a program under the READY/DONE contract says, or what a broken one says. */
#include "common.h"
static void say(const char *name, int n, int done) {
    if (done < 0) printf("%s n=%d\n", name, n); else printf("%s n=%d done=%d\n", name, n, done);
}
int main(int count, char **words) {
    if (count != 4) return 2;
    const char *kind = words[1];
    int n = atoi(words[2]);
    double seconds = atof(words[3]);
    setvbuf(stdout, NULL, strcmp(kind, "unflushed") ? _IOLBF : _IOFBF, 65536);
    if (!strcmp(kind, "silent")) { pause_for(seconds); return 0; }
    if (!strcmp(kind, "fails")) { fprintf(stderr, "it went wrong\n"); return 3; }
    if (!strcmp(kind, "crashes")) abort();
    if (!strcmp(kind, "early")) { say("READY", n, 0); say("DONE", n, -1); return 0; }
    if (!strcmp(kind, "late")) { pause_for(seconds + 0.2); say("READY", n, n / 2); pause_for(seconds); say("DONE", n, -1); return 0; }
    if (!strcmp(kind, "late-timer")) { pause_for(seconds + 0.2); say("READY", n, 0); say("DONE", n, -1); return 0; }
    if (!strcmp(kind, "half")) { say("READY", n, 0); pause_for(seconds); return 0; }
    if (!strcmp(kind, "chatty")) { puts("a warning"); say("READY", n, 0); pause_for(seconds); say("DONE", n, -1); return 0; }
    say("READY", strcmp(kind, "miscounts") ? n : n - 1, 0);
    pause_for(seconds);
    say("DONE", strcmp(kind, "loses") ? n : n - 1, -1);
    return 0;
}
