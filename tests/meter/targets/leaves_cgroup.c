/* leaves_cgroup MIB SECONDS FILE...: join other cgroups, by the list of members of each, then touch memory and hold it. */
#include "common.h"
int main(int count, char **words) {
    if (count < 3) return 2;
    for (int place = 3; place < count; place++) {
        FILE *file = fopen(words[place], "w");
        if (!file || fputs("0", file) < 0 || fclose(file)) die(words[place]);
    }
    touch(atoi(words[1]));
    pause_for(atof(words[2]));
    return 0;
}
