package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.apply.Children;
import io.hookline.apply.ContentHash;
import io.hookline.object.KubeObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of children that are as wanted. */
class SettledMemoTest {

    private static final ContentHash WANTED = new ContentHash(1, 2);

    private final SettledMemo memo = new SettledMemo();
    private final KubeObject parent = object("p", "1");

    private static KubeObject object(String name, String version) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"n\",\"uid\":\"u-" + name + "\",\"resourceVersion\":\"" + version + "\"}}");
    }

    @Test
    void aChildIsSettledInOneStateForOneWish() {
        memo.settle(parent, object("a", "5"), WANTED);

        assertThat(memo.isSettled(parent, object("a", "5"), WANTED)).isTrue();
        assertThat(memo.isSettled(parent, object("a", "6"), WANTED)).isFalse();
        assertThat(memo.isSettled(parent, object("a", "5"), new ContentHash(3, 4)))
                .isFalse();
        assertThat(memo.isSettled(parent, object("b", "5"), WANTED)).isFalse();
    }

    @Test
    void childrenThatSomebodyElseDeletedAreForgottenOnceTheyAreNotWantedAnyMore() {
        KubeObject finished = object("finished", "5");
        KubeObject going = object("going", "6");
        KubeObject coming = object("coming", "7");
        List.of(finished, going, coming).forEach(child -> memo.settle(parent, child, WANTED));

        memo.keepOnly(parent, Children.of(List.of(going)), Children.of(List.of(coming)));

        assertThat(memo.isSettled(parent, finished, WANTED)).isFalse();
        assertThat(memo.isSettled(parent, going, WANTED)).isTrue();
        assertThat(memo.isSettled(parent, coming, WANTED)).isTrue();
    }
}
