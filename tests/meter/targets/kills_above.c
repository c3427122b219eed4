/* kills_above LEVELS FILE: write the own pid and that of a daemon of ours to a file, say READY, kill the supervisor (and with 2 the meter). */
#include "common.h"

static int parent_of(int pid, char *name) {
    char path[64];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0; /* it has just gone */
    if (fscanf(file, "%*d (%63[^)]) %*c %d", name, &parent) != 2) parent = 0;
    fclose(file);
    return parent;
}

int main(int count, char **words) {
    if (count != 3) return 2;
    char name[64] = "setsid";
    int above = 0, next = 0, said[2];
    while (!next || !strcmp(name, "setsid")) { /* until the trampoline has gone */
        above = getppid();
        next = parent_of(above, name);
    }
    FILE *file = fopen(words[2], "w");
    if (pipe(said)) die("pipe");
    if (fork() == 0) {
        setsid();
        if (fork() != 0) _exit(0);
        fprintf(file, "%d", getpid());
        fclose(file);
        if (write(said[1], "!", 1) != 1) _exit(1);
        pause_for(600);
        _exit(0);
    }
    wait(NULL);
    char byte;
    if (read(said[0], &byte, 1) != 1) die("read");
    file = fopen(words[2], "a");
    fprintf(file, " %d", getpid());
    fclose(file);
    puts("READY n=1 done=0");
    fflush(stdout);
    if (atoi(words[1]) > 1) kill(next, SIGKILL);
    kill(above, SIGKILL);
    pause_for(600);
    return 0;
}
