/* forked MIB CHILDREN SECONDS: touch memory, then fork children that share it and do nothing. */
#include "common.h"
int main(int count, char **words) {
    if (count != 4) return 2;
    touch(atoi(words[1]));
    for (int child = 0; child < atoi(words[2]); child++) {
        if (fork() == 0) { pause_for(atof(words[3])); _exit(0); }
    }
    while (wait(NULL) > 0) {}
    return 0;
}
