package io.hookline.object;

/**
 * What logs show of an object.
 *
 * @param namespace empty for a cluster-scoped object
 */
public record LoggedObject(String apiVersion, String kind, String namespace, String name) {

    /** A value that stands for an object in logs. */
    public interface Source {
        LoggedObject logged();
    }
}
