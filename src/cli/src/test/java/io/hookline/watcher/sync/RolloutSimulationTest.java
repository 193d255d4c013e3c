package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.Seeds;
import io.hookline.testing.Tries;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random rolling updates: the number of children, the method and its limit, failing status checks, restarts, crashes, new changes,
 * scale changes and deletions by others at random times.
 */
class RolloutSimulationTest {

    private static final int TRIES = 15 * (int) Seeds.some().count();

    /** What happens to one set, in order. */
    private record Story(
            String method, int maxUnavailable, boolean clusterScoped, boolean generated, List<Event> events) {}

    private enum What {
        SYNC,
        ALL_READY,
        ONE_FAILS,
        ONE_RECOVERS,
        RESTART,
        CRASH,
        CHANGE,
        GO_BACK,
        SCALE,
        NOTE,
        DELETE_ONE,
        DELETE_REVISION
    }

    /** Each as often as it occurs here. */
    private static final List<What> WEIGHTED = weighted();

    private static List<What> weighted() {
        List<What> weighted = new ArrayList<>(List.of(What.values()));
        weighted.addAll(Collections.nCopies(10, What.SYNC));
        weighted.addAll(Collections.nCopies(4, What.ALL_READY));
        return weighted;
    }

    private record Event(What what, int number) {}

    private static Story story(Random random) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            events.add(new Event(WEIGHTED.get(random.nextInt(WEIGHTED.size())), random.nextInt(8)));
        }
        return new Story(
                random.nextBoolean() ? "RollingRecreate" : "RollingInPlace",
                1 + random.nextInt(3),
                random.nextInt(4) == 0,
                random.nextBoolean(),
                events);
    }

    @Test
    void aRolloutNeverMovesMoreThanItMayAndEndsOnceAllAreReady() {
        Tries.of(TRIES, 4711).forAll(RolloutSimulationTest::story, story -> new Run(story).play());
    }

    /** One story on a cluster in memory. */
    private static final class Run {

        private final Story story;
        private final RolloutWorld world;
        private String image = "v1";
        private String note = "";
        private int replicas = 4;
        private int changes = 1;

        /** Whether some children may have no revision until their turn comes. */
        private boolean recordLost;

        /** Whether a child may have been moved but not written, so that others may fail before it is written. */
        private boolean interrupted;

        Run(Story story) {
            this.story = story;
            String strategy = RolloutWorld.READY + ", maxUnavailable: " + story.maxUnavailable();
            this.world = new RolloutWorld(
                    story.method(), strategy, "generateSelector: " + story.generated(), story.clusterScoped());
        }

        void play() {
            try (world) {
                set();
                world.finish();
                story.events().forEach(this::happen);
                world.finish();
                assertThat(world.images()).hasSize(replicas);
                assertThat(Set.copyOf(world.images().values())).isEqualTo(replicas == 0 ? Set.of() : Set.of(image));
                assertThat(world.revisions()).containsOnlyKeys(image);
                assertThat(world.condition("Updated")).startsWith("True OnLatestRevision");
                assertThat(world.condition("RolloutProgressing"))
                        .isEqualTo("True Complete: " + replicas + "/" + replicas + " updated");
            }
        }

        private void happen(Event event) {
            switch (event.what()) {
                case SYNC -> sync(world::sync);
                case CRASH -> crash(event.number());
                case ALL_READY -> world.allReady();
                case ONE_FAILS -> part(event).ifPresent(part -> world.ready(part, false));
                case ONE_RECOVERS -> part(event).ifPresent(part -> world.ready(part, true));
                case RESTART -> world.restart();
                case CHANGE -> {
                    image = "v" + ++changes;
                    set();
                }
                case GO_BACK -> {
                    image = "v" + Math.max(1, changes - 1);
                    set();
                }
                case SCALE -> {
                    replicas = event.number();
                    set();
                }
                case NOTE -> {
                    if (story.method().equals("RollingInPlace")) { // otherwise it replaces all children at once
                        note = "n" + event.number();
                        set();
                    }
                }
                case DELETE_REVISION -> {
                    recordLost = true;
                    world.deleteRevision(event.number());
                }
                case DELETE_ONE -> part(event).ifPresent(part -> world.cluster.delete("parts", part));
            }
        }

        private void set() {
            world.set(image, replicas, note, "");
        }

        private Optional<String> part(Event event) {
            List<String> parts = world.parts();
            return parts.isEmpty() ? Optional.empty() : Optional.of(parts.get(event.number() % parts.size()));
        }

        private void sync(Runnable sync) {
            check(sync);
            if (!recordLost) {
                assertThat(owners().keySet())
                        .as("every child has a revision")
                        .containsAll(world.images().keySet());
            }
        }

        /** After a crash between two writes a child may have no revision yet, but no more children have changed. */
        private void crash(int writes) {
            recordLost = true;
            interrupted = true;
            check(() -> world.crash(writes));
        }

        /** Syncs, and compares what was available before with what the sync replaced. */
        private void check(Runnable sync) {
            Map<String, String> before = world.images();
            Set<String> available = new HashSet<>(world.readyParts());

            sync.run();

            Map<String, String> after = world.images();
            Set<String> changed = new HashSet<>();
            before.forEach((part, was) -> {
                boolean isWanted = number(part) < replicas;
                if (isWanted && !was.equals(after.get(part))) {
                    changed.add(part);
                }
            });
            assertThat(changed.size()).as("moved at once").isLessThanOrEqualTo(story.maxUnavailable());
            Set<String> unavailable = new HashSet<>(before.keySet());
            unavailable.removeAll(available);
            unavailable.removeIf(part -> number(part) >= replicas);
            boolean movedAnAvailableOne = changed.stream().anyMatch(available::contains);
            if (movedAnAvailableOne && !interrupted) {
                unavailable.addAll(changed);
                assertThat(unavailable)
                        .as("unavailable after a child was moved that was available")
                        .hasSizeLessThanOrEqualTo(story.maxUnavailable());
            }
        }

        /** The image of the revision that claims each child; a child has one only. */
        private Map<String, String> owners() {
            Map<String, String> owners = new HashMap<>();
            world.revisions()
                    .forEach((revision, names) -> names.forEach(name -> {
                        String part = name.substring(name.indexOf('/') + 1);
                        assertThat(owners.put(part, revision))
                                .as("claims of " + part)
                                .isNull();
                    }));
            return owners;
        }

        private static int number(String part) {
            return Integer.parseInt(part.substring("part-".length()));
        }
    }
}
