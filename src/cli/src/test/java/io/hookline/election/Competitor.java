package io.hookline.election;

import io.hookline.cluster.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One elector with its fence, and what its listener was called with. */
final class Competitor implements ElectionListener {

    final List<String> heard = new ArrayList<>();
    final Fence fence;
    final Elector elector;
    final String name;
    String handover = "";

    Competitor(String name, Cluster cluster, ManualElectionTime time, ElectionTiming timing) {
        this.name = name;
        ElectionClock clock = time.clock();
        fence = new Fence(clock);
        elector = new Elector(
                cluster,
                new ElectionConfig("default", "metacontroller", name, timing),
                clock,
                fence,
                () -> handover,
                this);
    }

    Duration step() {
        return elector.step();
    }

    boolean mayWrite() {
        return fence.isOpen();
    }

    boolean leads() {
        return elector.role() == Elector.Role.LEADER;
    }

    @Override
    public void elected(String left) {
        heard.add("elected" + (left.isEmpty() ? "" : " with " + left));
    }

    @Override
    public void lost(String why) {
        heard.add("lost: " + why);
    }

    @Override
    public void slowPath() {
        heard.add("slow path");
    }
}
