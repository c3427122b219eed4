/* spike MIB MILLISECONDS SECONDS: touch memory for some milliseconds, give it back, live on for some seconds. */
#include "common.h"
int main(int count, char **words) {
    if (count != 4) return 2;
    size_t mib = atoi(words[1]);
    char *memory = touch(mib);
    pause_for(atof(words[2]) / 1000);
    munmap(memory, mib << 20);
    pause_for(atof(words[3]));
    return 0;
}
