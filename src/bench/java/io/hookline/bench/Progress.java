package io.hookline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Follows the rounds of parents and children on its own watches. Thread-safe. */
final class Progress {

    /** Guards itself. */
    private final Map<String, Integer> rounds = new HashMap<>();

    private final List<Expectation> expectations = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Void>> watches;

    Progress(BareClient client, String parents, String children) {
        this.watches = List.of(
                client.stream(watch(parents), line -> see("parent/", "/status/round", line)),
                client.stream(watch(children), line -> see("child/", "/data/round", line)));
    }

    private static String watch(String path) {
        return path + "?watch=true&resourceVersion=0&timeoutSeconds=36000";
    }

    /** The name for the status of a parent. */
    static String parent(String name) {
        return "parent/" + name;
    }

    /** The name for a child. */
    static String child(String name) {
        return "child/" + name;
    }

    private void see(String prefix, String place, String line) {
        long now = System.nanoTime();
        JsonNode event = Json.parse(line.getBytes(StandardCharsets.UTF_8));
        String name = prefix + event.at("/object/metadata/name").asText();
        int round = event.path("type").asText().equals("DELETED")
                ? -1
                : event.at("/object" + place).asInt(-1);
        synchronized (rounds) {
            rounds.put(name, round);
            expectations.forEach(expectation -> expectation.see(name, round, now));
        }
    }

    /** Expects objects to reach a round; those that have reached it already count. */
    Expectation expect(Collection<String> names, int round) {
        synchronized (rounds) {
            Set<String> pending = new HashSet<>(names);
            pending.removeIf(name -> rounds.getOrDefault(name, -1) == round);
            Expectation expectation = new Expectation(pending, round);
            expectations.add(expectation);
            return expectation;
        }
    }

    /** Objects that must reach a round. */
    final class Expectation {

        private final Set<String> pending;
        private final int round;
        private final CountDownLatch done = new CountDownLatch(1);
        private long last = System.nanoTime();

        private Expectation(Set<String> pending, int round) {
            this.pending = pending;
            this.round = round;
            if (pending.isEmpty()) {
                done.countDown();
            }
        }

        private void see(String name, int seen, long now) {
            if (seen == round && pending.remove(name) && pending.isEmpty()) {
                last = now;
                done.countDown();
            }
        }

        /** Waits for all objects, and returns the time of the last one in {@link System#nanoTime}. */
        long await(Duration timeout) throws InterruptedException {
            boolean reached = done.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
            expectations.remove(this);
            synchronized (rounds) {
                if (!reached) {
                    throw new IllegalStateException(pending.size() + " objects are not at round " + round + " after "
                            + timeout + ", among them "
                            + pending.stream().limit(3).toList() + "; watches ended: "
                            + watches.stream().filter(CompletableFuture::isDone).count());
                }
                return last;
            }
        }
    }
}
