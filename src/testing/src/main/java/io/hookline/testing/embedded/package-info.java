/**
 * Scenarios against a cluster in memory, with watcher and hooks in one process: for hook authors' tests.
 *
 * <p>Entry point: {@link EmbeddedHookline}.
 *
 * <ul>
 *   <li>To change how a test starts cluster, watcher and hooks, open {@link EmbeddedHookline}.
 *   <li>To change what a JUnit test can do with it, open {@link TestCluster}; when it starts and ends, {@link
 *       EmbeddedClusterExtension}; what a test can let fail, {@link Faults}.
 *   <li>To change which scenarios a test runs, open {@link Scenarios}.
 *   <li>To change the CRDs of the controllers, open {@link ControllerKinds}.
 * </ul>
 */
@NullMarked
package io.hookline.testing.embedded;

import org.jspecify.annotations.NullMarked;
