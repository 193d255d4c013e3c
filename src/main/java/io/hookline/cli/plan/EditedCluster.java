package io.hookline.cli.plan;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.WellKnown;
import java.time.Duration;
import java.util.Optional;

/** A cluster in which one object is as someone has edited it, and which has no other controller than one. Thread-safe. */
final class EditedCluster extends ForwardingCluster {

    private final ApiResource resource;
    private final KubeObject edited;
    private final KubeObject controller;

    EditedCluster(Cluster next, ApiResource resource, KubeObject edited, KubeObject controller) {
        super(next);
        this.resource = resource;
        this.edited = edited;
        this.controller = controller;
    }

    /** The object as it is here; empty if it is not here. */
    private Optional<KubeObject> here(ApiResource of, KubeObject object) {
        if (of.group().equals(WellKnown.GROUP) && object.kind().endsWith("Controller")) {
            return Optional.of(object).filter(each -> each.uid().equals(controller.uid()));
        }
        return Optional.of(isEdited(of, object.key()) ? edited : object);
    }

    private boolean isEdited(ApiResource of, ObjectKey key) {
        return of.groupResource().equals(resource.groupResource()) && key.equals(edited.key());
    }

    @Override
    public KubeObject get(ApiResource of, ObjectKey key) {
        return isEdited(of, key) ? edited : super.get(of, key);
    }

    @Override
    public ObjectList list(ApiResource of, ListOptions options) {
        ObjectList page = super.list(of, options);
        return new ObjectList(
                page.items().stream().flatMap(each -> here(of, each).stream()).toList(),
                page.resourceVersion(),
                page.continueToken());
    }

    @Override
    public Watch watch(ApiResource of, WatchOptions options) {
        Watch watch = super.watch(of, options);
        return new Watch() {
            @Override
            public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
                return watch.poll(wait).flatMap(event -> here(of, event));
            }

            @Override
            public void close() {
                watch.close();
            }
        };
    }

    private Optional<WatchEvent> here(ApiResource of, WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(KubeObject object) -> here(of, object).map(WatchEvent.Added::new);
            case WatchEvent.Modified(KubeObject object) -> here(of, object).map(WatchEvent.Modified::new);
            case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Ended _ -> Optional.of(event);
        };
    }
}
