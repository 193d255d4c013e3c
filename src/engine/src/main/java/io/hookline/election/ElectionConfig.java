package io.hookline.election;

/**
 * Which Lease a process competes for.
 *
 * @param namespace of the Lease
 * @param name of the Lease
 * @param identity of this process; no two processes may have the same
 */
public record ElectionConfig(String namespace, String name, String identity, ElectionTiming timing) {

    /** The Lease, for messages. */
    public String lease() {
        return namespace + "/" + name;
    }
}
