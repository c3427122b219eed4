/* at_once CHILDREN MIB SECONDS: children that touch memory, wait until all have, and hold it together. */
#include "common.h"
int main(int count, char **words) {
    if (count != 4) return 2;
    int children = atoi(words[1]), said[2], go[2];
    if (pipe(said) || pipe(go)) die("pipe");
    for (int child = 0; child < children; child++) {
        if (fork() == 0) {
            char byte = '!';
            close(go[1]);
            touch(atoi(words[2]));
            if (write(said[1], &byte, 1) != 1) _exit(1);
            if (read(go[0], &byte, 1) != 0) _exit(1); /* until the parent closes its end */
            pause_for(atof(words[3]));
            _exit(0);
        }
    }
    char byte;
    for (int child = 0; child < children; child++)
        if (read(said[0], &byte, 1) != 1) die("read");
    close(go[1]);
    while (wait(NULL) > 0) {}
    return 0;
}
