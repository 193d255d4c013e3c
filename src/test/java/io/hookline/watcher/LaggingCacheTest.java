package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A watch that lags behind never makes a child be created twice, nor a hook be asked on a state without our own writes. */
class LaggingCacheTest {

    private final CountDownLatch opened = new CountDownLatch(1);

    /** Holds back every event of ConfigMaps until the latch opens. */
    private Cluster lagging(Cluster next) {
        return (Cluster) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Cluster.class}, (_, method, args) -> {
                    try {
                        Object result = method.invoke(next, args);
                        boolean held = args != null
                                && args.length == 2
                                && args[1] instanceof WatchOptions
                                && ((ApiResource) args[0]).plural().equals("configmaps");
                        return held ? held((Watch) result) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Watch held(Watch next) {
        return new Watch() {
            @Override
            public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
                return opened.await(wait.toMillis(), TimeUnit.MILLISECONDS) ? next.poll(wait) : Optional.empty();
            }

            @Override
            public void close() {
                next.close();
            }
        };
    }

    @Test
    void noSyncGoesAheadBeforeTheCacheShowsTheLastWrites() {
        try (WatcherFixture world = new WatcherFixture(this::lagging)) {
            world.hook = _ -> configMapAnswer("hi", "a");
            world.composite("c", configMaps("InPlace") + hooks("sync"));
            world.thing("p", "{}");
            soon().until(() -> world.configMap("a").isPresent());
            soon().until(() -> world.thing("p").orElseThrow().field("status") != null);

            world.thing("p", "{changed: true}");
            opened.countDown();

            soon().until(() ->
                    world.calls.getLast().parent().tree().at("/spec/changed").asBoolean());
            assertThat(world.calls.getLast().children().all()).hasSize(1);
            assertThat(world.cluster.requests()).containsOnlyOnce("create configmaps default/a");
        }
    }
}
