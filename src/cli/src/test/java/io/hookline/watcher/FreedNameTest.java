package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * An object that is not ours has the name of a desired child, and is changed or deleted when the conflict is found. None of
 * its changes queues the parent, which is not its owner.
 */
class FreedNameTest extends ReconcileSuite {

    private volatile Interposed cluster = Interposed.Request::pass;

    @Override
    public UnaryOperator<Cluster> between() {
        return next -> ((Interposed) request -> cluster.answer(request)).before(next);
    }

    /** As many syncs as follow one another by themselves meet the same: one for the parent, one for its own status. */
    private static boolean isEarly(AtomicInteger met) {
        return met.incrementAndGet() <= 3;
    }

    @Test
    void aChildIsCreatedWhenTheObjectWithItsNameWasDeleted() {
        AtomicInteger met = new AtomicInteger();
        cluster = request -> {
            if (request.is("create configmaps") && isEarly(met)) {
                throw new ClusterException.AlreadyExists("configmaps \"a\" already exists");
            }
            return request.pass();
        };
        world.hook = _ -> configMapAnswer("ours", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.text("a").equals("ours"));
        assertThat(world.events()).noneMatch(event -> event.startsWith("NameTaken"));
    }

    @Test
    void anObjectThatChangedJustBeforeItWasTakenOverIsTakenOverAllTheSame() {
        AtomicInteger met = new AtomicInteger();
        cluster = request -> {
            if (request.is("update configmaps") && isEarly(met)) {
                throw new ClusterException.Conflict("the object has been modified");
            }
            return request.pass();
        };
        configMap("a", "labels: {app: theirs}");
        world.hook = _ -> configMapAnswer("ours", "a");
        world.composite(
                "c",
                "childResources: [{apiVersion: v1, resource: configmaps, adoptionPolicy: TakeOver}]\n" + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.text("a").equals("ours"));
    }
}
