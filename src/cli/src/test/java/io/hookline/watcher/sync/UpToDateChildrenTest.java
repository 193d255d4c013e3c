package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.apply.Child;
import io.hookline.apply.ChildChange.Residue;
import io.hookline.apply.Children;
import io.hookline.apply.ContentHash;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.watcher.sync.ParentMemory.UpToDateChildren;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The memory of children that are up to date. */
class UpToDateChildrenTest {

    private static final ContentHash WANTED = new ContentHash(1, 2);

    private final UpToDateChildren memo = new UpToDateChildren();

    private static KubeObject object(String name, String version) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"n\",\"uid\":\"u-" + name + "\",\"resourceVersion\":\"" + version + "\"}}");
    }

    private static Children children(KubeObject object) {
        ApiResource resource = new ApiResource(
                "v1", "configmaps", "configmap", "ConfigMap", true, List.of(), List.of(), Set.of(), Set.of());
        return Children.of(List.of(Child.observed(resource, object)));
    }

    @Test
    void anotherObjectOfTheSameNameIsNotUpToDate() {
        Residue residue = new Residue(new ContentHash(5, 6), new ContentHash(7, 8));
        memo.serverKeeps(object("a", "5"), WANTED, residue);
        KubeObject again = KubeObject.of(object("a", "5").json().replace("u-a", "another"));

        assertThat(memo.isSettled(again, WANTED)).isFalse();
        assertThat(memo.isServersDoing(again, residue)).isFalse();
    }

    @Test
    void aDifferenceThatTheServerInsistsOnIsKnownWhateverOrderTheHookWritesItsKeysIn() {
        Residue residue = new Residue(new ContentHash(5, 6), new ContentHash(7, 8));
        memo.serverKeeps(object("a", "5"), WANTED, residue);

        memo.remember(object("a", "6"), new ContentHash(3, 4));

        assertThat(memo.isServersDoing(object("a", "7"), residue)).isTrue();
        assertThat(memo.isServersDoing(object("a", "7"), new Residue(residue.desired(), WANTED)))
                .isFalse();
    }

    @Test
    void aChildIsUpToDateInOneVersionForOneDesiredState() {
        memo.remember(object("a", "5"), WANTED);

        assertThat(memo.isSettled(object("a", "5"), WANTED)).isTrue();
        assertThat(memo.isSettled(object("a", "6"), WANTED)).isFalse();
        assertThat(memo.isSettled(object("a", "5"), new ContentHash(3, 4))).isFalse();
        assertThat(memo.isSettled(object("b", "5"), WANTED)).isFalse();
    }

    @Test
    void childrenThatAnotherClientDeletedAreForgottenOnceTheyAreNotDesiredAnyMore() {
        KubeObject finished = object("finished", "5");
        KubeObject going = object("going", "6");
        KubeObject coming = object("coming", "7");
        List.of(finished, going, coming).forEach(child -> memo.remember(child, WANTED));

        memo.keepOnly(children(going), children(coming));

        assertThat(memo.isSettled(finished, WANTED)).isFalse();
        assertThat(memo.isSettled(going, WANTED)).isTrue();
        assertThat(memo.isSettled(coming, WANTED)).isTrue();
    }
}
