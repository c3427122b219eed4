/* threads N SECONDS: N threads with stacks of 64 KiB, under the READY/DONE contract. */
#include "common.h"
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int total, started, done;
static double seconds;
static void *task(void *unused) {
    (void)unused;
    pthread_mutex_lock(&guard);
    if (++started == total) { printf("READY n=%d done=%d\n", started, done); fflush(stdout); }
    pthread_mutex_unlock(&guard);
    pause_for(seconds);
    pthread_mutex_lock(&guard);
    done++;
    pthread_mutex_unlock(&guard);
    return NULL;
}
int main(int count, char **words) {
    if (count != 3) return 2;
    total = atoi(words[1]);
    seconds = atof(words[2]);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    pthread_t *threads = calloc(total, sizeof *threads);
    for (int i = 0; i < total; i++) if (pthread_create(&threads[i], &attributes, task, NULL)) die("pthread_create");
    for (int i = 0; i < total; i++) pthread_join(threads[i], NULL);
    printf("DONE n=%d\n", done);
    return 0;
}
