/* daemon MIB SECONDS PIDFILE: leave a process behind that has a session of its own and another parent, and holds memory. */
#include "common.h"
int main(int count, char **words) {
    if (count != 4) return 2;
    int said[2];
    if (pipe(said)) die("pipe");
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            FILE *file = fopen(words[3], "w");
            fprintf(file, "%d", getpid());
            fclose(file);
            touch(atoi(words[1]));
            if (write(said[1], "!", 1) != 1) _exit(1);
            pause_for(600);
            _exit(0);
        }
        _exit(0);
    }
    wait(NULL);
    char byte;
    if (read(said[0], &byte, 1) != 1) return 1;
    pause_for(atof(words[2]));
    return 0;
}
