package io.hookline.cli.rbac;

/**
 * The names in the printed manifests.
 *
 * @param role of the roles and bindings
 * @param serviceAccount that gets the rights
 * @param namespace of the service account
 * @param component of Hookline that has the account
 */
public record RoleNames(String role, String serviceAccount, String namespace, String component) {

    /** The names of the watcher in {@code manifests/}. */
    public static final RoleNames DEFAULTS = new RoleNames("hookline", "hookline", "hookline");

    /** The names of the hook server in {@code manifests/}, for hooks that change the cluster themselves. */
    public static final RoleNames HOOKS = new RoleNames("hookline-hooks", "hooks", "hookline", "hooks");

    /** Names for the watcher. */
    public RoleNames(String role, String serviceAccount, String namespace) {
        this(role, serviceAccount, namespace, "watcher");
    }
}
