package io.hookline.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;

/** What a sync knows of why it was queued. */
class CausesTest {

    private static KubeObject child(int number) {
        return KubeObject.of("""
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"default","name":"c%d"}}
                """.formatted(number));
    }

    private static Causes changes(int number) {
        Causes all = Causes.NONE;
        for (int i = 0; i < number; i++) {
            all = all.and(Causes.of(Cause.of("", child(i), Cause.What.CHANGED)));
        }
        return all;
    }

    @Test
    void textsAreInTheirOrderAndEqualCausesAreOne() {
        Causes all = Causes.of("parent added")
                .and(changes(1))
                .and(Causes.of("parent added"))
                .and(changes(1));
        assertThat(all.texts()).containsExactly("parent added", "ConfigMap default/c0 changed");
        assertThat(all).hasToString("parent added, ConfigMap default/c0 changed");
    }

    @Test
    void ofManyTheFirstAreKept() {
        assertThat(changes(100).all()).hasSize(8).isEqualTo(changes(8).all());
        assertThat(changes(8).more()).isFalse();
        assertThat(changes(9).more()).isTrue();
    }

    @Test
    void aReasonIsNeverLostAmongManyChanges() {
        Causes all = changes(100).and(Causes.of("a new spec")).and(Causes.of("another reason"));
        assertThat(all.all()).hasSize(8).contains(Cause.reason("a new spec"));
        assertThat(Causes.of(Cause.continued("goes on")).and(all).all()).contains(Cause.reason("a new spec"));
    }

    @Test
    void aCreationIsNotLostAmongManyDeletions() {
        Cause created = Cause.of("", child(200), Cause.What.CREATED);
        Causes all = changes(100).and(Causes.of(created)).and(Causes.of(Cause.of("", child(201), Cause.What.CREATED)));
        assertThat(all.all()).hasSize(8).contains(created);
        assertThat(all.and(Causes.of("a new spec")).all()).contains(created, Cause.reason("a new spec"));
    }

    @Test
    void aCreationAtTheEndIsNotLostForAReason() {
        Cause created = Cause.of("", child(200), Cause.What.CREATED);

        Causes all = changes(7).and(Causes.of(created)).and(Causes.of("a new spec"));

        assertThat(all.all()).hasSize(8).contains(created, Cause.reason("a new spec"));
    }

    @Test
    void onlyOfAChildADeletionCounts() {
        for (Cause.What what : Cause.What.values()) {
            assertThat(((Cause.ObjectChanged) Cause.of("", child(1), what)).isChildDeletion())
                    .isEqualTo(what == Cause.What.DELETING || what == Cause.What.DELETED);
            assertThat(((Cause.ObjectChanged) Cause.of("related ", child(1), what)).isChildDeletion())
                    .isFalse();
        }
    }

    @Test
    void aChangeIsOfTheObjectThatItNames() {
        Cause.ObjectChanged change = (Cause.ObjectChanged) Cause.of("related ", child(1), Cause.What.CHANGED);
        assertThat(change.isOf(child(1))).isTrue();
        assertThat(change.isOf(child(2))).isFalse();
        assertThat(change.isOf(KubeObject.of("""
                {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"default","name":"c1"}}
                """))).isFalse();
        assertThat(change).hasToString("related ConfigMap default/c1 changed");
    }
}
