/* leader_exits MIB SECONDS: the main thread exits, then another touches memory and holds it. */
#include "common.h"
static char **words;
static void *rest(void *unused) {
    (void)unused;
    pause_for(0.1);
    touch(atoi(words[1]));
    pause_for(atof(words[2]));
    exit(0);
}
int main(int count, char **given) {
    if (count != 3) return 2;
    words = given;
    pthread_t thread;
    if (pthread_create(&thread, NULL, rest, NULL)) die("pthread_create");
    pthread_exit(NULL);
}
