package io.hookline.watcher;

import io.hookline.cluster.Cluster;

/** Children that the API server in memory applies. */
class ServerSideApplyTest extends ServerSideSuite {

    private final LocalWorld world = new LocalWorld();

    @Override
    Cluster cluster() {
        return world.cluster;
    }

    @Override
    String namespace() {
        return "default";
    }
}
