/**
 * Runs scenarios against any {@link io.hookline.cluster.Cluster}: folders of manifests with an {@code expect.yaml}, which
 * states step by step what must be seen. Knows no watcher and no hook: they work on the same cluster.
 */
@NullMarked
package io.hookline.testing.scenario;

import org.jspecify.annotations.NullMarked;
