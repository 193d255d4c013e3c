package io.hookline.cli.init;

import java.util.Set;

/** A kind of children or attachments, or the kind of decorated objects. */
record ProjectKind(String apiVersion, String plural, String kind, Body body) {

    /** Kinds whose Pod template cannot be changed. */
    private static final Set<String> IMMUTABLE = Set.of("Job", "Pod");

    /** Kinds that run a number of Pods and report how many are ready. */
    private static final Set<String> SCALED = Set.of("Deployment", "StatefulSet");

    static ProjectKind of(String apiVersion, String plural, String kind) {
        return new ProjectKind(apiVersion, plural, kind, Body.of(apiVersion, kind));
    }

    /** The key of its objects in a hook request. */
    String requestGroup() {
        return kind + "." + apiVersion;
    }

    /** How children of this kind are updated. */
    String updateMethod() {
        return isBuiltIn(IMMUTABLE) ? "Recreate" : "InPlace";
    }

    /** Whether it reports {@code status.readyReplicas}. */
    boolean isScaled() {
        return isBuiltIn(SCALED);
    }

    private boolean isBuiltIn(Set<String> kinds) {
        return body.complete() && kinds.contains(kind);
    }
}
