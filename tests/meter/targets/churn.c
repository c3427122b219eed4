/* churn SECONDS: map, touch and unmap 1 MiB again and again beside 256 MiB that stay. Prints how many times. */
#include "common.h"
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}
int main(int count, char **words) {
    if (count != 2) return 2;
    touch(256);
    long operations = 0;
    for (double end = now() + atof(words[1]); now() < end; operations++) munmap(touch(1), 1 << 20);
    printf("%ld\n", operations);
    return 0;
}
