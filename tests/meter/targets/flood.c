/* flood MIB STREAM: print that much to standard output (1) or standard error (2), and a last line. */
#include "common.h"
int main(int count, char **words) {
    if (count != 3) return 2;
    static char block[65536];
    memset(block, 'x', sizeof block);
    for (int at = 79; at < (int)sizeof block; at += 80) block[at] = '\n';
    int stream = atoi(words[2]);
    for (long left = (long)atoi(words[1]) << 20; left > 0;) {
        ssize_t written = write(stream, block, sizeof block);
        if (written < 0) die("write");
        left -= written;
    }
    dprintf(stream, "\nthe last line\n");
    return 0;
}
