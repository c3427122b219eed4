/* What the targets share: touching memory, sleeping, and failing loudly. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* For a benchmark's truth: where REPORT_PEAK names a file, the program's own high-water mark in KiB is written there at its end. */
__attribute__((destructor)) static void report_peak(void) {
    const char *path = getenv("REPORT_PEAK");
    if (!path) return;
    FILE *status = fopen("/proc/thread-self/status", "r"), *report = fopen(path, "w");
    char line[256];
    while (status && report && fgets(line, sizeof line, status))
        if (!strncmp(line, "VmHWM:", 6)) fputs(line + 6, report);
    if (report) fclose(report);
}

static inline void die(const char *what) { perror(what); exit(9); }

static inline void pause_for(double seconds) {
    struct timespec left = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
    while (nanosleep(&left, &left)) {}
}

static inline char *touch(size_t mib) {
    size_t bytes = mib << 20;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) die("mmap");
    madvise(memory, bytes, MADV_NOHUGEPAGE); /* the same on every machine, whatever its huge page setting */
    for (size_t at = 0; at < bytes; at += 4096) memory[at] = 1;
    return memory;
}
