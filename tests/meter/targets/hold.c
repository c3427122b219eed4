/* hold MIB SECONDS: touch memory and hold it. */
#include "common.h"
int main(int count, char **words) {
    if (count != 3) return 2;
    if (atoi(words[1])) touch(atoi(words[1]));
    pause_for(atof(words[2]));
    return 0;
}
