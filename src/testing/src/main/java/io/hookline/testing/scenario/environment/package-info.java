/**
 * The cluster of a scenario, and how steps find, write and wait for objects in it.
 *
 * <p>Entry point: {@link ScenarioEnvironment}.
 *
 * <ul>
 *   <li>To change how long a step waits, and how often it checks, open {@link Poller}.
 *   <li>To change how manifests are installed, open {@link ManifestInstaller}.
 *   <li>To change how writes are counted, open {@link CountingCluster}.
 * </ul>
 */
@NullMarked
package io.hookline.testing.scenario.environment;

import org.jspecify.annotations.NullMarked;
