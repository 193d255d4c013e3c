package io.hookline.bench;

/** A scenario in which the watcher is measured. Each scenario after the first starts and ends with everything converged. */
interface Scenario {

    /** Runs the scenario. */
    Row run(Testbed bed) throws InterruptedException;
}
