import java.time.Duration;
import java.util.ArrayList;

public class Main {
    public static void main(String[] words) throws InterruptedException {
        var arguments = Contract.read(words);
        Runnable task = () -> run(arguments.sleep());
        var threads = new ArrayList<Thread>(arguments.tasks());
        for (int i = 0; i < arguments.tasks(); i++) {
            threads.add(Thread.ofPlatform().start(task));
        }
        for (var thread : threads) {
            thread.join();
        }
        Contract.done();
    }

    private static void run(Duration sleep) {
        Contract.taskStarted();
        try {
            Thread.sleep(sleep);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
        Contract.taskFinished();
    }
}
