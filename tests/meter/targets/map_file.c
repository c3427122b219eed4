/* map_file PATH SECONDS: map a file, read every page of it, hold it. */
#include "common.h"
#include <sys/stat.h>
int main(int count, char **words) {
    if (count != 3) return 2;
    int file = open(words[1], O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status)) die(words[1]);
    volatile char *memory = mmap(NULL, status.st_size, PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) die("mmap");
    long sum = 0;
    for (long at = 0; at < status.st_size; at += 4096) sum += memory[at];
    pause_for(atof(words[2]));
    return sum == -1;
}
