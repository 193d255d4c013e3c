package io.hookline.spec;

import java.util.List;
import java.util.Optional;

/**
 * One kind of children or attachments.
 *
 * @param apiVersion {@code group/version} or {@code version}
 * @param resource lower-case plural
 * @param method what to do when an existing child differs from the desired one
 * @param statusChecks what a child must show before the next one is rolled
 */
public record ChildRule(String apiVersion, String resource, UpdateMethod method, List<StatusCheck> statusChecks) {

    public ChildRule {
        statusChecks = List.copyOf(statusChecks);
    }

    /** A condition that a child must have; absent status or reason means any. */
    public record StatusCheck(String type, Optional<String> status, Optional<String> reason) {}
}
