/* many_forks MIB CHILDREN: touch memory, then start short-lived children one after the other, each of which starts another. */
#include "common.h"
int main(int count, char **words) {
    if (count != 3) return 2;
    touch(atoi(words[1]));
    for (int child = 0; child < atoi(words[2]); child++) {
        if (fork() == 0) {
            if (fork() == 0) _exit(0);
            _exit(0);
        }
        if (child % 8 == 7) while (waitpid(-1, NULL, WNOHANG) > 0) {}
    }
    while (wait(NULL) > 0) {}
    return 0;
}
