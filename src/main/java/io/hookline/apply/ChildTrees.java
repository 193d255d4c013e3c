package io.hookline.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.KubeObject;

/** Parses children when a plan has to look inside them. Each call gives a tree of its own. */
public interface ChildTrees {

    /** Takes objects as they are. */
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

    /** An existing child. */
    ObjectNode observed(KubeObject child);

    /** What a hook wants, with everything that the controller adds to it: namespace, labels, annotations. */
    ObjectNode desired(Child child);
}
