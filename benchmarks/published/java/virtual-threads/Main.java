import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] words) throws InterruptedException {
        int number = Integer.parseInt(words[0]);
        List<Thread> threads = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
            Thread thread = Thread.startVirtualThread(() -> {
                try {
                    Thread.sleep(Duration.ofSeconds(10));
                } catch (InterruptedException error) {
                    // nothing interrupts it
                }
            });
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
