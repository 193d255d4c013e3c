/**
 * Tests of watchers. Which world to take for what:
 *
 * <ul>
 *   <li>{@link HandDrivenController}: what one sync of one parent does. A sync runs when the test calls it, on caches that show
 *       everything, and time is the test's. The first choice. {@link Composites} has controllers for it.
 *   <li>{@link ServerSideFixture}: the same with one parent and one child for each test, on a cluster in memory and a real one.
 *   <li>{@code sync.RolloutWorld}: the same with a parent whose children are updated by rolling.
 *   <li>{@link HandDrivenControllers}: when a controller starts, restarts, stops and releases its parents.
 *   <li>{@link ReconcileSuite}, and {@link DecoratorSuite} for decorators: what users and hooks see of a whole watcher that runs by
 *       itself. {@link EachStrategy} runs such a suite with both apply strategies.
 *   <li>{@link WatcherFixture}: the watcher of such a suite, for a test with a clock, options or a cluster of its own.
 *   <li>{@link RelatedWorld}: the same with a customize hook.
 *   <li>{@link LocalWorld}: a cluster in memory without a watcher, as a user sees and changes it.
 *   <li>{@code story.process.EmbeddedServer}, {@code story.faults.Scene} and {@code story.faults.CountedWorld}: a watcher that speaks HTTP with the API
 *       server, for requests that are counted, and connections that fail.
 *   <li>{@code story.upstream.UpstreamWorld}: the processes that a user starts, with controllers written for Metacontroller.
 * </ul>
 *
 * <p>Between the watcher and any of these clusters, {@link Interposed} changes what the API server answers. {@link TestKinds} has the
 * kinds.
 *
 * <p>A suite runs on a cluster in memory. On a real one it runs in each class with {@code RealControlPlane} that extends it or nests a
 * class that extends it; {@link SuiteCluster} is the one or the other. {@link RealReconcileIT} lists the suites of whole watchers with
 * dynamic apply, {@link RealServerSideReconcileIT} those with server-side apply.
 */
@NullMarked // as the package of the product, whose description this one hides from tests
package io.hookline.watcher;

import org.jspecify.annotations.NullMarked;
