package io.hookline.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.KubeObject;

/** Parses children when a plan needs their content. Each call returns a new tree. */
public interface ChildTrees {

    /** Parses objects without changes. */
    ChildTrees PLAIN = new ChildTrees() {
        @Override
        public ObjectNode observed(KubeObject child) {
            return child.tree();
        }

        @Override
        public ObjectNode desired(Child child) {
            return child.object().tree();
        }
    };

    /** Parses an existing child. */
    ObjectNode observed(KubeObject child);

    /** Parses a desired child, and adds what the controller sets: namespace, labels, annotations. */
    ObjectNode desired(Child child);
}
