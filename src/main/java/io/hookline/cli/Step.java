package io.hookline.cli;

import java.time.Duration;
import java.util.List;

/**
 * One step of {@code expect.yaml}.
 *
 * @param number counted from 1
 * @param title what it shows, for people
 * @param place file and line
 * @param within how long it may take until it holds or succeeds
 * @param needs parts of a control plane without which it is passed over, such as {@code garbage-collector}
 * @param namespace where its objects are; empty for the one that the example runs in
 */
record Step(
        int number,
        String title,
        String place,
        Duration within,
        List<String> needs,
        String namespace,
        StepAction action) {
    Step {
        needs = List.copyOf(needs);
    }
}
