package io.hookline.cli.rbac;

/**
 * The names in the printed manifests.
 *
 * @param role of the roles and bindings
 * @param serviceAccount of the watcher
 * @param namespace of the service account
 */
public record RoleNames(String role, String serviceAccount, String namespace) {

    /** The names in {@code manifests/}. */
    public static final RoleNames DEFAULTS = new RoleNames("hookline", "hookline", "hookline");
}
