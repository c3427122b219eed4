/* huge_pages MIB CHILDREN SECONDS: touch reserved huge pages, fork children that share them, hold. */
#include "common.h"
int main(int count, char **words) {
    if (count != 4) return 2;
    size_t bytes = (size_t)atoi(words[1]) << 20;
    char *memory = bytes ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) : NULL;
    if (memory == MAP_FAILED) die("mmap");
    for (size_t at = 0; at < bytes; at += 4096) memory[at] = 1;
    for (int child = 0; child < atoi(words[2]); child++) {
        if (fork() == 0) {
            for (size_t at = 0; at < bytes; at += 4096) memory[at] = 2;
            pause_for(atof(words[3]));
            _exit(0);
        }
    }
    pause_for(atof(words[3]));
    while (wait(NULL) > 0) {}
    return 0;
}
