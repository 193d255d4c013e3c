package io.hookline.watcher.sync;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.ReconcileSuite;
import io.hookline.watcher.model.ParentKind;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Our finalizer on objects that other clients change and delete. */
class FinalizerWriteTest extends ReconcileSuite {

    private static final String OURS = "metacontroller.io/compositecontroller-c";
    private static final String THEIRS = "test.hookline.io/held";

    private volatile Interposed between = Interposed.Request::pass;

    @Override
    public UnaryOperator<Cluster> between() {
        return next -> ((Interposed) request -> between.answer(request)).before(next);
    }

    private void controller() {
        world.hook = request -> "{\"status\":{\"text\":\"hi\"},\"finalized\":true}";
        world.composite("c", hooks("sync", "finalize"));
    }

    private List<String> finalizers() {
        return world.thing("p").map(KubeObject::finalizers).orElse(List.of());
    }

    @Test
    void aParentThatWasRemovedBeforeItGotTheFinalizerIsNoFailure() {
        AtomicBoolean gone = new AtomicBoolean();
        between = request -> {
            if (request.is("patch things") && gone.compareAndSet(false, true)) {
                deleteThing("p");
            }
            return request.pass();
        };
        controller();
        world.thing("p", "{}");

        soon().until(() -> gone.get() && world.thing("p").isEmpty());
        settle();
        assertThat(world.calls).isEmpty();
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void aRefusedFinalizerIsReportedAndNoHookIsCalled() {
        between = request -> {
            if (request.is("patch things") || request.is("update things")) {
                throw new ClusterException.Forbidden("not you");
            }
            return request.pass();
        };
        controller();
        world.thing("p", "{}");

        awaitEvent("SyncError p: Sync error: can't sync finalizer for Thing default/p: not you");
        assertThat(world.calls).isEmpty();
    }

    @Test
    void aFinalizerThatAnotherClientAddsMeanwhileIsKept() {
        AtomicBoolean edited = new AtomicBoolean();
        between = request -> {
            if (request.is("patch things") && edited.compareAndSet(false, true)) {
                mergeThing("p", "{\"metadata\":{\"finalizers\":[\"" + THEIRS + "\"]}}");
            }
            return request.pass();
        };
        controller();
        world.thing("p", "{}");

        soon().until(() -> finalizers().equals(List.of(THEIRS, OURS)));
        deleteThing("p");
        soon().until(() -> finalizers().equals(List.of(THEIRS)));
        letGo(world.things(), "p");
    }

    @Test
    void aCacheThatDoesNotShowOurMarkDoesNotMakeUsPutItThereTwice() {
        KubeObject stale = thing("p", "finalizers: [" + THEIRS + "]", "{}");
        Finalizers ours = new Finalizers(new ObjectWriter(world.local), OURS, true);
        ParentKind kind = new ParentKind(null, world.things(), null, OURS);

        ours.addOrRemove(kind, stale);
        KubeObject again = ours.addOrRemove(kind, stale);

        assertThat(again.finalizers()).containsExactly(THEIRS, OURS);
        assertThat(finalizers()).containsExactly(THEIRS, OURS);
        letGo(world.things(), "p");
    }

    @Test
    void aFinalizerThatAnotherClientRemovesMeanwhileDoesNotMakeUsRemoveTheWrongOne() {
        AtomicBoolean edited = new AtomicBoolean();
        between = request -> {
            boolean release =
                    request.is("patch things") && finalizers().equals(List.of(THEIRS, OURS, "test.hookline.io/x"));
            if (release && edited.compareAndSet(false, true)) {
                mergeThing("p", "{\"metadata\":{\"finalizers\":[\"" + OURS + "\",\"test.hookline.io/x\"]}}");
            }
            return request.pass();
        };
        controller();
        thing("p", "finalizers: [" + THEIRS + ", " + OURS + ", test.hookline.io/x]", "{}");
        soon().until(() -> status("p").contains("hi"));

        deleteThing("p");

        soon().until(() -> finalizers().equals(List.of("test.hookline.io/x")));
        assertThat(edited).isTrue();
        letGo(world.things(), "p");
    }

    @Test
    void aParentThatWasRemovedBeforeItsFinalizerGetsNoMoreChildren() {
        AtomicBoolean gone = new AtomicBoolean();
        between = request -> {
            boolean release = request.is("patch things")
                    && world.thing("p").filter(KubeObject::isBeingDeleted).isPresent();
            if (release && gone.compareAndSet(false, true)) {
                letGo(world.things(), "p");
            }
            return request.pass();
        };
        world.hook = request -> request.finalizing()
                ? configMapAnswer("late", "late").replaceFirst("\\{", "{\"finalized\":true,")
                : "{}";
        world.composite("c", configMaps("InPlace") + hooks("sync", "finalize"));
        world.thing("p", "{}");
        soon().until(() -> finalizers().equals(List.of(OURS)));

        deleteThing("p");

        soon().until(gone::get);
        settle();
        assertThat(world.thing("p")).isEmpty();
        assertThat(world.cluster.requests()).noneMatch(request -> request.startsWith("create configmaps"));
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void whereAPatchIsForbiddenAllOfItWorksByUpdates() {
        between = request -> {
            if (request.verb().equals("patch")) {
                throw new ClusterException.Forbidden("cannot patch");
            }
            return request.pass();
        };
        controller();
        world.thing("p", "{}");
        soon().until(() -> finalizers().equals(List.of(OURS)) && status("p").contains("hi"));

        deleteThing("p");

        soon().until(() -> world.thing("p").isEmpty());
        assertThat(events("SyncError")).isEmpty();
    }

    @Test
    void wherePatchAndUpdateAreForbiddenTheErrorNamesThePatchWhichIsTheSmallerRight() {
        between = request -> {
            if (request.verb().equals("patch") || request.verb().equals("update")) {
                throw new ClusterException.Forbidden("cannot " + request.verb());
            }
            return request.pass();
        };
        controller();
        world.thing("p", "{}");

        soon().untilAsserted(() -> assertThat(events("SyncError"))
                .anySatisfy(
                        event -> assertThat(event).endsWith("can't sync finalizer for Thing default/p: cannot patch")));
    }
}
