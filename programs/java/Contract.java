import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** What every program prints and accepts: {@code program N SECONDS}, READY when all tasks live, DONE when all have ended. */
final class Contract {
    private static final int MOST_TASKS = 100_000_000;
    private static final int LONGEST_SLEEP_SECONDS = 1_000_000;
    private static final AtomicInteger started = new AtomicInteger();
    private static final AtomicInteger finished = new AtomicInteger();
    private static int expected;

    record Arguments(int tasks, Duration sleep) {}

    /** N and SECONDS of the command line; anything else ends the process with a usage line and exit code 2. */
    static Arguments read(String[] words) {
        try {
            if (words.length == 2) {
                int tasks = Integer.parseInt(words[0]);
                double seconds = Double.parseDouble(words[1]);
                if (tasks >= 1 && tasks <= MOST_TASKS && seconds >= 0 && seconds <= LONGEST_SLEEP_SECONDS) {
                    expected = tasks;
                    return new Arguments(tasks, Duration.ofNanos(Math.round(seconds * 1e9)));
                }
            }
        } catch (NumberFormatException ignored) {
            // The usage line below says what would be right.
        }
        System.err.println("usage: program N SECONDS (N from 1 to " + MOST_TASKS + ", SECONDS from 0, fractions allowed)");
        System.exit(2);
        throw new AssertionError();
    }

    /** Called by a task before it sleeps; the last one says READY. */
    static void taskStarted() {
        int tasks = started.incrementAndGet();
        if (tasks == expected) {
            say("READY n=" + tasks + " done=" + finished.get());
        }
    }

    /** Called by a task after its sleep. */
    static void taskFinished() {
        finished.incrementAndGet();
    }

    static void done() {
        say("DONE n=" + finished.get());
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
