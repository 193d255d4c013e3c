package io.hookline.election;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Who holds a Lease, with the fields and formats of client-go, so that its programs can compete for the same Lease.
 *
 * @param holder empty if the Lease was released
 * @param seconds how long others wait after a renewal
 * @param acquired when the holder became the leader
 * @param renewed when it renewed the Lease; by its own clock, so it is not compared with another clock
 * @param transitions how often the holder changed
 */
record LeaseRecord(String holder, int seconds, String acquired, String renewed, int transitions) {

    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    static LeaseRecord of(KubeObject lease) {
        JsonNode spec = lease.fieldTree("spec");
        return new LeaseRecord(
                spec.path("holderIdentity").asText(""),
                spec.path("leaseDurationSeconds").asInt(0),
                spec.path("acquireTime").asText(""),
                spec.path("renewTime").asText(""),
                spec.path("leaseTransitions").asInt(0));
    }

    /** The record of a new holder. */
    static LeaseRecord acquired(String holder, Duration lease, Instant now, int transitions) {
        return new LeaseRecord(holder, seconds(lease), time(now), time(now), transitions);
    }

    /** The same holder, one renewal later. */
    LeaseRecord renewed(Duration lease, Instant now) {
        return new LeaseRecord(holder, seconds(lease), acquired, time(now), transitions);
    }

    /** No holder; others need not wait. */
    LeaseRecord released(Instant now) {
        return new LeaseRecord("", 1, time(now), time(now), transitions);
    }

    /** A Lease that was deleted, perhaps under another holder. */
    LeaseRecord deleted(Duration lease) {
        return new LeaseRecord("unknown", Math.max(seconds, seconds(lease)), acquired, renewed, transitions);
    }

    private static int seconds(Duration lease) {
        return Math.toIntExact(lease.toSeconds());
    }

    private static String time(Instant instant) {
        return MICRO_TIME.format(instant);
    }

    /** Whether the Lease has a holder other than this one. */
    boolean isHeldByOther(String identity) {
        return !holder.isEmpty() && !holder.equals(identity);
    }

    /** Writes the record into the spec of a Lease, whose other fields stay. */
    void writeTo(ObjectNode lease) {
        ObjectNode spec = lease.path("spec") instanceof ObjectNode present ? present : lease.putObject("spec");
        spec.put("holderIdentity", holder)
                .put("leaseDurationSeconds", seconds)
                .put("acquireTime", acquired)
                .put("renewTime", renewed)
                .put("leaseTransitions", transitions);
    }
}
