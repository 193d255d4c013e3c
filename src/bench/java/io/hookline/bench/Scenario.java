package io.hookline.bench;

/** Something that a watcher goes through while it is measured. All but the first find everything converged, and leave it so. */
interface Scenario {

    /** Goes through it. */
    Row run(Testbed bed) throws InterruptedException;
}
