/* memory_file MIB SECONDS: a memory file that is written and never mapped. */
#include "common.h"
int main(int count, char **words) {
    if (count != 3) return 2;
    int file = memfd_create("held", 0);
    if (file < 0) die("memfd_create");
    static char block[65536];
    memset(block, 1, sizeof block);
    for (long left = (long)atoi(words[1]) << 20; left > 0; left -= sizeof block)
        if (write(file, block, sizeof block) != sizeof block) die("write");
    pause_for(atof(words[2]));
    return 0;
}
