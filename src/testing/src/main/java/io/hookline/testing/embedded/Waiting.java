package io.hookline.testing.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ObjectYaml;
import io.hookline.testing.scenario.environment.Poller;
import io.hookline.testing.scenario.environment.RecordedEvents;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Durations;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for a state of the cluster. If it does not come in time, the error shows the last state, and what may explain
 * it.
 */
final class Waiting {

    static final Duration LIMIT = Duration.ofSeconds(10);

    /** The first pause: most objects exist after a few milliseconds. */
    private static final Duration SHORT = Duration.ofMillis(2);

    private static final int WATCHER_LINES = 5;

    private final ScenarioEnvironment environment;
    private final String namespace;
    private final Duration limit;

    Waiting(ScenarioEnvironment environment, String namespace, Duration limit) {
        this.limit = limit;
        this.environment = environment;
        this.namespace = namespace;
    }

    Optional<KubeObject> until(
            String what, Supplier<Optional<KubeObject>> find, Predicate<Optional<KubeObject>> condition) {
        AtomicReference<Optional<KubeObject>> last = new AtomicReference<>(Optional.empty());
        Optional<String> failure = poll(() -> {
            last.set(find.get());
            return check(condition, last.get());
        });
        if (failure.isPresent()) {
            throw new AssertionError(report(what, failure.get()));
        }
        return last.get();
    }

    /** A condition that fails because a field is not set yet does not hold yet. */
    private static CheckResult check(Predicate<Optional<KubeObject>> condition, Optional<KubeObject> object) {
        String saw = object.map(ObjectYaml::of).orElse("no such object");
        try {
            return CheckResult.of(condition.test(object), saw);
        } catch (NullPointerException | NoSuchElementException | IndexOutOfBoundsException | AssertionError e) {
            return CheckResult.of(false, saw.stripTrailing() + "\nthe condition failed: " + e);
        }
    }

    String untilPresent(String what, Supplier<List<String>> lines, String part) {
        AtomicReference<String> found = new AtomicReference<>("");
        Optional<String> failure = poll(() -> {
            List<String> all = lines.get();
            all.stream().filter(line -> line.contains(part)).findFirst().ifPresent(found::set);
            return CheckResult.of(!found.get().isEmpty(), all.isEmpty() ? "no events" : String.join("\n", all));
        });
        if (failure.isPresent()) {
            throw new AssertionError(report(what, failure.get()));
        }
        return found.get();
    }

    private Optional<String> poll(Supplier<CheckResult> check) {
        return interruptibly(() -> new Poller(environment, SHORT).until(environment.limit(limit), check));
    }

    /** Runs something that may be interrupted. A test that is interrupted ends. */
    <T> T interruptibly(Callable<T> action) {
        try {
            return action.call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the test is interrupted", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String report(String what, String saw) {
        Duration waited = environment.limit(limit);
        StringBuilder text = new StringBuilder("waited " + Durations.text(waited)
                + (waited.equals(limit) ? "" : ", since the machine is busy,") + " for " + what + " in namespace "
                + namespace + ", saw\n" + saw.indent(2));
        RecordedEvents.in(environment, namespace)
                .newestWarning()
                .ifPresent(warning ->
                        text.append("newest warning: ").append(warning).append('\n'));
        List<String> log = environment.watcherLog().stream()
                .filter(line -> line.contains(namespace + "/"))
                .toList();
        if (!log.isEmpty()) {
            text.append("watcher:\n");
            log.subList(Math.max(0, log.size() - WATCHER_LINES), log.size())
                    .forEach(line -> text.append(line.indent(2)));
        }
        return text.toString().stripTrailing();
    }

    /** The time of an event for sorting, a tab, and its text. The name has the fractions of the second. */
    static String describe(KubeObject event) {
        JsonNode tree = event.tree();
        JsonNode about = tree.path("involvedObject");
        String fractions = event.name().substring(event.name().lastIndexOf('.') + 1);
        return tree.path("firstTimestamp").asText() + " " + fractions + "\t"
                + tree.path("type").asText() + " "
                + tree.path("reason").asText() + " " + about.path("kind").asText() + "/"
                + about.path("name").asText() + ": " + tree.path("message").asText();
    }
}
