/** The cluster that a scenario runs against, and how steps find, write and wait for objects in it. */
@NullMarked
package io.hookline.testing.scenario.environment;

import org.jspecify.annotations.NullMarked;
