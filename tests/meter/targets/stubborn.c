/* stubborn: a child that ignores TERM, INT and HUP, under a parent that waits for it. Says the child's pid. */
#include "common.h"
int main(void) {
    pid_t child = fork();
    if (child == 0) {
        signal(SIGTERM, SIG_IGN); signal(SIGINT, SIG_IGN); signal(SIGHUP, SIG_IGN);
        touch(8);
        for (;;) pause();
    }
    printf("%d\n", child);
    fflush(stdout);
    wait(NULL);
    return 0;
}
