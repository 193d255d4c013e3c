package io.hookline.election;

/** Is notified of what happens in an election. Called on the thread of the election: it must return soon, or no renewal is sent. */
public interface ElectionListener {

    /**
     * This process is the leader from now on.
     *
     * @param handover what the former leader left for this one; empty if there is nothing
     */
    void elected(String handover);

    /** This process was the leader, and has not released the Lease; it will never be the leader again. */
    void lost(String why);

    /** A renewal needed a read of the Lease, since it had changed. */
    default void slowPath() {}
}
