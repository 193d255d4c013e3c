package io.hookline.apply;

/** Whether an existing child differs from its desired state: see {@link ChildComparison}. */
public sealed interface ChildDiff {

    /**
     * No write is necessary.
     *
     * @param reason for logs
     */
    record None(String reason) implements ChildDiff {}

    /** An update would change the child. */
    record Some(ChildUpdate update) implements ChildDiff {}

    /** It is not proven that server-side apply would change nothing. */
    record Unproven(AppliedChild applied) implements ChildDiff {}
}
