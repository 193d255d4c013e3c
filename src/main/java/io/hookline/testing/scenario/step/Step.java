package io.hookline.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a step of {@code expect.yaml} does or looks for. Immutable. */
sealed interface StepAction {

    /** Only looks: holds now or does not, and may have to stay so. */
    sealed interface Look extends StepAction {

        /** How long it must go on to hold once it holds; zero for once is enough. */
        Duration still();
    }

    /**
     * Writes objects.
     *
     * @param replace whether an object that exists is changed to be like it; otherwise it must be new
     * @param refused present if the server must refuse, with a message like this
     */
    record Apply(List<ExampleManifest> objects, boolean replace, Optional<StepMatch> refused) implements StepAction {
        public Apply {
            objects = List.copyOf(objects);
        }
    }

    /**
     * An object exists and looks so.
     *
     * @param owner the object that must be its controller owner, and block on it
     */
    record Expect(StepTarget target, Map<StepPath, StepMatch> where, Optional<StepTarget> owner, Duration still)
            implements Look {
        public Expect {
            where = inOrder(where);
        }
    }

    /** There is no such object. */
    record Gone(StepTarget target, Duration still) implements Look {}

    /** So many objects of a kind have these labels and look so; those that are being deleted count too. */
    record Count(String kind, LabelSelector labels, Map<StepPath, StepMatch> where, StepMatch number, Duration still)
            implements Look {
        public Count {
            where = inOrder(where);
        }
    }

    /** A value of an object stays what it is; without parts in the path: nothing writes the object at all. */
    record Unchanged(StepTarget target, StepPath path, Duration still) implements StepAction {}

    /** Changes an object as a user does. */
    record Change(StepTarget target, StepPatch patch, Optional<StepMatch> refused) implements StepAction {}

    /** Changes an object as nobody should, and waits until every changed field is again as it was. */
    record Damage(StepTarget target, StepPatch patch) implements StepAction {}

    /** Deletes an object as nobody should, and waits until another one is in its place. */
    record Kill(StepTarget target) implements StepAction {}

    /** Says what a kubelet would say about Pods: {@code Running} (and ready), {@code Succeeded} or {@code Failed}. */
    record Phase(List<String> pods, String phase) implements StepAction {
        public Phase {
            pods = List.copyOf(pods);
        }
    }

    /** Says what a workload controller would say: so many replicas, all ready and available. */
    record Avail(StepTarget target, long replicas) implements StepAction {}

    /** Asks for an object's deletion, without waiting for its end. */
    record Delete(StepTarget target, Propagation propagation) implements StepAction {}

    /**
     * A hook was called so often.
     *
     * @param sinceStep whether calls are counted from this step on, not from the beginning of the example
     */
    record Calls(String hook, StepMatch number, boolean sinceStep) implements StepAction {}

    /** For so long nothing is written and no event is recorded. */
    record Quiet(Duration still) implements StepAction {}

    /** Keeps values for later steps. */
    record Remember(StepTarget target, Map<String, StepPath> values) implements StepAction {
        public Remember {
            values = inOrder(values);
        }
    }

    private static <K, V> Map<K, V> inOrder(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map)); // for messages
    }

    /**
     * A merge patch.
     *
     * @param status whether it goes to the status subresource; the body then is the status alone
     */
    record StepPatch(ObjectNode body, boolean status) {}
}
