package io.hookline.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.watcher.journal.Journal;

/** Says what a hook would be asked for a parent, and what would be written if the parent were as someone has edited it. Thread-safe. */
public interface ParentTrial {

    /**
     * Calls the hooks of a controller with the edited parent. Writes nothing.
     *
     * @param parent the version of its kind does not matter
     * @param edited the whole parent
     * @return {@code state}, {@code writes} and {@code failure}; {@code answer}, that of the sync or finalize hook without values of Secrets;
     *     {@code times}, those of the stages of the sync in milliseconds
     * @throws IllegalArgumentException if it cannot be tried; the message is for the one who has edited it
     * @throws io.hookline.cluster.ClusterException if the cluster cannot be read
     */
    ObjectNode of(Journal.Key parent, ObjectNode edited) throws InterruptedException;

    /**
     * The request that the sync or finalize hook would get now, without values of Secrets. Calls a customize hook, and no other one.
     *
     * @throws IllegalArgumentException if no hook would be called
     * @throws io.hookline.cluster.ClusterException if the cluster cannot be read
     */
    ObjectNode request(Journal.Key parent) throws InterruptedException;
}
