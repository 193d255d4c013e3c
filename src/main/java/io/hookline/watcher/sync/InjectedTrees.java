package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Child;
import io.hookline.apply.ChildTrees;
import io.hookline.object.KubeObject;
import io.hookline.object.TreeReader;

/** Parses the children of one parent; desired ones get the injected metadata. */
record InjectedTrees(TreeReader trees, InjectedMetadata injected) implements ChildTrees {

    @Override
    public ObjectNode observed(KubeObject child) {
        return trees.read(child);
    }

    @Override
    public ObjectNode desired(Child child) {
        ObjectNode tree = trees.read(child.object());
        injected.addTo(tree, child.key());
        return tree;
    }
}
