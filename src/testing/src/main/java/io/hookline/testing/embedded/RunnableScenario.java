package io.hookline.testing.embedded;

import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRun;
import io.hookline.testing.scenario.StepFailure;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A scenario as a list of steps, which a test framework runs in order. */
public final class RunnableScenario {

    private final Scenario scenario;
    private final SharedCluster cluster;

    RunnableScenario(Scenario scenario, SharedCluster cluster) {
        this.scenario = scenario;
        this.cluster = cluster;
    }

    /** One step. */
    public interface NamedStep {

        /** The statement that the step checks. */
        String name();

        /**
         * Runs the step.
         *
         * @throws AssertionError if the step fails, with the expected and the actual state
         */
        void run() throws InterruptedException;
    }

    /** The name of its folder. */
    public String name() {
        return scenario.name();
    }

    /**
     * The steps, to be run in order: first the installation, last the cleanup. After a failed step, the stream continues with
     * the cleanup.
     */
    public Stream<NamedStep> steps() {
        Steps steps = new Steps();
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(steps, Spliterator.ORDERED), false);
    }

    private final class Steps implements Iterator<NamedStep> {

        private @Nullable List<ScenarioRun.Stage> stages;
        private int next;
        private boolean failed;

        @Override
        public boolean hasNext() {
            return next < stages().size();
        }

        @Override
        public NamedStep next() {
            int last = stages().size() - 1;
            next = failed ? Math.max(next, last) : next;
            ScenarioRun.Stage stage = stages().get(next++);
            boolean cleanup = next > last;
            return new NamedStep() {
                @Override
                public String name() {
                    return stage.title();
                }

                @Override
                public void run() throws InterruptedException {
                    Steps.this.run(stage, cleanup);
                }
            };
        }

        private List<ScenarioRun.Stage> stages() {
            if (stages == null) {
                stages = new ScenarioRun(scenario, cluster.environment()).stages();
            }
            return stages;
        }

        private void run(ScenarioRun.Stage stage, boolean cleanup) throws InterruptedException {
            if (failed && !cleanup) {
                throw new AssertionError(name() + ": skipped, since an earlier step failed");
            }
            Optional<StepFailure> failure = stage.run();
            if (failure.isPresent()) {
                failed = true;
                throw new AssertionError(name() + ", " + failure.get());
            }
        }
    }
}
